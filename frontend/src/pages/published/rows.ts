/**
 * The rows of the published tables.
 *
 * A line of a table is what its labels name. A *row* is one ratio: a cell of a line, divided by the cell it is
 * to be compared with: another column of the line, the same column of another line, or the sum of the line.
 * A cell that tells a ratio or a direction in words is a row by itself; so are cells that are to be equal.
 */
import { numberIn, plain, ratioIn, type Range } from './cells';
import type {
  Cell,
  Direction,
  Double,
  Match,
  Measure,
  ModelEntry,
  PublishedDocument,
  PublishedTable,
  Reason,
  Scalar,
} from '../../capture/sources/published-document';

type RowKind =
  /** A ratio of two cells, or in words. */
  | 'ratio'
  /** A share of the line's sum. */
  | 'share'
  /** A direction without a ratio: in words, or from nothing to something. */
  | 'direction'
  /** Nothing before, nothing after: the same is asked of the model. */
  | 'nothing'
  /** What was printed, as it stands. */
  | 'equal'
  /** A value that words tell, or that is printed beside nothing to divide it by. */
  | 'value';

export interface Row {
  /** Stable, readable: table, labels, column. */
  id: string;
  table: string;
  kind: RowKind;
  /** Index of the line in the table. */
  line: number;
  label: string;
  /** The cell, and the one it is compared with (not in words). */
  column: string;
  baseline: { line: number; column: string } | null;
  published: {
    ratio: Range | null;
    direction: Direction | null;
    baseline: Cell;
    value: Cell;
    /** The value that is stated. */
    states?: number;
  };
  what: string;
  measure: Measure;
  /** For shares: measures of all columns of the line. */
  whole: readonly Measure[];
  /** Scenarios, as in `runs.ts`. */
  runs: { baseline: readonly string[]; variant: readonly string[] };
  within: number;
  /** The fit of the table, as `table/fit`. */
  fitted: { id: string; why: string } | null;
  /** The row that says the same and counts in its place, by id. */
  double: { of: string; why: string } | null;
  /** Parameters were looked for with this row in view, if not by it. */
  searched: boolean;
  /** Why it is no evidence, of rows without a ratio. */
  noEvidence: string | null;
  /** Why constants that were fitted do not move it; `variations.ts` has the proof. */
  untouched: string | null;
  /** Why a model that decides by these rules cannot have it wrong. */
  constructed: string | null;
  /** Why it is known to lie outside. */
  miss: string | null;
}

/** Cells no model answers. */
export interface Unmodelled {
  line: number;
  columns: readonly string[];
  reason: string;
}

export interface TableRows {
  table: PublishedTable;
  rows: readonly Row[];
  unmodelled: readonly Unmodelled[];
}

export const WITHIN = 0.25;
/** Of a value that is stated, which has no error of measurement. */
const EXACTLY = 0.01;
/** A change of at most so much is none. */
const KEEPS = 0.05;

export function directionOf(ratio: number): Direction {
  return ratio < 1 - KEEPS ? 'falls' : ratio > 1 + KEEPS ? 'rises' : 'keeps';
}

/** Rows that have an answer and no ratio: lists, values, directions, nothing. */
export function isStated({ kind }: Pick<Row, 'kind'>): boolean {
  return kind !== 'ratio' && kind !== 'share';
}

/** Of those, printed figures, which tell a size; others are right or wrong. */
export function hasSize({ kind, measure, published }: Pick<Row, 'kind' | 'measure' | 'published'>): boolean {
  if (kind === 'value') return numberIn(published.value) !== null;
  return kind === 'nothing' && 'step' in measure;
}

/** What tells a line from the others, in words; the scenario that repeats it is no part of that. */
export function labelOf({ labels, columns, rows }: PublishedTable, line: number): string {
  return labels
    .filter((label) => label !== 'scenario')
    .map((label) => plain(rows[line]?.[columns.indexOf(label)]))
    .join(', ');
}

function isMeasure(given: Measure | Readonly<Record<string, Measure>>): given is Measure {
  return ['stat', 'state', 'list', 'core'].some((key) => key in given);
}

