/** Which decisions the detail strip shows, and where. Pure geometry; pixels are CSS pixels. */
import type { EntityKind } from '../../core/key';
import type { Columns } from '../../core/columns';
import { decisionAt, type Position } from '../state/position';
import type { PaneId } from '../../core/panes';

export interface RowOf {
  id: PaneId;
  columns: Columns;
  /** Its top. */
  y: number;
  /** What another rule decides, in a row of its own below. */
  other: { words: string; cell: Columns['cell']; cells: Columns['cells'] } | null;
}

/** Rows with one window: of all panes, or of one where panes are at different decisions. */
export interface LaneOf {
  /** What the place of a cell numbers. */
  places: EntityKind | undefined;
  rows: readonly [RowOf, ...RowOf[]];
  /** The run whose times say which decision the lane is at; null where the position does. */
  timed: Columns | null;
  /** Decisions of the longest run. */
  extent: number;
}

/** Decision that a lane is at; beyond the end of its shorter run, perhaps. */
export function laneAt({ timed }: LaneOf, position: Position): number {
  return timed ? decisionAt(timed, position) : position.k;
}

export interface Window {
  /** Decision in the leftmost cell; may be less than 1 near the start, then the cell is empty. */
  first: number;
  cells: number;
  pitch: number;
  left: number;
}

/** Top of pane A's row, and from there to pane B's; height of a cell. */
export const TOP = 16;
const PITCH = 28;
export const CELL = 20;
/** From a row to that of another rule below it, and how much is added by one. */
export const OTHER_BELOW = 23;
const OTHER_PITCH = 24;

/** Tops of the panes' rows, and height of them all; `others`: with a row of another rule below each that has one. */
export function rowsAt(
  others: Readonly<Record<PaneId, boolean>>,
): Record<PaneId, number> & { below: number } {
  const B = TOP + PITCH + (others.A ? OTHER_PITCH : 0);
  return { A: TOP, B, below: B + PITCH + (others.B ? OTHER_PITCH : 0) };
}

const LABEL = 28;
const PITCH_MIN = 24;
export const CELLS_MAX = 44;

/** As many cells as fit, 44 at most; the cursor sits in the middle, or off it near the ends. */
export function windowAt(k: number, extent: number, width: number): Window {
  const room = width - LABEL;
  const cells = Math.max(1, Math.min(CELLS_MAX, Math.floor(room / PITCH_MIN)));
  const centred = k - Math.floor(cells / 2);
  const first = Math.max(1, Math.min(centred, extent - cells + 1));
  return { first, cells, pitch: room / cells, left: LABEL };
}

/** Cells that are drawn together. */
export const STRETCH = 16;
/** Places are counted from not too far away, or a long run would need more digits than a drawing has. */
const PLACES = 1000;

export interface StretchAt {
  /** Decision in its leftmost cell. */
  first: number;
  /** Where it begins; it stays there while the window slides. */
  x: number;
}

export interface Run {
  /** Numbers of the first and the last stretch. */
  from: number;
  to: number;
  /** Decision that places are counted from. */
  base: number;
}

/** The stretches that lie under a window, and how far all of them are shifted. */
export function stretchesUnder({ first, cells, pitch }: Window): Run & { shift: number } {
  const base = Math.floor(first / PLACES) * PLACES;
  const from = Math.floor(first / STRETCH);
  const to = Math.floor((first + cells - 1) / STRETCH);
  return { from, to, base, shift: (base - first) * pitch };
}

export function stretches({ from, to, base }: Run, pitch: number): StretchAt[] {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const first = (from + i) * STRETCH;
    return { first, x: (first - base) * pitch };
  });
}

interface EndMark {
  /** Left edge of the first place that no cell fills. */
  x: number;
  words: string;
  /** Whether the words have room behind the mark. */
  labelled: boolean;
}

/** px of a letter of the words, roughly, and from the mark to them. */
const LETTER = 7;
const GAP = 8;

/** Where a run of `length` decisions is over within a window; null where it goes on to the window's end. */
export function endIn(
  { first, cells, pitch, left }: Window,
  length: number,
  words: (length: number) => string,
): EndMark | null {
  const last = first + cells - 1;
  if (length >= last) return null;
  const x = left + Math.max(0, length + 1 - first) * pitch;
  const said = words(length);
  return { x, words: said, labelled: left + cells * pitch - x >= GAP + said.length * LETTER };
}
