/**
 * A capture in columns, as the worker holds it: what timeline, tables and queries read. Filled from
 * mmtrace.wasm (wasm-core/include/mms/trace_abi.h); plain data, no events as objects.
 */

export type Numbers =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int16Array
  | Int32Array
  | Float64Array
  | BigUint64Array
  | BigInt64Array;

/** As `column_type` of wasm-core/include/mms/trace.def says. */
export interface FieldInfo {
  name: string;
  type: string;
  unit: string;
  /** Numbers a row; more than 1 for a vector. */
  lanes: number;
  doc: string;
}

export interface TextColumn {
  /** Row i is the bytes from places[i] to places[i + 1] of the heap. */
  places: Uint32Array;
  heap: Uint8Array;
}

/** The rows of one kind, in order of time. */
export interface KindColumns {
  /** Its number and its name, as the kernel's tracepoint is called. */
  id: number;
  name: string;
  system: string;
  doc: string;
  /** Of an event that no table knows: its name and fields are the text's own. */
  own?: true;
  rows: number;
  /** ns since `TraceStore.base`. */
  ts: Float64Array;
  cpu: Uint16Array;
  /** The smallest number where the line does not tell. */
  pid: Int32Array;
  /** Number of a string in `TraceStore.names`. */
  comm: Uint32Array;
  /** Line of the text, from 1. */
  line: Uint32Array;
  /** The kind's own, by their order in the table. */
  fields: readonly (FieldInfo & { values: Numbers | TextColumn })[];
}

export interface TraceStore {
  /** Time of the earliest event, as recorded, in ns. */
  base: bigint;
  /** ns from the earliest event to the latest. */
  span: number;
  kinds: readonly KindColumns[];
  /** The dictionary: comm, flags, names of disks. Number 0 is the empty string. */
  names: readonly string[];
}
