/**
 * Bands and scales of the drawing, in CSS px. Both panes get the same, so that whatever differs on screen
 * differs in policy. Pure.
 */
import type { Facts } from '../facts/facts';
import { PAGE } from '../facts/page';
import { average } from '../facts/requests';
import { FILM } from '../../film';

/** Baselines, tops and heights of what stands one below the other. */
interface Bands {
  pagesTitle: number;
  pages: number;
  cell: number;
  frames: number;
  framesLabel: number;
  listTitle: number;
  listTop: number;
  listBase: number;
  /** Where there is no room beside the bars, their names stand above them. */
  requestTitle: number;
  request: number;
  requestHeight: number;
  past: number;
  /** From one of the requests before to the next. */
  pastPitch: number;
  averageTitle: number;
  average: number;
  averageHeight: number;
  axisTop: number;
  axisBase: number;
  axisLabel: number;
  leadTitle: number;
  leadTop: number;
  leadBase: number;
  height: number;
}

const WIDE: Bands = {
  pagesTitle: 19,
  pages: 29,
  cell: 16,
  frames: 95,
  framesLabel: 128,
  listTitle: 152,
  listTop: 163,
  listBase: 205.5,
  requestTitle: 244.5,
  request: 232,
  requestHeight: 15,
  past: 250.5,
  pastPitch: 2,
  averageTitle: 286,
  average: 272,
  averageHeight: 18,
  axisTop: 228,
  axisBase: 298,
  axisLabel: 312,
  leadTitle: 334,
  leadTop: 342,
  leadBase: 370,
  height: 376,
};

const COMPACT: Bands = {
  pagesTitle: 14,
  pages: 22,
  cell: 15,
  frames: 77,
  framesLabel: 107,
  listTitle: 130,
  listTop: 139,
  listBase: 173.5,
  requestTitle: 195,
  request: 202,
  requestHeight: 12,
  past: 216.5,
  pastPitch: 2,
  averageTitle: 250,
  average: 256,
  averageHeight: 16,
  axisTop: 199,
  axisBase: 277,
  axisLabel: 291,
  leadTitle: 314,
  leadTop: 322,
  leadBase: 348,
  height: 354,
};

/** Parts that can be shown large, the others small below them. */
export const LARGE = ['pages', 'list', 'requests', 'lead'] as const;
export type Large = (typeof LARGE)[number];

/** Where one part stands that has the room of all. */
const WIDE_LARGE: Record<Large, Partial<Bands>> = {
  pages: { cell: 28, frames: 222, framesLabel: 270 },
  list: { listTitle: 19, listTop: 44, listBase: 274 },
  requests: {
    axisTop: 24,
    request: 40,
    requestHeight: 48,
    requestTitle: 69,
    past: 98,
    pastPitch: 7,
    average: 168,
    averageHeight: 56,
    averageTitle: 201,
    axisBase: 248,
    axisLabel: 266,
  },
  lead: { leadTitle: 19, leadTop: 44, leadBase: 274 },
};

const COMPACT_LARGE: Record<Large, Partial<Bands>> = {
  pages: { cell: 24, frames: 200, framesLabel: 240 },
  list: { listTitle: 14, listTop: 40, listBase: 254 },
  requests: {
    axisTop: 20,
    requestTitle: 14,
    request: 22,
    requestHeight: 40,
    past: 72,
    pastPitch: 5,
    averageTitle: 132,
    average: 140,
    averageHeight: 44,
    axisBase: 204,
    axisLabel: 222,
  },
  lead: { leadTitle: 14, leadTop: 36, leadBase: 254 },
};

/** Where each part stands among the others, from top to bottom. */
export const bandOf = ({ y }: Grid, part: Large): readonly [number, number] =>
  part === 'pages'
    ? [y.pages - 3, y.frames + y.cell + 3]
    : part === 'list'
      ? [y.listTop - 2, y.listBase + 2]
      : part === 'requests'
        ? [y.axisTop, y.axisBase]
        : [y.leadTop - 2, y.leadBase + 2];

