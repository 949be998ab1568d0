/** What is said of a sweep: pure. */
import { sentence } from '../../core/error';
import { listed, plain, textOf } from '../../core/message';
import { grouped, unitWord } from '../../core/number';
import { elementLabel, tunableLabel } from '../../capture/sources/tunable-phrases';
import { isAssumed } from './asif';
import { labelOf, runsOf, type Axis, type Question } from './question';
import {
  conclusion,
  enoughAt,
  measureNamed,
  nameOf,
  NEAR,
  partWords,
  short,
  space,
  winnersOf,
  type Point,
  type Series,
} from './table';

const FAILURES_SHOWN = 3;

/** "rule node: this capture tells …": each once. */
export function failuresOf(question: Question, failed: ReadonlyMap<number, string>): string[] {
  if (failed.size === 0) return [];
  const runs = runsOf(question);
  const failures = [
    ...new Set([...failed].map(([i, why]) => `${labelOf(question.x)} ${runs[i]?.x ?? ''}: ${why}`)),
  ];
  const more = failures.length - FAILURES_SHOWN;
  const words = failures.slice(0, FAILURES_SHOWN).map(sentence);
  return more > 0 ? [...words, `So ${more === 1 ? 'does one more' : `do ${grouped(more)} more`}.`] : words;
}

/** "123 of 200 runs". */
export function progressWords(done: number, all: number, running: boolean): string {
  if (running) return `${grouped(done)} of ${grouped(all)} runs`;
  if (done === 0 && all > 0) return `${grouped(all)} ${all === 1 ? 'run' : 'runs'}, not begun`;
  if (done < all) return `stopped at ${grouped(done)} of ${grouped(all)} runs`;
  return `${grouped(all)} ${all === 1 ? 'run' : 'runs'}`;
}

const words = (name: string): string => name.replaceAll('_', ' ');

/** Which device, zone or node; '' where there is one number for all. */
export const partName = ({ measure, part }: Series): string => partWords(measureNamed(measure).part, part);

/** "given by device A". */
export const seriesName = ({ measure, part }: Series): string => nameOf(measureNamed(measure), part);

/** Of x or y, as one reads it. */
export const axisName = ({ name, lane }: Question['x']): string =>
  lane === null ? tunableLabel(name) : elementLabel(name, lane);

/** Head of a column: measure, part and unit. */
export function headOf(series: Series): string {
  const { unit } = measureNamed(series.measure);
  const name = seriesName(series);
  return unit === '' || name.includes(unit) ? name : `${name}, ${unitWord(unit)}`;
}

/** The finding where a measure has one number; else ''. */
export function conclusionOf(question: Question, own: readonly Series[]): string {
  const [first] = own;
  if (!first || own.length !== 1) return '';
  if (question.y) return borderOf(question, question.y, first);
  return conclusion(first, isAssumed(question.x.name) ? null : axisName(question.x));
}

/**
 * Of two tunables: under which values of the second it is best, along the first; '' where nothing is better. Values that
 * read the same share a place: neither is called better.
 */
function borderOf({ x }: Question, y: NonNullable<Question['y']>, series: Series): string {
  const found = winnersOf(series);
  const best = found.flatMap((winner, at) => (winner ? [{ ...winner, at }] : []));
  if (best.length === 0 || best.length < found.length) return '';
  const stretches: { rows: readonly number[]; from: number; to: number }[] = [];
  for (const { rows, at } of best) {
    const last = stretches.at(-1);
    if (last?.rows.join() === rows.join()) last.to = at;
    else stretches.push({ rows, from: at, to: at });
  }
  const degree = measureNamed(series.measure).better === 'less' ? 'least' : 'most';
  const named = (row: number) => words(String(y.values[row] ?? ''));
  const under = (rows: readonly number[]) => {
    const names = textOf(listed(rows.map((row) => plain(named(row)))));
    const value = typeof y.values[0] === 'number' ? `${axisName(y)} ${names}` : names;
    if (rows.length === y.values.length) return `the same under ${value}`;
    return `${degree} under ${value}`;
  };
  const label = (at: number) => words(String(x.values[at] ?? ''));
  const where = stretches.map(({ rows, from, to }, i) => {
    if (stretches.length === 1) return `${under(rows)} at every ${axisName(x)}`;
    const range = from === to ? label(from) : `${label(from)} to ${label(to)}`;
    return `${under(rows)} where ${i === 0 ? axisName(x) : 'it'} is ${range}`;
  });
  const unsure = best.filter(({ overlap }) => overlap).map(({ at }) => label(at));
  const doubt =
    unsure.length === 0 ? '' : ` Seeds overlap at ${unsure.join(', ')}, so that much is not certain.`;
  return `${seriesName(series)}: ${where.join('; ')}.${doubt}`;
}

