/**
 * One trace text in one instance of mmtrace.wasm. Synchronous and free of any host: callers feed text in
 * pieces, cut anywhere, and pause between them.
 */
import { SourceError } from '../core/error';
import type { ErrorStruct } from '../core/gen/tables';
import type { Batch } from './columns';
import type {
  TraceBatchStruct,
  TraceColumnStruct,
  TraceFormatName,
  TraceGenericStruct,
  TraceReportStruct,
} from './gen/tables';
import { TRACE_ENUM_DOCS, TRACE_ENUMS } from './gen/tables';
import { instantiateTrace, type TraceModule } from './module';
import { words } from './words';

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

export interface Reading {
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

export class TraceReader {
  readonly #module: TraceModule;
  #reading: Reading = {};
  #fed = false;

  private constructor(module: TraceModule) {
    this.#module = module;
  }

  static async create(module: WebAssembly.Module, reading: Reading): Promise<TraceReader> {
    const reader = new TraceReader(await instantiateTrace(module));
    reader.begin(reading);
    return reader;
  }

  /** Another text, after the end of the one before. */
  begin(reading: Reading): void {
    const number = Object.entries(TRACE_ENUMS.trace_format).find(([, name]) => name === reading.format)?.[0];
    const flags = reading.machine ? MACHINE : reading.text ? CAPTURE : 0;
    this.#reading = reading;
    this.#fed = false;
    this.#must(this.#module.api.mms_trace_begin(Number(number ?? 0), flags, 0));
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
    return this.description.kinds.flatMap(({ id, name, system }) => {
      const count = Number(counts[id] ?? 0n);
      return count > 0 ? [{ id, name, system, count }] : [];
    });
  }

  generics(): Generic[] {
    return Array.from({ length: this.report().generics }, (_, row) => {
      const at = this.#module.api.mms_trace_generic(row);
      const { name, fields, count, line } = this.#struct('trace_generic', at) as TraceGenericStruct;
      return { name: this.#name(name), fields: this.#name(fields).split(' ').filter(Boolean), count, line };
    });
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
    const { api } = this.#module;
    const bytes = new Uint8Array(
      api.memory.buffer,
      api.mms_trace_name(number),
      api.mms_trace_name_len(number),
    );
    return words(bytes);
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
