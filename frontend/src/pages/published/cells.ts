/** Printed cells as numbers. */
import { grouped } from '../../core/number';
import type { Cell } from '../../capture/sources/published-document';

const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, M: 2 ** 20, G: 2 ** 30, '%': 0.01 };

/** 5170, "16G" (bytes), "19%" (0.19); null for anything else. */
export function numberIn(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return cell;
  const found = typeof cell === 'string' ? /^([\d.]+)([BMG%]?)$/.exec(cell) : null;
  return found ? Number(found[1]) * (UNITS[found[2] ?? ''] ?? NaN) : null;
}

/** From least to most. */
export type Range = readonly [number, number];

/**
 * The ratio that words tell: "+14%" 1.14, "10%~25%" 1.10 to 1.25, "2x and even 3x" 2 to 3, "~27%" 1.27. All
 * such figures of the documents are of more, so that a per cent adds to 1.
 */
export function ratioIn(cell: Cell | undefined): Range | null {
  if (typeof cell !== 'string') return null;
  const found = [...cell.matchAll(/([\d.]+)(%|x)/g)].map(([, n, unit]) =>
    unit === 'x' ? Number(n) : (100 + Number(n)) / 100,
  );
  return found.length > 0 ? [Math.min(...found), Math.max(...found)] : null;
}

/** A cell as it is shown. */
export function plain(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.map(String).join(' : ');
  return typeof cell === 'number' ? grouped(cell) : cell;
}