export interface Headline {
  /** What the first measure that tells values apart says of them; '' where none does yet. */
  finding: string;
  /** What choosing that value costs in another measure. */
  price: string;
  /** Where it is; -1: nowhere. */
  at: number;
}

/**
 * The finding, then its price. Only measures that have a better, and one number, are judged. Of values with an order the
 * price is what a step up from the first one costs; of names, what the best one of another measure would give.
 */
export function headlineOf(question: Question, series: readonly Series[]): Headline {
  const alone = series.filter((s) => series.filter(({ measure }) => measure === s.measure).length === 1);
  const telling = alone.filter((s) => s.measure !== 'decisions' && conclusionOf(question, [s]) !== '');
  const [border] = telling;
  if (question.y && border) return { finding: capital(conclusionOf(question, [border])), price: '', at: -1 };
  const judged = telling.filter((s) => enoughAt(s) >= 0 && known(s).length > 1);
  const [lead] = judged.filter((s) => isApart(s));
  if (!lead) {
    const same = judged.length > 0 ? judged : telling;
    const [only] = same;
    if (!only) return { finding: '', price: '', at: -1 };
    const flat = same.every((s) => !isApart(s)) && known(only).length > 1;
    const said = capital(conclusionOf(question, [only]));
    if (!flat || same.length === 1) return { finding: said, price: '', at: -1 };
    return {
      finding: `Nothing differs: ${lowered(said)}`,
      price: `The same holds for all ${same.length} measures that can be judged.`,
      at: -1,
    };
  }
  const at = enoughAt(lead);
  return { finding: capital(findingOf(question, lead, at)), price: priceOf(question, judged, lead, at), at };
}

/** Where a first step up is enough, that; else the conclusion. */
function findingOf(question: Question, lead: Series, at: number): string {
  const points = lead.rows[0] ?? [];
  const own = points[at];
  const median = own?.median ?? null;
  const last = points.length - 1;
  if (!own || median === null || typeof own.x !== 'number') return conclusionOf(question, [lead]);
  const medians = known(lead).map(({ median }) => median ?? 0);
  const { better, unit } = measureNamed(lead.measure);
  const best = better === 'less' ? Math.min(...medians) : Math.max(...medians);
  const name = seriesName(lead);
  const behind = name.includes(unit) ? '' : space(unit);
  if (at === 0 || at === last)
    return `${name}: ${better === 'less' ? 'least' : 'most'} at ${axisName(question.x)} ${own.x}, ${short(median)}${behind}.`;
  return `${axisName(question.x)} ${own.x} is enough: ${name} ${short(median)}${behind}, ${short(best)} at best.`;
}

function priceOf(question: Question, judged: readonly Series[], lead: Series, at: number): string {
  const ordered = question.x.values.every((value) => typeof value === 'number');
  const costs = judged.flatMap((s) => {
    const points = s.rows[0] ?? [];
    const less = measureNamed(s.measure).better === 'less';
    const own = points[at];
    const other = ordered ? points[at === 0 ? points.length - 1 : 0] : points[enoughAt(s)];
    if (s === lead || !own || !other || own.median === null || other.median === null) return [];
    const lost = less ? own.median - other.median : other.median - own.median;
    const overlap = own.least <= other.most && other.least <= own.most;
    return lost > NEAR * Math.abs(other.median) && !overlap
      ? [{ s, own, other, far: lost / Math.abs(other.median) }]
      : [];
  });
  const [most] = costs.toSorted((a, b) => b.far - a.far);
  if (!most) return judged.length > 1 ? 'In no other measure is it worse.' : '';
  const { unit } = measureNamed(most.s.measure);
  return `The price: ${seriesName(most.s)} ${short(most.own.median ?? 0)}${space(unit)} instead of ${short(most.other.median ?? 0)} at ${words(String(most.other.x))}.`;
}

const known = (s: Series): Point[] => (s.rows[0] ?? []).filter(({ median }) => median !== null);

/** Do medians differ, and by more than seeds do at every value? */
function isApart(s: Series): boolean {
  const points = known(s);
  return points.some((a) => points.some((b) => a.most < b.least));
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** "granularity 8, max segments 40". */
export function whereWords({ x, y }: Question, at: number, row: number): string {
  return [valueWords(x, at), ...(y ? [valueWords(y, row)] : [])].join(', ');
}

/** "max segments 40" */
export const valueWords = (axis: Axis, at: number): string =>
  words(`${labelOf(axis)} ${axis.values[at] ?? ''}`);
