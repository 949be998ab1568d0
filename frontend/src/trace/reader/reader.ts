/**
 * One trace text in one instance of mmtrace.wasm. Synchronous and free of any host: callers feed text in
 * pieces, cut anywhere, and pause between them.
 */
import { SourceError } from '../../core/error';
import type { ErrorStruct } from '../../core/gen/tables';
import type { Batch } from './column-builder';
import type {
  TraceBatchStruct,
  TraceCarryStruct,
  TraceColumnStruct,
  TraceFormatName,
  TraceGenericStruct,
  TraceMapValueStruct,
  TraceReportStruct,
} from '../gen/tables';
import { TRACE_ENUM_DOCS, TRACE_ENUMS } from '../gen/tables';
import { instantiateTrace, type TraceDescription, type TraceModule } from './module';
import { stringOf } from '../store/strings';

const MORE = 1;
/** Flags of mms_trace_begin(): the text of a capture instead of columns; what the next such text says of the machine. */
const [CAPTURE, MACHINE] = [1, 2];
const KINDS_MAX = 256;
/** For a text that is of none of them. */
const READABLE = `What can be read: ${Object.entries(TRACE_ENUM_DOCS.trace_format)
  .flatMap(([name, doc]) => (name === 'unknown' ? [] : [doc]))
  .join('; ')}.`;
/** So begins what the module says of a file that it knows to be something else. */
const KNOWN = 'this is ';
/** Bytes of the staging buffer at most. */
export const FEED_BYTES = 1 << 20;

export interface ReaderOptions {
  /** Null: recognised from the content. */
  format?: TraceFormatName;
  /** Gets each batch while it is in the module's memory: to be copied there and then. */
  batch?: (batch: Batch, memory: ArrayBuffer) => void;
  /** Instead of batches: text for mmscope.wasm, to be copied too. */
  text?: (bytes: Uint8Array) => void;
  /** Instead of both: the module keeps what this says of the machine for the capture that it reads next. */
  machine?: true;
}

/** An event that the table does not know. */
export interface Generic {
  name: string;
  /** Names of the fields its first line has. */
  fields: readonly string[];
  count: number;
  line: number;
}

/** A value of a map, as it was printed last. */
export interface MapValue extends Omit<TraceMapValueStruct, 'map' | 'key' | 'text' | 'low' | 'high'> {
  map: string;
  /** Empty: the map has no keys. */
  key: string;
  text: string;
  /** Of a bucket: its least value, and the first above it. Null: it has no such bound. */
  low: number | null;
  high: number | null;
}

/** The numbers that stand for no bound (wasm-core/trace/rows/map_value.h), as a double has them. */
const OPEN = 2 ** 63;

/** What is known of a text that was read: by one reader, or put together of its parts. */
export type TextRead = Pick<
  TraceReader,
  'description' | 'report' | 'counts' | 'generics' | 'mapValues' | 'names'
>;

/** All that a part of a text tells beside its rows, as the module has it, copied out of it. */
export interface PartResult {
  /** struct trace_report. */
  report: Uint8Array<ArrayBuffer>;
  counts: BigUint64Array<ArrayBuffer>;
  /** The dictionary: its strings one after another, and their lengths. */
  heap: Uint8Array<ArrayBuffer>;
  lengths: Uint32Array<ArrayBuffer>;
  /** `name`: its number in the dictionary. */
  generics: { name: number; fields: string; count: number; line: number }[];
  /** Numbers of names of events that the table does not have. */
  learned: Uint32Array<ArrayBuffer>;
  /** CPUs that have events, the first time of each in a part that goes on, and the last one. */
  cpus: Uint32Array<ArrayBuffer>;
  first: BigUint64Array<ArrayBuffer>;
  last: BigUint64Array<ArrayBuffer>;
  carry: Carry;
}

/** struct trace_carry: what a part leaves behind for the next one. */
export type Carry = Uint8Array<ArrayBuffer>;

/** CPUs whose order is watched: MMS_TRACE_CPUS. */
const CPUS = 8192;

export class TraceReader {
  readonly #module: TraceModule;
  #reading: ReaderOptions = {};
  #fed = false;
  #goesOn = false;

  private constructor(module: TraceModule) {
    this.#module = module;
  }

  static async create(module: WebAssembly.Module, reading: ReaderOptions): Promise<TraceReader> {
    const reader = new TraceReader(await instantiateTrace(module));
    reader.begin(reading);
    return reader;
  }

