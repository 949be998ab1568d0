/** What a file of datasets/published holds: the printed tables, and how the model answers their cells. */
import type { MeasureName } from '../../core/session';

export type Scalar = number | string;
/** As printed; null where nothing was printed. */
export type Cell = Scalar | readonly Scalar[] | null;
/** Values of columns that pick lines of a table. */
export type Match = Readonly<Record<string, Scalar>>;

export interface Citation {
  title: string;
  author: string;
  date: string;
  kernel: string;
  url: string;
  /** Its rule in eras.json. */
  era: string;
}

/** One number from a finished run, summed over several runs. */
export type Measure =
  /**
   * The sum of counters, by the text of their `stat` event; `per` divides by another sum. Of several runs
   * those of one may be meant: the one with the fewest of a counter. `step`: printed in steps of that size.
   */
  | {
      stat: string | readonly string[];
      per?: string | readonly string[];
      scale?: number;
      unit?: string;
      run?: { fewest: string };
      step?: number;
    }
  /** A column of the rows of a table of the visible state at the end; `per` divides by another column. */
  | { state: string; column: string; rows: readonly number[]; per?: string; unit?: string }
  /** A measure of the core (measures.def), of the last of several runs; `per` divides by another one. */
  | { core: MeasureName; part?: number; per?: { core: MeasureName; part?: number }; unit?: string }
  /** Names and keys of the devices on one of the available-swap lists at the end. */
  | { list: number };

/** What a cell is compared with. */
export type Against =
  | { column: string }
  /** The same column of the line that has these labels and otherwise the same. */
  | { line: Match }
  /** The sum of the entry's columns in the line: shares. */
  | 'line'
  /** Nothing: the cell says in words by how much two runs differ. */
  | 'words'
  /** Nothing: the cells are to be equal. */
  | 'equal'
  /** Nothing: the cell, or what is said of it in `states`, is the value itself. */
  | 'value';

/** Which cells the model answers, and by what. */
export interface ModelEntry {
  match?: Match;
  columns?: readonly string[];
  what?: string;
  against?: Against;
  /** One measure, or one for each column. */
  measure?: Measure | Readonly<Record<string, Measure>>;
  /** Where cells are words or values: the runs without and with what is stated. */
  runs?: { baseline: readonly string[]; variant: readonly string[] };
  /** Of equal cells: the runs without the policy, which the null model answers with; none: they are these. */
  baseline?: readonly string[];
  /** Words that tell a value: the number. */
  states?: number;
  /** Words without a number: the ratio they are taken to mean. */
  as?: readonly [number, number];
  /** Words without a ratio: the direction they tell. Of a ratio: what it is to be taken for, and `why`. */
  expect?: Direction;
  why?: string;
  /** Closer than the usual 25 %. */
  within?: number;
  /** Instead of all else: why the model cannot answer. */
  not_modelled?: string;
}

export type Direction = 'falls' | 'keeps' | 'rises';

/** Cells that parameters were chosen by. Which parameters, the scenarios say: `fitted`, by table and id. */
export interface Fit {
  id: string;
  match?: Match;
  columns?: readonly string[];
  why: string;
}

export interface Reason {
  match?: Match;
  columns?: readonly string[];
  why: string;
}

export interface Double {
  match?: Match;
  columns?: readonly string[];
  /** The other row: the same but for these labels, or for the column; or by its id. */
  of: { line: Match } | { column: string } | { row: string };
  why: string;
}

export interface PublishedTable {
  id: string;
  source: string;
  title: string;
  unit?: string;
  columns: readonly string[];
  labels: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Which scenarios repeat the experiment of which cells; the first that fits counts. */
  runs?: readonly { match?: Match; column?: string; scenarios: readonly string[] }[];
  models?: readonly ModelEntry[];
  /** Columns that are a measure of the core (measures.def): a sweep of these scenarios shows them as marks. */
  measures?: Readonly<Record<string, MeasureName>>;
  /** Columns that only say again what others say. */
  derived?: readonly string[];
  /** Why the model cannot answer the cells that are left. */
  not_modelled?: string;
  /** Cells that parameters were chosen by, other than levels: no row that touches one is independent. */
  fitted?: readonly Fit[];
  /** Baseline cells whose level parameters were chosen by; ratios to them are independent all the same. */
  levels?: readonly Fit[];
  /** Rows that say again what another row says: the other one counts. */
  doubles?: readonly Double[];
  /** Rows without a ratio that are no evidence, and why. */
  no_evidence?: readonly Reason[];
  /** Rows that no constant fitted in their scenarios moves, though these set some; `make published` varies them. */
  untouched?: readonly Reason[];
  /** Rows that a model which decides by these rules cannot have wrong, and why: they count apart. */
  constructed?: readonly Reason[];
  /** Rows known to lie outside, and independent ones whose effect is not within half of the published one, and why. */
  misses?: readonly Reason[];
}

export interface PublishedDocument {
  id: string;
  title: string;
  sources: Readonly<Record<string, Citation>>;
  /** Overrides, as in a link: each scenario of `runs` is run once with each of them. */
  iterations?: readonly string[];
  /** Parameters of its scenarios that were not fitted, each with where its value is from: printed, or known. */
  given?: Readonly<Record<string, string>>;
  /** Neither printed nor fitted: why this value. */
  free?: Readonly<Record<string, string>>;
  /** How parameters were looked for with all rows in view, where they were; rows with `runs` of their own apart. */
  searched?: string;
  tables: readonly PublishedTable[];
}
