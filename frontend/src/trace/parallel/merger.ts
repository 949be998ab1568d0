/**
 * Parts of a text put together in order, so that all is as one reader would have it: strings are numbered as they first
 * come, lines are counted on, and what a part took for granted of the lines before it is compared with what these left.
 */
import type { Renumbering } from '../reader/column-builder';
import type { TraceCarryStruct, TraceReportStruct } from '../gen/tables';
import type { TraceDescription } from '../reader/module';
import {
  countsOf,
  fieldsOf,
  type Carry,
  type Generic,
  type PartResult,
  type TextRead,
  type TraceReader,
} from '../reader/reader';
import { stringOf } from '../store/strings';
import { ParallelRefusal } from './errors';

/** Well below what one reader has room for (names.h, internal.h): beyond, what finds none depends on all before it. */
const ROOM = { strings: 1 << 17, bytes: 16 << 20, learned: 2048, generics: 2048 };

/** How members of the report come of those of two parts: sums, unless it is said here. The rest is the later one's. */
const LEAST = new Set(['ts_first']);
const MOST = new Set(['ts_last', 'cpus']);
const EITHER = new Set(['cut_first', 'cut_last']);
/** Texts of the first part that has one. */
const FIRST = new Set(['unknown_field']);

/** What the lines of a part may depend on beside times. */
const SETTINGS = ['format', 'clock', 'release', 'version', 'timed', 'apart', 'layout'] as const;

const latin1 = new TextDecoder('latin1');

export class PartMerger implements TextRead {
  readonly #reader: TraceReader;
  readonly #report: Uint8Array<ArrayBuffer>;
  readonly #counts = new BigUint64Array(256);
  readonly #last = new Map<number, bigint>();
  /** By their bytes: two texts may be shown alike. */
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  #nameBytes = 0;
  readonly #learned = new Set<number>();
  readonly #generics = new Map<number, Generic>();
  #carry: Carry;