/** Where the small pictures begin. */
export const filmTop = ({ y }: Grid): number => y.height - FILM;

/** Earlier requests that are drawn below the one at hand. */
export const PAST = 8;
const COMPACT_BELOW = 430;
/** Below this the names beside the bars draw closer. */
const ROOMY_FROM = 600;

export interface Grid {
  width: number;
  compact: boolean;
  places: number;
  y: Bands;
  /** Width of one place of the row. */
  pitch: number;
  axis: { left: number; right: number; most: number; ticks: number[]; x: (sectors: number) => number };
  list: { slots: number; pitch: number; unit: number };
  lead: { low: number; unit: number };
}

/** Pages in a row of the drawing at a width. */
export function placesAt(width: number): number {
  return width < COMPACT_BELOW ? PAGE / 2 : PAGE;
}

function longest({ requests, open, published }: Facts): number {
  return Math.max(
    requests?.maxSectors ?? 0,
    open?.sectors ?? 0,
    average(requests) ?? 0,
    ...(requests?.past.map((p) => p.sectors) ?? []),
    ...(published?.rows.map((r) => r.sectors) ?? []),
  );
}

/** A round step of the axis that gives four to eight of them. */
function stepOf(most: number): number {
  let step = 16;
  while (most / step > 6) step *= 2;
  return step;
}

function axisOf(all: readonly Facts[], width: number, compact: boolean): Grid['axis'] {
  const most = Math.max(64, ...all.map(longest));
  const step = stepOf(most);
  const left = compact ? 1 : width >= ROOMY_FROM ? 124 : 104;
  const right = width - (compact ? 12 : 24);
  const end = Math.max(most, step * Math.floor(most / step)) * 1.04;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
  return { left, right, most, ticks, x: (sectors) => left + ((right - left) * sectors) / end };
}

const SLOT_LEAST = 4;

/** Segments that the last request has, or the one that is gathered. */
function used({ open, requests }: Facts): number {
  return Math.max(open?.used ?? 0, requests?.past[0]?.segments ?? 0);
}

function thickest({ open, requests }: Facts): number {
  const last = requests?.past[0];
  const mean = last && last.segments > 0 ? last.sectors / 8 / last.segments : 0;
  return open ? Math.max(0, ...open.segments.map((s) => s.pages)) : mean;
}

function listOf(all: readonly Facts[], width: number, y: Bands): Grid['list'] {
  const limits = all.map((f) => f.requests?.maxSegments ?? 0);
  const want = Math.max(8, ...limits, ...all.map(used));
  const slots = Math.min(want, Math.floor(width / SLOT_LEAST));
  const unit = (y.listBase - y.listTop - 1) / Math.max(8, ...all.map(thickest));
  return { slots, pitch: width / slots, unit };
}

/** Pages of lead that a chart shows at least. */
const LEAD_LEAST = 8;

function leadScale(all: readonly Facts[], y: Bands): Grid['lead'] {
  const values = all.flatMap((f) => (f.lead ? [f.lead.start, ...f.lead.values] : []));
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  return { low, unit: (y.leadBase - y.leadTop) / Math.max(LEAD_LEAST, high - low) };
}

/**
 * `both`: this pane's facts, and the other pane's if it is drawn beside it. `width` in px, 300 or more. `large`: the part
 * that is; left out: all of them stand one below the other.
 */
export function gridOf(both: readonly Facts[], width: number, large?: Large): Grid {
  const compact = width < COMPACT_BELOW;
  const all = compact ? COMPACT : WIDE;
  const y = large ? { ...all, ...(compact ? COMPACT_LARGE : WIDE_LARGE)[large] } : all;
  const places = placesAt(width);
  return {
    width,
    compact,
    places,
    y,
    pitch: width / places,
    axis: axisOf(both, width, compact),
    list: listOf(both, width, y),
    lead: leadScale(both, y),
  };
}
