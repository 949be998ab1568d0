/** Numbers as the tooltip and the tables show them. */
import { grouped } from '../core/number';

/** Four digits are enough to read; tables hold the exact values. */
export function numberPhrase(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return grouped(Number.isInteger(value) ? value : Number(value.toPrecision(4)));
}
