/**
 * The exported functions of mmscope.wasm (wasm-core/include/mms/abi.h) and its description of itself.
 * One instance is one session: one source, its log, its visible state, its verdicts.
 */
import { ABI_VERSION } from '../gen/tables';

interface CoreExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  mms_abi_version(): number;
  mms_describe(): number;
  mms_describe_len(): number;
  mms_reset(maxEvents: number, maxBytes: number): number;
  mms_error(): number;
  mms_staging(bytes: number): number;
  mms_reader_begin(): number;
  mms_reader_feed(bytes: number): number;
  mms_reader_end(): number;
  mms_reader_more(): number;
  mms_report(): number;
  mms_param_set(param: number, index: number, value: bigint): number;
  mms_param_get(param: number, index: number): bigint;
  mms_param_text(param: number, index: number, bytes: number): number;
  mms_model_begin(): number;
  mms_zone_mark(mark: number, min: bigint, managed: bigint, scale: bigint): bigint;
  mms_asif_begin(own: number): number;
  mms_model_run(maxDecisions: number): number;
  mms_model_keep(events: number): number;
  mms_write_begin(): number;
  mms_write_next(maxBytes: number): number;
  mms_event_count(): number;
  mms_event_at(index: number): number;
  mms_counterpart(): number;
  mms_decision_count(): number;
  mms_decisions(): number;
  mms_seek(n: number): number;
  mms_check_begin(): number;
  mms_check_run(maxEvents: number): number;
  mms_verdicts(): number;
  mms_totals(): number;
  mms_mode_totals(mode: number): number;
  mms_balance(): number;
  mms_balances(): number;
  mms_alternatives_at(event: number): number;
  mms_alternatives_begin(): number;
  mms_alternatives_run(maxEvents: number): number;
  mms_alternatives_differing(): number;
  mms_alternatives_totals(mode: number): number;
  mms_measure(): number;
  mms_measure_part(first: number, stop: number): number;
  mms_measured(): number;
  mms_spread_part(first: number, stop: number): number;
  mms_spreads(): number;
}

/** A field of a record, as the core describes it. Offsets in bytes from the record's start. */
export interface FieldDescription {
  name: string;
  type: string;
  offset: number;
  lanes: number;
  enum: string | null;
}

export interface Description {
  abi: number;
  event: {
    size: number;
    line: { type: string; offset: number };
    kind: { type: string; offset: number };
    common: FieldDescription[];
    /** `hex` names fields of one number whose text in a capture is hexadecimal. */
    kinds: { name: string; id: number; fields: FieldDescription[]; hex: string[] }[];
  };
  enums: Record<string, { name: string; value: number }[]>;
  params: { name: string; id: number; count: number; enum: string | null }[];
  param_texts: { name: string; id: number; count: number; bytes: number }[];
  state: {
    tables: { name: string; rows: number; offset: number; stride: number; columns: FieldDescription[] }[];
  };
  structs: Record<string, { size: number; fields: FieldDescription[] }>;
}

export interface Core {
  readonly api: CoreExports;
  readonly description: Description;
}

/** A new instance. Throws when the file is of another ABI than these sources were written for. */
export async function instantiate(module: WebAssembly.Module): Promise<Core> {
  const instance = await WebAssembly.instantiate(module, {});
  const api = instance.exports as unknown as CoreExports;
  api._initialize();
  const version = api.mms_abi_version();
  if (version !== ABI_VERSION) {
    throw new Error(
      `mmscope.wasm has ABI ${version}, this page was built for ${ABI_VERSION}. Reload the page.`,
    );
  }
  // The call may grow the memory, so take the view after it.
  const at = api.mms_describe();
  const text = new Uint8Array(api.memory.buffer, at, api.mms_describe_len());
  return { api, description: JSON.parse(new TextDecoder().decode(text)) as Description };
}
