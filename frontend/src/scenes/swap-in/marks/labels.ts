/** The words of a distribution, and where they stand, so that none lies on another. Pure. */
import { grouped } from '../../../core/number';
import { rangePhrase } from '../../phrases';
import { fitted, textWidth } from '../../font-metrics';
import { inUnit, unitFor, withUnit } from '../facts/phrases';
import { place, type Axis } from './axis';
import { outliersOf } from './curve';
import type { Distribution, Row } from '../facts/facts';
import { binsOf } from '../facts/distribution';

export interface Label {
  x: number;
  /** Of the baseline, against the line that the curve stands on. */
  y: number;
  words: string;
  /** Is `x` its end? */
  end: boolean;
}

export interface Labels {
  mean: Label;
  /** Of CPU time, or why there is none. */
  costs: Label;
  /** Of the reads that are too long for the curve. */
  longer: Label | null;
}

const MEAN = { px: 15, weight: 600 } as const;
const COSTS = 13;
const LONGER = 12;
const ABOVE = -5;
const BELOW = 13;
const APART = 8;

/** What the line below the curve says; the first is the longest wording. */
function costWords({ cpu, seen }: Distribution, mode: Row['mode']): string[] {
  if (cpu) return [`${inUnit(cpu.total, unitFor(cpu.total))} CPU`];
  if (!seen || mode === 'interrupt') return ['CPU time is not in this capture', 'CPU time is not known'];
  const looks = `${seen.polls.toFixed(1)} looks`;
  const asleep = withUnit(seen.slept);
  return mode === 'hybrid'
    ? [`${asleep} of it asleep, ${looks} at the queue`, `${asleep} asleep, ${looks}`, looks]
    : [`${looks} at the queue`, looks];
}

function meanOf(axis: Axis, { lat, range, by_lat }: Distribution): Label {
  const start = place(axis, binsOf(by_lat)[0]?.from ?? 0) - 7;
  const words = range ? rangePhrase(range, withUnit) : axis.log ? withUnit(lat) : inUnit(lat, unitFor(lat));
  const room = start - textWidth(words, MEAN.px, MEAN.weight) > axis.left;
  return { x: room ? start : place(axis, lat) + 6, y: ABOVE, words, end: room };
}

export function labelsOf(axis: Axis, many: Distribution, mode: Row['mode']): Labels {
  const mean = meanOf(axis, many);
  const wordings = costWords(many, mode);
  const shortest = wordings.at(-1) ?? '';
  const costsX = many.cpu
    ? Math.min(place(axis, many.cpu.total) + 7, axis.edge - textWidth(shortest, COSTS))
    : axis.left + 6;
  const costs = (words: string): Label => ({ x: costsX, y: BELOW, words, end: false });
  const widest = costs(fitted(wordings, axis.edge - costsX, COSTS) || shortest);
  const over = outliersOf(axis, many.by_lat);
  if (!over) return { mean, costs: widest, longer: null };
  const [n, than] = [grouped(over.n), withUnit(over.from)];
  const phrases = [`${n} took longer than ${than}`, `${n} longer than ${than}`, `${n} over ${than}`];
  const longer = (x: number, y: number, words: string, end: boolean) => ({ x, y, words, end });
  // Behind the curve, where it has room there; else below the line.
  const curveEnd = place(axis, over.from) + 4;
  const meanEnd = mean.end ? 0 : mean.x + textWidth(mean.words, MEAN.px, MEAN.weight) + APART;
  const from = Math.max(curveEnd, meanEnd);
  const above = fitted(phrases, axis.edge - from, LONGER);
  if (above) return { mean, costs: widest, longer: longer(from, ABOVE, above, false) };
  for (const words of wordings) {
    const below = fitted(phrases, axis.edge - costsX - textWidth(words, COSTS) - APART, LONGER);
    if (below) return { mean, costs: costs(words), longer: longer(axis.edge, BELOW, below, true) };
  }
  return { mean, costs: costs(shortest), longer: longer(axis.edge, BELOW, phrases.at(-1) ?? '', true) };
}
