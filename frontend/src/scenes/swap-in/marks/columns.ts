/** Windows of the faults around as stacks of pages. */
import { PAGE } from '../decision';
import { pagesIn, type Fault } from '../facts/fault';
import type { Grid } from './grid';

/** How a stack looks: more than one page, one that polls, one that sleeps, one that is read otherwise. */
type ColumnStyle = 'window' | 'polls' | 'sleeps' | 'other';

export interface Column {
  k: number;
  x: number;
  width: number;
  pages: number;
  look: ColumnStyle;
}

function lookOf(fault: Fault): ColumnStyle {
  if (pagesIn(fault) > 1) return 'window';
  const how = fault.reads[0]?.begun.how;
  if (how === 'poll' || how === 'hybrid') return 'polls';
  return how === 'interrupt' ? 'sleeps' : 'other';
}

/** Where the stack of a fault stands, by its place on the page, from 0. */
export function placeOf({ width, left }: Grid, i: number): { x: number; width: number } {
  const pitch = (width - left) / PAGE;
  return { x: left + i * pitch, width: Math.max(2, pitch - 2) };
}

export function columnsOf(grid: Grid, faults: readonly Fault[]): Column[] {
  return faults.map((fault, i) => ({
    k: fault.k,
    ...placeOf(grid, i),
    pages: pagesIn(fault),
    look: lookOf(fault),
  }));
}

/** Stacks are to one scale in both panes; eight pages, the default, are the least that it holds. */
export function tallest(...panes: readonly (readonly Fault[])[]): number {
  return Math.max(8, ...panes.flat().map(pagesIn));
}

const px = (value: number) => String(Number(value.toFixed(2)));
/** Below this height a page no longer looks apart from the next. */
const SEAM_FROM = 3;

/** All stacks of one look as one path. */
export function columnPath(grid: Grid, columns: readonly Column[], look: ColumnStyle, most: number): string {
  const unit = grid.windowsHeight / most;
  const seam = unit >= SEAM_FROM ? 1 : 0;
  const brick = (x: number, top: number, width: number, height: number) =>
    `M${px(x)} ${px(top)}h${px(width)}v${px(height)}h${px(-width)}z`;
  return columns
    .filter((c) => c.look === look)
    .map(({ x, width, pages }) =>
      seam === 0
        ? brick(x, grid.windowsY - Math.max(1.5, pages * unit), width, Math.max(1.5, pages * unit))
        : Array.from({ length: pages }, (_, i) =>
            brick(x, grid.windowsY - (i + 1) * unit + seam, width, unit - seam),
          ).join(''),
    )
    .join('');
}