  /** Of the first part, which the reader has just read; it decodes the others, too. */
  constructor(reader: TraceReader) {
    const result = reader.result();
    this.#reader = reader;
    this.#report = result.report;
    this.#carry = result.carry;
    result.cpus.forEach((cpu, i) => this.#last.set(cpu, result.last[i] ?? 0n));
    this.#tables(result, 0);
  }

  get description(): TraceDescription {
    return this.#reader.description;
  }

  /** What the next part goes on with. */
  get carry(): Carry {
    return this.#carry;
  }

  /** Whether a part that was read with `guess` is what it would be if it had been read with what the lines before it
   * left behind. */
  fits(part: PartResult, guess: Carry): boolean {
    if (guess === this.#carry) return true;
    const [guessed, left, after] = [this.#struct(guess), this.#struct(this.#carry), this.#struct(part.carry)];
    if (guessed.lost_waits !== 0 || left.lost_waits !== 0) return false;
    if (SETTINGS.some((name) => guessed[name] !== left[name])) return false;
    if (after.asked_ts !== 0 && this.#u64(guess, 'ts') !== this.#u64(this.#carry, 'ts')) return false;
    return this.#u64(this.#carry, 'ts_last') <= this.#u64(part.carry, 'asked_last');
  }

  /** Takes the next part, but for its rows: what their numbers are here. */
  add(part: PartResult, guess: Carry): Renumbering {
    const lines = this.report().lines - this.#struct(guess).lines;
    this.#order(part);
    this.#merge(part.report, lines);
    const names = this.#tables(part, lines);
    this.#carry = this.#after(part);
    return { names, lines };
  }

  /** What a part leaves behind. What it only handed on of its guess is what the lines before it left. */
  #after({ report, carry }: PartResult): Carry {
    const after = carry.slice();
    const [view, own] = [viewOf(after), viewOf(report)];
    const at = (name: keyof TraceCarryStruct) => this.#place(name);
    view.setBigUint64(
      at('ts_last'),
      viewOf(this.#report).getBigUint64(this.#field('ts_last').offset, true),
      true,
    );
    if (own.getBigUint64(this.#field('events').offset, true) === 0n)
      view.setBigUint64(at('ts'), this.#u64(this.#carry, 'ts'), true);
    return after;
  }

  /** Rows of a kind begin with one that is earlier than the last one of the part before. */
  unsorted(): void {
    this.#report[this.#field('sorted').offset] = 0;
  }

  report(): TraceReportStruct {
    const report = this.#reader.decoded('trace_report', this.#report) as TraceReportStruct;
    return { ...report, names: this.#names.length, generics: this.#generics.size };
  }

  names(): string[] {
    return [...this.#names];
  }

  counts() {
    return countsOf(this.description, this.#counts);
  }

  generics(): Generic[] {
    return [...this.#generics.values()];
  }

  /** Lines that can be read apart are of formats that have no maps. */
  mapValues(): [] {
    return [];
  }

  #tables(part: PartResult, lines: number): Uint32Array {
    const names = this.#strings(part);
    part.counts.forEach((n, kind) => {
      this.#counts[kind] = (this.#counts[kind] ?? 0n) + n;
    });
    for (const number of part.learned) this.#learned.add(names[number] ?? 0);
    for (const { name, fields, count, line } of part.generics) {
      const number = names[name] ?? 0;
      const known = this.#generics.get(number);
      if (known) known.count += count;
      else {
        const kind = { name: this.#names[number] ?? '', fields: fieldsOf(fields), count, line: line + lines };
        this.#generics.set(number, kind);
      }
    }
    const full =
      (this.#reader.decoded('trace_report', part.report) as TraceReportStruct).names_full > 0 ||
      this.#names.length > ROOM.strings ||
      this.#nameBytes > ROOM.bytes ||
      this.#learned.size > ROOM.learned ||
      this.#generics.size > ROOM.generics;
    if (full) throw new ParallelRefusal();
    return names;
  }

  /** The part's strings, numbered as they first come. */
  #strings({ heap, lengths }: PartResult): Uint32Array {
    const bytes = latin1.decode(heap);
    let at = 0;
    return lengths.map((length) => {
      const string = bytes.slice(at, at + length);
      const known = this.#numbers.get(string);
      if (known === undefined) {
        this.#numbers.set(string, this.#names.length);
        this.#names.push(stringOf(heap.subarray(at, at + length)));
        this.#nameBytes += length;
      }
      at += length;
      return known ?? this.#names.length - 1;
    });
  }

  /** The first event on a CPU beside the last one before. */
  #order({ cpus, first, last }: PartResult): void {
    let reordered = 0n;
    cpus.forEach((cpu, i) => {
      if ((first[i] ?? 0n) < (this.#last.get(cpu) ?? 0n)) reordered++;
      this.#last.set(cpu, last[i] ?? 0n);
    });
    const view = viewOf(this.#report);
    const { offset } = this.#field('reordered');
    view.setBigUint64(offset, view.getBigUint64(offset, true) + reordered, true);
  }

  #merge(part: Uint8Array<ArrayBuffer>, lines: number): void {
    const [a, b] = [viewOf(this.#report), viewOf(part)];
    for (const { name, type, offset } of this.#fields('trace_report')) {
      if (type === 'u64') {
        const [x, y] = [a.getBigUint64(offset, true), b.getBigUint64(offset, true)];
        const both = LEAST.has(name) ? (x < y ? x : y) : MOST.has(name) ? (x > y ? x : y) : x + y;
        a.setBigUint64(offset, both, true);
      } else if (MOST.has(name)) {
        a.setUint32(offset, Math.max(a.getUint32(offset, true), b.getUint32(offset, true)), true);
      } else if (EITHER.has(name)) {
        a.setUint8(offset, a.getUint8(offset) | b.getUint8(offset));
      } else if (name === 'sorted') {
        a.setUint8(offset, a.getUint8(offset) & b.getUint8(offset));
      }
    }
    this.#bad(part, lines);
    for (const { name, offset, type, lanes } of this.#fields('trace_report')) {
      const bytes = type === 'text' ? lanes : name === 'clock' ? 1 : 0;
      if (FIRST.has(name) && this.#report[offset] !== 0) continue;
      this.#report.set(part.subarray(offset, offset + bytes), offset);
    }
  }

  /** The first unreadable lines of both. */
  #bad(part: Uint8Array<ArrayBuffer>, lines: number): void {
    const { offset, lanes } = this.#field('first_bad');
    const size = this.description.structs['trace_bad']?.size ?? 0;
    const [line, why] = ['line', 'why'].map(
      (name) => this.#fields('trace_bad').find((field) => field.name === name)?.offset ?? 0,
    ) as [number, number];
    const used = (report: Uint8Array, i: number) => report[offset + i * size + why] !== 0;
    let n = 0;
    while (n < lanes && used(this.#report, n)) n++;
    for (let i = 0; n < lanes && i < lanes && used(part, i); i++, n++) {
      const [from, to] = [offset + i * size, offset + n * size];
      this.#report.set(part.subarray(from, from + size), to);
      const view = viewOf(this.#report);
      view.setBigUint64(to + line, view.getBigUint64(to + line, true) + BigInt(lines), true);
    }
  }

  #struct(carry: Carry): TraceCarryStruct {
    return this.#reader.decoded('trace_carry', carry) as TraceCarryStruct;
  }

  #u64(carry: Carry, name: keyof TraceCarryStruct): bigint {
    return viewOf(carry).getBigUint64(this.#place(name), true);
  }

  #place(name: keyof TraceCarryStruct): number {
    return this.#fields('trace_carry').find((field) => field.name === name)?.offset ?? 0;
  }

  #fields(struct: string) {
    return this.description.structs[struct]?.fields ?? [];
  }

  #field(name: keyof TraceReportStruct) {
    const field = this.#fields('trace_report').find((f) => f.name === name);
    if (!field) throw new Error(`mmtrace.wasm's report has no ${name}`);
    return field;
  }
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) =>
  new DataView(buffer, byteOffset, length);