  /** Another text, after the end of the one before. */
  begin(reading: ReaderOptions): void {
    const number = Object.entries(TRACE_ENUMS.trace_format).find(([, name]) => name === reading.format)?.[0];
    const flags = reading.machine ? MACHINE : reading.text ? CAPTURE : 0;
    this.#reading = reading;
    this.#fed = false;
    this.#goesOn = false;
    this.#must(this.#module.api.mms_trace_begin(Number(number ?? 0), flags, 0));
  }

  /** A part of a text that goes on where `carry` was left behind. */
  goOn(carry: Carry, reading: ReaderOptions): void {
    const { api } = this.#module;
    const to = api.mms_trace_staging(carry.length);
    new Uint8Array(api.memory.buffer, to, carry.length).set(carry);
    this.#reading = reading;
    this.#fed = true;
    this.#goesOn = true;
    this.#must(api.mms_trace_go_on());
  }

  /** The part is complete and the text is not: instead of `end`. */
  part(): void {
    while (this.#must(this.#module.api.mms_trace_part()) === MORE) this.#take();
    this.#take();
  }

  carry(): Carry {
    return this.#bytes('trace_carry', this.#module.api.mms_trace_carry());
  }

  /** Whether other readers can go on where this one is. */
  canGoOn(): boolean {
    const { format, apart, timed } = this.decoded('trace_carry', this.carry()) as TraceCarryStruct;
    return format !== 'unknown' && apart !== 0 && timed !== 0;
  }

  result(): PartResult {
    const { api } = this.#module;
    const { names, generics } = this.report();
    const strings = Array.from({ length: names }, (_, i) => this.#nameBytes(i));
    const lengths = Uint32Array.from(strings, ({ length }) => length);
    const heap = new Uint8Array(lengths.reduce((sum, n) => sum + n, 0));
    let at = 0;
    for (const string of strings) {
      heap.set(string, at);
      at += string.length;
    }
    const learned: number[] = [];
    for (let n = api.mms_trace_learned(0); n !== 0; n = api.mms_trace_learned(learned.length))
      learned.push(n);
    const u64s = (at: number, n: number) => new BigUint64Array(api.memory.buffer, at, n);
    const [first, last] = [u64s(api.mms_trace_first_ts(), CPUS), u64s(api.mms_trace_last_ts(), CPUS)];
    const cpus = this.#cpus(api.mms_trace_last_ts());
    return {
      report: this.#bytes('trace_report', api.mms_trace_report()),
      counts: u64s(api.mms_trace_counts(), KINDS_MAX).slice(),
      heap,
      lengths,
      generics: Array.from({ length: generics }, (_, row) => this.#generic(row)),
      learned: Uint32Array.from(learned),
      cpus,
      first: BigUint64Array.from(cpus, (cpu) => first[cpu] ?? 0n),
      last: BigUint64Array.from(cpus, (cpu) => last[cpu] ?? 0n),
      carry: this.carry(),
    };
  }

  /** Those whose last time is not what stands for none. In halves: no bigint for each. */
  #cpus(at: number): Uint32Array<ArrayBuffer> {
    const halves = new Uint32Array(this.#module.api.memory.buffer, at, 2 * CPUS);
    const none = this.#goesOn ? 0xffffffff : 0;
    const cpus: number[] = [];
    for (let cpu = 0; cpu < CPUS; cpu++)
      if (halves[2 * cpu] !== none || halves[2 * cpu + 1] !== none) cpus.push(cpu);
    return Uint32Array.from(cpus);
  }

  /** A struct that was copied out of the module. */
  decoded(name: string, bytes: Uint8Array): unknown {
    return this.#module.decoder.struct(name, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0);
  }

  get description() {
    return this.#module.description;
  }

  /** Throws SourceError when the text is of no format that can be read. */
  feed(bytes: Uint8Array): void {
    const { api } = this.#module;
    for (let at = 0; at < bytes.length; at += FEED_BYTES) {
      const piece = bytes.subarray(at, at + FEED_BYTES);
      this.#fed = true;
      const to = api.mms_trace_staging(piece.length);
      if (to === 0) throw new SourceError('The reader has no memory left.');
      new Uint8Array(api.memory.buffer, to, piece.length).set(piece);
      for (let n = piece.length; this.#must(api.mms_trace_feed(n)) === MORE; n = 0) this.#take();
      if (this.#reading.text) this.#take();
    }
  }

  end(): void {
    while (this.#must(this.#module.api.mms_trace_end()) === MORE) this.#take();
    this.#take();
  }

  report(): TraceReportStruct {
    return this.#struct('trace_report', this.#module.api.mms_trace_report()) as TraceReportStruct;
  }

  names(): string[] {
    return Array.from({ length: this.report().names }, (_, i) => this.#name(i));
  }

  /** Events by kind, of the kinds that occur. */
  counts(): { id: number; name: string; system: string; count: number }[] {
    const { api } = this.#module;
    const counts = new BigUint64Array(api.memory.buffer, api.mms_trace_counts(), KINDS_MAX);
    return countsOf(this.description, counts);
  }

  generics(): Generic[] {
    return Array.from({ length: this.report().generics }, (_, row) => {
      const { name, fields, count, line } = this.#generic(row);
      return { name: this.#name(name), fields: fieldsOf(fields), count, line };
    });
  }

  mapValues(): MapValue[] {
    const { api } = this.#module;
    return Array.from({ length: this.report().map_values }, (_, row) => {
      const value = this.#struct('trace_map_value', api.mms_trace_map_value(row)) as TraceMapValueStruct;
      const [map, key, text] = [this.#name(value.map), this.#name(value.key), this.#name(value.text)];
      const [low, high] = [value.low === -OPEN ? null : value.low, value.high === OPEN ? null : value.high];
      return { ...value, map, key, text, low, high };
    });
  }

  #generic(row: number): PartResult['generics'][number] {
    const { api } = this.#module;
    const { name, fields, fields_len, count, line } = this.#struct(
      'trace_generic',
      api.mms_trace_generic(row),
    ) as TraceGenericStruct;
    return { name, fields: stringOf(new Uint8Array(api.memory.buffer, fields, fields_len)), count, line };
  }

  #take(): void {
    const { api } = this.#module;
    const { batch, text } = this.#reading;
    if (text) {
      const at = api.mms_trace_text();
      if (at !== 0) text(new Uint8Array(api.memory.buffer, at, api.mms_trace_text_len()));
      return;
    }
    for (let at = api.mms_trace_take(); at !== 0; at = api.mms_trace_take()) {
      batch?.(this.#batch(at), api.memory.buffer);
    }
  }

  #batch(at: number): Batch {
    const batch = this.#struct('trace_batch', at) as TraceBatchStruct;
    const columns = Array.from(
      { length: batch.columns },
      (_, i) => this.#struct('trace_column', batch.column, i) as TraceColumnStruct,
    );
    return { ...batch, columns };
  }

  #name(number: number): string {
    return stringOf(this.#nameBytes(number));
  }

  #nameBytes(number: number): Uint8Array {
    const { api } = this.#module;
    return new Uint8Array(api.memory.buffer, api.mms_trace_name(number), api.mms_trace_name_len(number));
  }

  #bytes(name: string, at: number): Uint8Array<ArrayBuffer> {
    const size = this.description.structs[name]?.size ?? 0;
    return new Uint8Array(this.#module.api.memory.buffer, at, size).slice();
  }

  #struct(name: string, at: number, index = 0): unknown {
    const view = new DataView(this.#module.api.memory.buffer);
    return this.#module.decoder.struct(name, view, at, index);
  }

  #must(status: number): number {
    if (status >= 0) return status;
    const error = this.#struct('error', this.#module.api.mms_trace_error()) as ErrorStruct;
    const sentence = error.text.replace(/^line \d+: /, '') || `The reader answered ${status}.`;
    const known = sentence.startsWith(KNOWN);
    // A text of no format is wrong from its first line on; what is known to be something else says what to do.
    const unknown = error.status === 'format' && this.#fed && !known;
    throw new SourceError(known ? `T${sentence.slice(1)}` : sentence, {
      line: error.line > 0 ? error.line : unknown ? 1 : null,
      advice: unknown ? READABLE : '',
    });
  }
}

/** Events by kind, of the kinds that occur. */
export function countsOf({ kinds }: TraceDescription, counts: BigUint64Array) {
  return kinds.flatMap(({ id, name, system }) => {
    const count = Number(counts[id] ?? 0n);
    return count > 0 ? [{ id, name, system, count }] : [];
  });
}

/** Names of fields as the module tells them. */
export const fieldsOf = (names: string): string[] => names.split(' ').filter(Boolean);