/** All tables of a document, in order. Throws a sentence when a cell is not accounted for. */
export function expand(document: PublishedDocument): TableRows[] {
  const tables = document.tables.map((table) => new Expansion(table, document).result());
  const rows = new Map(tables.flatMap((table) => table.rows.map((row) => [row.id, row])));
  for (const row of rows.values()) row.double &&= { ...row.double, of: rootOf(row, rows) };
  return tables;
}

/** Of doubles of doubles, the one that counts. Throws a sentence when there is none. */
function rootOf(row: Row, rows: ReadonlyMap<string, Row>): string {
  const seen = new Set([row.id]);
  for (let at = row; at.double;) {
    const next = rows.get(at.double.of);
    if (!next) throw new Error(`${at.id}: there is no row ${at.double.of} to be a double of`);
    if (seen.has(next.id)) throw new Error(`${at.id}: rows are doubles of each other`);
    seen.add(next.id);
    at = next;
  }
  return [...seen].at(-1) ?? row.id;
}

class Expansion {
  readonly #table: PublishedTable;
  readonly #iterations: readonly string[];
  readonly #searched: boolean;
  /** Of each line, the columns nobody has accounted for. */
  readonly #left: Set<string>[];
  readonly #rows: Row[] = [];
  readonly #unmodelled: Unmodelled[] = [];

