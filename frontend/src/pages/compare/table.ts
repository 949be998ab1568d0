/** What the runs of a sweep came to, by measure and value: pure, for plots and for the table. */
import { extent } from 'd3-array';
import { percentile } from '../../core/percentile';
import { MEASURES } from '../../core/gen/measures';
import { letterOf, unitWord } from '../../core/number';
import { nodeOfZone, zoneName } from '../../core/zone';
import type { Measured, MeasureName } from '../../core/session';
import { runsOf, type Question } from './question';

/** The runs of one value, or of one pair of values. */
export interface Point {
  x: number | string;
  y: number | string | null;
  /** One for each seed that has run, in their order. */
  values: readonly number[];
  median: number | null;
  least: number;
  most: number;
}

/** One measure of one part, by value of x; a row for each value of y, one alone where there is none. */
export interface Series {
  measure: MeasureName;
  part: number;
  rows: readonly (readonly Point[])[];
}

export type Measure = (typeof MEASURES)[number];

export const measureNamed = (name: MeasureName): Measure => {
  const found = MEASURES.find((m) => m.name === name);
  if (!found) throw new Error(`there is no measure ${name}`);
  return found;
};

/** Which device, zone or node; '' where there is one number for all. */
export function partWords(of: Measure['part'], part: number): string {
  switch (of) {
    case 'device':
      return `device ${letterOf(part)}`;
    case 'zone':
      return `${zoneName(part)} of node ${nodeOfZone(part)}`;
    case 'node':
      return `node ${part}`;
    default:
      return '';
  }
}

/** What readers call a measure, or one part of it: "stays at home", "given by device A". */
export const nameOf = (
  { words, part: of }: { words: string; part: Measure['part'] },
  part?: number,
): string => (part === undefined || of === 'all' ? words : words.replace(`each ${of}`, partWords(of, part)));

/** `rows`: of every run, in the order of runsOf(); null where it has not run. Series in the order of the measures. */
export function seriesOf(question: Question, rows: readonly (readonly Measured[] | null)[]): Series[] {
  const found = new Map<string, { measure: MeasureName; part: number; values: Map<string, number[]> }>();
  for (const [i, run] of runsOf(question).entries()) {
    for (const { measure, part, text } of rows[i] ?? []) {
      const key = `${measure} ${part}`;
      const series = found.get(key) ?? { measure, part, values: new Map<string, number[]>() };
      found.set(key, series);
      const at = cellKey(run.x, run.y);
      const values = series.values.get(at) ?? [];
      series.values.set(at, values);
      values.push(Number(text));
    }
  }
  const order = (name: MeasureName) => measureNamed(name).id;
  return [...found.values()]
    .sort((a, b) => order(a.measure) - order(b.measure) || a.part - b.part)
    .map(({ measure, part, values }) => ({
      measure,
      part,
      rows: (question.y ? question.y.values : [null]).map((y) =>
        question.x.values.map((x) => pointOf(x, y, values.get(cellKey(x, y)) ?? [])),
      ),
    }));
}

const cellKey = (x: number | string, y: number | string | null) => JSON.stringify([x, y]);

function pointOf(x: number | string, y: number | string | null, values: readonly number[]): Point {
  const [least = 0, most = 0] = extent(values);
  const median = values.length > 0 ? percentile(Float64Array.from(values), 50) : null;
  return { x, y, values, median, least, most };
}

/** As few digits as tell neighbours apart. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}

/** "319 (317 to 320)", or what there is. */
export function spread({ values, median, least, most }: Point): string {
  if (median === null) return values.length > 0 ? String(values.length) : '–';
  return least === most ? short(median) : `${short(median)} (${short(least)} to ${short(most)})`;
}

/** Top of an axis from 0: the next of 1, 2, 5 and their tenfolds; 100 for shares that come near it. */
export function topOf(most: number, unit: string): number {
  if (unit === '%' && most > 50) return 100;
  if (most <= 0) return 1;
  const ten = 10 ** Math.floor(Math.log10(most));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((n) => n * ten).find((n) => n >= most) ?? 10 * ten;
}

/** So near to the best, more of a tunable gains nothing. */
export const NEAR = 0.05;

/** The first value whose median is within NEAR of the best; -1 where nothing is better or worse, or nothing known. */
export function enoughAt({ measure, rows }: Series): number {
  const { better } = measureNamed(measure);
  const medians = (rows[0] ?? []).map((p) => p.median);
  const known = medians.filter((median) => median !== null);
  if (better === 'neither' || known.length === 0) return -1;
  const best = better === 'less' ? Math.min(...known) : Math.max(...known);
  return medians.findIndex((median) => median !== null && Math.abs(median - best) <= NEAR * Math.abs(best));
}

/** Which rows are best in a column: several where their medians read the same. `overlap`: seeds of another reach into theirs. */
export interface Winner {
  rows: readonly number[];
  overlap: boolean;
}

/** For each value of x; null where nothing is better, or not every row is known. */
export function winnersOf({ measure, rows }: Series): (Winner | null)[] {
  const { better } = measureNamed(measure);
  return (rows[0] ?? []).map((_, at) => {
    const column = rows.flatMap((row) => row[at] ?? []);
    const medians = column.flatMap(({ median }) => (median === null ? [] : [median]));
    if (better === 'neither' || rows.length < 2 || medians.length < rows.length) return null;
    const best = short(better === 'less' ? Math.min(...medians) : Math.max(...medians));
    const own = [...medians.keys()].filter((row) => short(medians[row] ?? 0) === best);
    const others = column.filter((_, row) => !own.includes(row));
    const reach = (p: Point) => own.some((row) => isOverlapping(p, column[row]));
    return { rows: own, overlap: others.some(reach) };
  });
}

const isOverlapping = (a: Point, b: Point | undefined): boolean =>
  b !== undefined && a.least <= b.most && b.least <= a.most;

/** The finding of a measure with one number, in a sentence; '' where nothing is known yet. `label`: of x; null: what is assumed. */
export function conclusion(series: Series, label: string | null): string {
  const { measure, rows } = series;
  const { unit, better, words } = measureNamed(measure);
  const points = (rows[0] ?? []).filter((p) => p.median !== null);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || rows.length > 1) return '';
  const medians = points.map((p) => p.median ?? 0);
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  if (points.length === 1) return `${words}: ${short(high)}${space(unit)}. One value has no trend.`;
  if (low === high)
    return `${words}: ${short(high)}${space(unit)} whatever ${label === null ? 'is assumed' : `${label} is`}.`;
  const best = better === 'less' ? low : high;
  if (points.some((p) => typeof p.x === 'string')) {
    const other = better === 'less' ? 'least' : 'most';
    // What reads the same is the same to a reader.
    const where = points.filter((p) => short(p.median ?? 0) === short(best)).map((p) => String(p.x));
    return `${words}: ${other} under ${where.join(' and ').replaceAll('_', ' ')}, ${short(best)}${space(unit)}.`;
  }
  const reached = rows[0]?.[enoughAt(series)];
  const from = `${short(medians[0] ?? 0)} at ${label === null ? '' : `${label} `}${first.x}`;
  if (better === 'neither' || !reached)
    return `${words}: from ${from} to ${short(medians.at(-1) ?? 0)} at ${last.x}.`;
  return `${words}: ${from}; ${reached.x} is within 5 % of the best, ${short(best)}${space(unit)}.`;
}

/** Behind a number. */
export const space = (unit: string): string => (unit === '' ? '' : ` ${unitWord(unit)}`);
