/**
 * The exported functions of mmtrace.wasm (wasm-core/include/mms/trace_abi.h) and its description of itself.
 * One instance reads one text at a time.
 */
import { Decoder } from '../../core/wasm/decoder';
import type { FieldDescription } from '../../core/wasm/module';
import { TRACE_ABI_VERSION } from '../gen/tables';

export interface TraceExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  mms_trace_abi_version(): number;
  mms_trace_describe(): number;
  mms_trace_describe_len(): number;
  mms_trace_begin(format: number, flags: number, maxBytes: number): number;
  mms_trace_error(): number;
  mms_trace_staging(bytes: number): number;
  mms_trace_feed(bytes: number): number;
  mms_trace_end(): number;
  mms_trace_take(): number;
  mms_trace_text(): number;
  mms_trace_text_len(): number;
  mms_trace_report(): number;
  mms_trace_counts(): number;
  mms_trace_generic(row: number): number;
  mms_trace_map_value(row: number): number;
  mms_trace_go_on(): number;
  mms_trace_part(): number;
  mms_trace_carry(): number;
  mms_trace_first_ts(): number;
  mms_trace_last_ts(): number;
  mms_trace_learned(n: number): number;
  mms_trace_name(number: number): number;
  mms_trace_name_len(number: number): number;
}

export interface ColumnDescription {
  name: string;
  type: string;
  /** Of a vector's numbers. */
  item: string;
  lanes: number;
  unit: string;
  doc: string;
}

export interface TraceDescription {
  abi: number;
  /** Rows of a batch at most. */
  rows: number;
  common: ColumnDescription[];
  kinds: { name: string; id: number; system: string; doc: string; fields: ColumnDescription[] }[];
  enums: Record<string, { name: string; value: number; doc: string }[]>;
  structs: Record<string, { size: number; fields: FieldDescription[] }>;
}

export interface TraceModule {
  readonly api: TraceExports;
  readonly description: TraceDescription;
  /** Reads the structs of trace.def. */
  readonly decoder: Decoder;
}

/** A new instance. Throws when the file is of another ABI than these sources were written for. */
export async function instantiateTrace(module: WebAssembly.Module): Promise<TraceModule> {
  const instance = await WebAssembly.instantiate(module, {});
  const api = instance.exports as unknown as TraceExports;
  api._initialize();
  const version = api.mms_trace_abi_version();
  if (version !== TRACE_ABI_VERSION) {
    throw new Error(
      `mmtrace.wasm has ABI ${version}, this page was built for ${TRACE_ABI_VERSION}. Reload the page.`,
    );
  }
  const at = api.mms_trace_describe();
  const text = new Uint8Array(api.memory.buffer, at, api.mms_trace_describe_len());
  const description = JSON.parse(new TextDecoder().decode(text)) as TraceDescription;
  return { api, description, decoder: decoderOf(description) };
}

/** The records of this module are structs only: no events, no state. */
function decoderOf({ abi, enums, structs }: TraceDescription): Decoder {
  const none = { type: 'u8', offset: 0 };
  return new Decoder({
    abi,
    event: { size: 0, line: none, kind: none, common: [], kinds: [] },
    enums,
    params: [],
    param_texts: [],
    state: { tables: [] },
    structs,
  });
}
