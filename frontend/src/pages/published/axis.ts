/** The one logarithmic axis all ratios are drawn on. */
import { scaleLog } from 'd3-scale';
import { grouped } from '../../core/number';

/** What is less or more is drawn at the end, with an arrow. */
export const LEAST = 0.01;
export const MOST = 10;
export const TICKS: readonly number[] = [0.01, 0.1, 0.5, 1, 2, 5, 10];

/** Place on the axis in per cent of its width. */
export const place = scaleLog([LEAST, MOST], [0, 100]).clamp(true);

export const isOff = (ratio: number): boolean => ratio < LEAST || ratio > MOST;

/** A number as the page writes it: four digits that count, thousands apart. */
export function short(n: number): string {
  if (Math.abs(n) >= 1000) return grouped(Math.round(n));
  return String(Number(n.toPrecision(Math.abs(n) < 1 ? 3 : 4)));
}
