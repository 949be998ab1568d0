/** What is to be drawn of a capture: plain data, sent to its worker in parts as they change. */
import type { Span } from '../model/time/span';

/** Colours of tokens.css by their names without `--`, as the browser has resolved them. */
export const COLOURS = [
  ...['paper', 'wash', 'ink', 'ink-2', 'ink-3', 'control', 'line', 'now'],
  ...['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n-none'],
] as const;
export type Palette = Readonly<Record<string, string>>;

export interface CanvasRow {
  /** Of its track, the same for both captures. */
  key: string;
  /** Number of the track; null for a heading, or where this capture has no such track. */
  track: number | null;
  /** px from the top of the list, of the capture's own lane in it. */
  y: number;
  height: number;
  /** Below it a lane of the other capture is of the same row. */
  halved: boolean;
  /** Node whose colour it has; null: none. */
  node: number | null;
  /** Of free pages and of a script's own number, what its foot and its top stand for. */
  scale: { min: number; max: number } | null;
}

export interface CanvasState {
  /** CSS pixels, and device pixels in each. */
  width: number;
  height: number;
  ratio: number;
  palette: Palette;
  sans: string;
  rows: readonly CanvasRow[];
  scroll: number;
  view: Span;
  /** Where its bands are. */
  bands: HeaderLayout;
  /** Whether what is below the last row is drawn, too: of two captures one does. */
  rest: boolean;
  /** Key of the row under the keys. */
  selected: string | null;
  /** What goes on or waits that was chosen on a track. */
  span: { track: number; from: number; to: number } | null;
  /** The event whose fields are shown. */
  event: { ts: number; track: number | null } | null;
  range: { from: number; to: number } | null;
  marks: readonly number[];
  /** A full bar of every track while the whole capture is the scale: so many events, or more. */
  full: number;
  scaleBy: ScaleBy;
  /** The greatest of the other capture by row: what both have is on one scale. */
  others: Tops;
  /** Common to both captures; null while events are counted. */
  scale: { min: number; max: number } | null;
  /** Whether the search has words. */
  searching: boolean;
  /** Given back when the frame is drawn. */
  stamp: number;
}

export type CanvasPatch = Partial<CanvasState>;

/** What the height of a track stands for: the greatest that is in view, or in the whole capture. */
export const SCALES = ['view', 'capture'] as const;
export type ScaleBy = (typeof SCALES)[number];

/** The greatest value of each row, by its key: events in a bar, how many go on, how much in a second. */
export type Tops = Readonly<Record<string, number>>;

export function sameTops(a: Tops, b: Tops): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** A frame that is drawn: which one. */
export interface FrameReport {
  stamp: number;
  /** Something in view is drawn from wider bins than its pixels: what is finer has been asked for. */
  rough: boolean;
  /** Why the server does not answer, in words. */
  trouble: string | null;
}

/** px of the bands above the tracks: the whole capture, the ruler, what was found. */
export const OVERVIEW = 22;
export const RULER = 26;
export const HITS = 8;

/** px from the top to each band of a capture, and to its tracks. */
export interface HeaderLayout {
  overview: number;
  /** Null: the other capture's ruler is its own, too. */
  ruler: number | null;
  found: number;
  top: number;
}

/** Of each capture shown: the same bands of two stand beneath each other. */
export function headersOf(captures: number, oneAxis: boolean): HeaderLayout[] {
  const rulers = oneAxis ? 1 : captures;
  const ruler = captures * OVERVIEW;
  const found = ruler + rulers * RULER;
  return Array.from({ length: captures }, (_, i) => ({
    overview: i * OVERVIEW,
    ruler: i < rulers ? ruler + i * RULER : null,
    found: found + i * HITS,
    top: found + captures * HITS,
  }));
}

export const EMPTY_CANVAS: CanvasState = {
  width: 0,
  height: 0,
  ratio: 1,
  palette: {},
  sans: 'sans-serif',
  rows: [],
  scroll: 0,
  view: { t0: 0, t1: 1 },
  bands: { overview: 0, ruler: OVERVIEW, found: OVERVIEW + RULER, top: OVERVIEW + RULER + HITS },
  rest: true,
  selected: null,
  span: null,
  event: null,
  range: null,
  marks: [],
  full: 1,
  scaleBy: 'view',
  others: {},
  scale: null,
  searching: false,
  stamp: 0,
};
