/** What differs between two sides, in words and in the cells of a table: pure. */
import type Fraction from 'fraction.js';
import { unitWord } from '../../core/number';
import { beyondWord, type Difference } from './pair';
import { decimal, mean } from './rational';
import { short, space } from './table';

/** So many differences stand in the sentence above all. */
const SHOWN = 2;

export const nameOf = ({ measure, who }: Difference): string =>
  [measure.name.replaceAll('_', ' '), measure.at, who].filter(Boolean).join(' ');

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
  valuesOf(d.a),
  valuesOf(d.b),
  signedText(decimal(d.difference)),
  d.percent === null ? 'from 0' : signed(d.percent.valueOf()),
  ...(tested ? [d.p === null ? '' : three(d.p.valueOf()), beyondWord(d)] : []),
  d.verdict,
];

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
  const parts = largest.map((d, i) => {
    const [a, b] = [d.a, d.b].map((values) => short(mean(values).valueOf()));
    const word = d.verdict === 'better' || d.verdict === 'worse' ? `, ${d.verdict}` : '';
    const { name, unit } = d.measure;
    const behind = unit === name ? '' : space(unit);
    return `${nameOf(d)}${i === 0 ? ' is' : ''} ${b}${behind} instead of ${a}${word}`;
  });
  return `In B ${parts.join('; ')}.`;
}

/** From 0 to anything is as far as it goes. */
const far = ({ percent }: Difference): number => (percent === null ? Infinity : Math.abs(percent.valueOf()));

/** As Python's `.3g` for what lies between 0.0001 and 1. */
export const three = (p: number): string => String(Number(p.toPrecision(3)));

/** One as the core writes it; of several the mean, the least and the most. */
function valuesOf(values: readonly Fraction[]): string {
  const middle = decimal(mean(values));
  const sorted = values.toSorted((x, y) => x.compare(y));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most || least.equals(most)) return middle;
  return `${middle} (${decimal(least)} to ${decimal(most)})`;
}

const signedText = (text: string) =>
  text.startsWith('-') ? text.replace('-', '−') : text === '0' ? text : `+${text}`;

const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(2)}`;
