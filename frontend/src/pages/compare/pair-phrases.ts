/** What differs between two sides, in words and in the cells of a table: pure. */
import type Fraction from 'fraction.js';
import { unitWord } from '../../core/number';
import { beyondWord, type Difference } from './pair';
import { decimal, mean } from './rational';
import { nameOf as wordsOf, short, space } from './table';

/** So many differences stand in the sentence above all. */
const SHOWN = 2;

export const nameOf = ({ measure, part }: Difference): string =>
  [wordsOf(measure, part), measure.at].filter(Boolean).join(' ');

/** "us, less is better". */
export function unitOf({ measure: { unit, better } }: Difference): string {
  return [unitWord(unit), better === 'neither' ? '' : `${better} is better`].filter(Boolean).join(', ');
}

/** Heads of the columns of numbers; `tested`: where a side has several sources. */
export const headsOf = (tested: boolean): string[] => [
  'measure',
  'A',
  'B',
  'difference',
  '% of A',
  ...(tested ? ['p', 'more than the spread'] : []),
  'B is',
];

/** Of these columns. */
export const cellsOf = (d: Difference, tested: boolean): string[] => [
  nameOf(d),
  valuesOf(d.a, decimalsOf(d)),
  valuesOf(d.b, decimalsOf(d)),
  differenceOf(d),
  percentOf(d),
  ...(tested ? [d.p === null ? '' : three(d.p.valueOf()), beyondWord(d)] : []),
  d.verdict,
];

/** Places behind the point of more than these nobody reads; all of them are in the CSV. */
const PLACES = 6;

/** Two digits of the difference, but nothing finer than half of what the captures of a side differ by. Null: all there are. */
function decimalsOf({ a, b, difference }: Difference): number | null {
  const apart = Math.abs(difference.valueOf());
  if (apart === 0) return null;
  const range = Math.max(
    ...[a, b].map((side) => Math.max(...side.map(Number)) - Math.min(...side.map(Number))),
  );
  const digits = 1 - Math.floor(Math.log10(apart));
  const spread = range > 0 ? -Math.floor(Math.log10(range / 2)) : PLACES;
  return Math.min(Math.max(0, Math.min(digits, spread)), PLACES);
}

const rounded = (value: Fraction, places: number | null): string =>
  places === null ? decimal(value) : String(Number(value.valueOf().toFixed(places)));

/** Shares differ in points. */
function differenceOf(d: Difference): string {
  const text = signedText(rounded(d.difference, decimalsOf(d)));
  return d.measure.unit === '%' && text !== '0' ? `${text} points` : text;
}

/** Whole ones, but what is not quite 100 does not read as 100. Of shares none: a share of a share misleads. */
function percentOf({ percent, measure }: Difference): string {
  if (percent === null) return 'from 0';
  const value = percent.valueOf();
  if (measure.unit === '%') return '';
  const near = Math.abs(value) >= 99.5 && Math.abs(value) < 100;
  return signedText(near ? String(Math.sign(value) * 99.9) : String(Math.round(value)));
}

/** Whether it counts: not where a side differs as much in itself. */
export const differs = (d: Difference): boolean => d.verdict !== 'same' && d.beyond !== false;

/** What differs most, in a sentence: what has a better and a worse first, then what differs by most of A. */
export function headlineOf(rows: readonly Difference[]): string {
  const found = rows.filter(differs);
  if (found.length === 0) {
    const within = rows.some(({ verdict }) => verdict !== 'same');
    return within
      ? 'A and B differ by no more than the captures of a side do.'
      : `A and B are alike in every number, all ${rows.length}.`;
  }
  const judged = found.filter(({ measure }) => measure.better !== 'neither');
  const largest = (judged.length > 0 ? judged : found).toSorted((x, y) => far(y) - far(x)).slice(0, SHOWN);
  const parts = largest.map((d) => {
    const [a, b] = [d.a, d.b].map((values) => short(mean(values).valueOf()));
    const word = d.verdict === 'better' || d.verdict === 'worse' ? `, ${d.verdict}` : '';
    const { words, unit } = d.measure;
    const behind = words.includes(unit) ? '' : space(unit);
    return `${nameOf(d)} ${b}${behind} instead of ${a}${word}`;
  });
  return `In B: ${parts.join('; ')}.`;
}

/** From 0 to anything is as far as it goes. */
const far = ({ percent }: Difference): number => (percent === null ? Infinity : Math.abs(percent.valueOf()));

/** As Python's `.3g` for what lies between 0.0001 and 1. */
export const three = (p: number): string => String(Number(p.toPrecision(3)));

/** One; of several the mean, the least and the most. */
function valuesOf(values: readonly Fraction[], places: number | null): string {
  const middle = rounded(mean(values), places);
  const sorted = values.toSorted((x, y) => x.compare(y));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most || least.equals(most)) return middle;
  return `${middle} (${rounded(least, places)} to ${rounded(most, places)})`;
}

const signedText = (text: string) =>
  text.startsWith('-') ? text.replace('-', '−') : text === '0' ? text : `+${text}`;