  constructor(table: PublishedTable, { iterations = [], searched }: PublishedDocument) {
    this.#table = table;
    this.#iterations = iterations;
    this.#searched = searched !== undefined;
    const { columns, labels, derived = [] } = table;
    this.#left = table.rows.map(
      (line) =>
        new Set(
          columns.filter((c, i) => !labels.includes(c) && !derived.includes(c) && (line[i] ?? null) !== null),
        ),
    );
  }

  result(): TableRows {
    for (const entry of this.#table.models ?? []) this.#take(entry);
    this.#left.forEach((left, line) => {
      if (left.size === 0) return;
      const reason = this.#table.not_modelled;
      if (reason === undefined)
        this.#fail(`nobody accounts for ${[...left].join(', ')} of ${this.#label(line)}`);
      this.#unmodelled.push({ line, columns: [...left], reason });
    });
    for (const part of [
      'fitted',
      'levels',
      'doubles',
      'no_evidence',
      'untouched',
      'constructed',
      'misses',
    ] as const) {
      for (const { match, columns } of this.#table[part] ?? []) {
        if (!this.#rows.some((row) => this.#touches(row, match, columns))) {
          this.#fail(`${part} names no row: ${JSON.stringify(match)}`);
        }
      }
    }
    return { table: this.#table, rows: this.#rows, unmodelled: this.#unmodelled };
  }

  #take(entry: ModelEntry): void {
    const { labels, columns, derived = [] } = this.#table;
    const lines = this.#lines(entry.match);
    if (lines.length === 0) this.#fail(`an entry picks no line: ${JSON.stringify(entry.match)}`);
    const picked = entry.columns ?? columns.filter((c) => !labels.includes(c) && !derived.includes(c));
    for (const column of picked) this.#at(column);
    for (const line of lines) {
      if (entry.not_modelled !== undefined) {
        const own = picked.filter((c) => this.#cell(line, c) !== null);
        this.#unmodelled.push({ line, columns: own, reason: entry.not_modelled });
        for (const column of own) this.#account(line, column);
      } else if (entry.against === 'equal') this.#equal(entry, line, picked);
      else if (entry.against === 'value') for (const column of picked) this.#value(entry, line, column);
      else for (const column of picked) this.#compare(entry, line, column, picked);
    }
  }

  #equal(entry: ModelEntry, line: number, picked: readonly string[]): void {
    for (const column of picked) this.#account(line, column);
    const cells = picked.map((c) => this.#cell(line, c));
    const value = cells.length === 1 ? (cells[0] ?? null) : cells.map(plain);
    const column = picked.join(', ');
    this.#row(entry, {
      kind: 'equal',
      line,
      column,
      baseline: null,
      published: { ratio: null, direction: null, baseline: null, value },
      runs: { baseline: entry.baseline ?? [], variant: this.#runs(line, picked[0] ?? '') },
    });
  }

  #value(entry: ModelEntry, line: number, column: string): void {
    const value = this.#cell(line, column);
    if (value === null) return;
    this.#account(line, column);
    const states = entry.states ?? this.#number(line, column);
    this.#row(entry, {
      kind: 'value',
      line,
      column,
      baseline: null,
      published: { ratio: null, direction: null, baseline: null, value, states },
      within: entry.within ?? EXACTLY,
      runs: entry.runs ?? { baseline: [], variant: this.#runs(line, column) },
    });
  }

  #compare(entry: ModelEntry, line: number, column: string, picked: readonly string[]): void {
    const value = this.#cell(line, column);
    if (value === null) return;
    this.#account(line, column);
    if (entry.against === 'words') {
      const ratio = entry.expect ? null : (entry.as ?? ratioIn(value));
      if (!ratio && !entry.expect) this.#fail(`“${plain(value)}” states no ratio`);
      if (!entry.runs) this.#fail(`no runs for “${plain(value)}”`);
      this.#row(entry, {
        kind: ratio ? 'ratio' : 'direction',
        line,
        column,
        baseline: null,
        published: {
          ratio,
          direction: entry.expect ?? (ratio && directionOf((ratio[0] + ratio[1]) / 2)),
          baseline: null,
          value,
        },
        runs: entry.runs,
      });
      return;
    }
    const number = this.#number(line, column);
    const variant = this.#runs(line, column);
    if (entry.against === 'line') {
      const sum = picked.reduce((all, c) => all + this.#number(line, c), 0);
      const share = number / sum;
      this.#row(entry, {
        kind: 'share',
        line,
        column,
        baseline: null,
        published: { ratio: [share, share], direction: null, baseline: null, value },
        whole: picked.map((c) => this.#measure(entry, c)),
        runs: { baseline: variant, variant },
      });
      return;
    }
    const at = this.#baseline(entry, line, column);
    this.#account(at.line, at.column);
    const before = this.#number(at.line, at.column);
    const ratio: Range | null = before === 0 ? null : [number / before, number / before];
    this.#row(entry, {
      kind: ratio ? 'ratio' : number === 0 ? 'nothing' : 'direction',
      line,
      column,
      baseline: at,
      published: {
        ratio,
        direction: entry.expect ?? (ratio ? directionOf(ratio[0]) : number === 0 ? 'keeps' : 'rises'),
        baseline: this.#cell(at.line, at.column),
        value,
      },
      runs: { baseline: this.#runs(at.line, at.column), variant },
    });
  }

  #row(
    entry: ModelEntry,
    row: Pick<Row, 'kind' | 'line' | 'column' | 'baseline' | 'published' | 'runs'> & {
      whole?: readonly Measure[];
      within?: number;
    },
  ): void {
    if (entry.expect && entry.against !== 'words' && !entry.why)
      this.#fail('a ratio is taken for another without a why');
    const {
      fitted = [],
      doubles = [],
      no_evidence: noEvidence = [],
      untouched = [],
      constructed = [],
      misses = [],
      id,
    } = this.#table;
    const full: Row = {
      whole: [],
      within: entry.within ?? WITHIN,
      ...row,
      id: this.#id(row.line, row.column),
      table: id,
      label: this.#label(row.line),
      what: entry.what ?? '',
      measure: this.#measure(entry, row.column),
      fitted: null,
      double: null,
      searched: this.#searched && entry.runs === undefined,
      noEvidence: null,
      untouched: null,
      constructed: null,
      miss: null,
    };
    const fit = fitted.find((f) => this.#touches(full, f.match, f.columns));
    if (fit) full.fitted = { id: `${id}/${fit.id}`, why: fit.why };
    const double = doubles.find((d) => this.#picks(full, d.match, d.columns));
    if (double) full.double = { of: this.#other(full, double.of), why: double.why };
    const why = (reasons: readonly Reason[]) =>
      reasons.find((r) => this.#picks(full, r.match, r.columns))?.why ?? null;
    full.noEvidence = why(noEvidence);
    full.untouched = why(untouched);
    full.constructed = why(constructed);
    full.miss = why(misses);
    if (full.noEvidence !== null && !isStated(full))
      this.#fail(`${full.id} has a ratio, and cannot be “no evidence”`);
    if (full.noEvidence !== null && full.untouched !== null)
      this.#fail(`${full.id} is both untouched and no evidence`);
    this.#rows.push(full);
  }

  /** Whether one of the row's cells, its baseline included, is of those. */
  #touches(row: Row, match: Match | undefined, columns: readonly string[] | undefined): boolean {
    const at = row.baseline;
    const hit = (line: number, column: string) =>
      this.#fits(line, match) && (!columns || columns.some((c) => column.split(', ').includes(c)));
    return hit(row.line, row.column) || (at !== null && hit(at.line, at.column));
  }

  #picks(row: Row, match: Match | undefined, columns: readonly string[] | undefined): boolean {
    return this.#fits(row.line, match) && (!columns || columns.includes(row.column));
  }

  #baseline(entry: ModelEntry, line: number, column: string): { line: number; column: string } {
    const { against } = entry;
    if (typeof against !== 'object') this.#fail(`an entry does not say what ${column} is compared with`);
    if ('column' in against) return { line, column: against.column };
    return { line: this.#beside(line, against.line), column };
  }

  /** The line with the same labels, but for these. */
  #beside(line: number, labels: Match): number {
    const own: Record<string, Scalar> = {};
    for (const label of this.#table.labels) {
      const cell = this.#cell(line, label);
      if (typeof cell === 'string' || typeof cell === 'number') own[label] = cell;
    }
    const [at] = this.#lines({ ...own, ...labels });
    if (at === undefined) this.#fail(`${this.#label(line)} has no line to be compared with`);
    return at;
  }

  #other({ line, column }: Row, of: Double['of']): string {
    if ('row' in of) return of.row;
    return 'column' in of ? this.#id(line, of.column) : this.#id(this.#beside(line, of.line), column);
  }

  #id(line: number, column: string): string {
    return `${this.#table.id}/${this.#label(line)}/${column}`;
  }

  #measure(entry: ModelEntry, column: string): Measure {
    const { measure } = entry;
    const found = measure && !isMeasure(measure) ? measure[column] : measure;
    if (!found) this.#fail(`no measure for ${column}`);
    return found;
  }

  #runs(line: number, column: string): readonly string[] {
    const found = this.#table.runs?.find(
      (r) => (r.column === undefined || r.column === column) && this.#fits(line, r.match),
    );
    if (!found) this.#fail(`no scenario repeats ${column} of ${this.#label(line)}`);
    if (this.#iterations.length === 0) return found.scenarios;
    return found.scenarios.flatMap((run) =>
      this.#iterations.map((iteration) => `${run}${run.includes('?') ? '&' : '?'}${iteration}`),
    );
  }

  #lines(match: Match | undefined): number[] {
    return this.#table.rows.flatMap((_, line) => (this.#fits(line, match) ? [line] : []));
  }

  #fits(line: number, match: Match | undefined): boolean {
    return Object.entries(match ?? {}).every(([column, value]) => this.#cell(line, column) === value);
  }

  #at(column: string): number {
    const at = this.#table.columns.indexOf(column);
    if (at < 0) this.#fail(`there is no column ${column}`);
    return at;
  }

  #cell(line: number, column: string): Cell {
    return this.#table.rows[line]?.[this.#at(column)] ?? null;
  }

  #number(line: number, column: string): number {
    const cell = this.#cell(line, column);
    return numberIn(cell) ?? this.#fail(`“${plain(cell)}” is no number`);
  }

  #label(line: number): string {
    return labelOf(this.#table, line);
  }

  #account(line: number, column: string): void {
    this.#left[line]?.delete(column);
  }

  #fail(words: string): never {
    throw new Error(`${this.#table.id}: ${words}`);
  }
}
