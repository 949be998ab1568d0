/** Where pages, frames, segments and the lead stand. In px; pure. */
import { area, curveStepBefore } from 'd3-shape';
import type { Facts } from '../facts/facts';
import type { Group, PlacedPage } from '../facts/page-frames';
import { GROUPS } from '../facts/page-frames';
import type { Grid } from './grid';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Between two marks of a row. */
const GAP = 1.6;

export interface PageBox extends Box {
  k: number;
  node: number;
  /** `here` under the cursor, `past` before it, `next` not decided yet, `other` another task's. */
  is: 'here' | 'past' | 'next' | 'other';
}

export function pageBoxes(grid: Grid, facts: Facts): PageBox[] {
  const pid = facts.step?.pid;
  return Array.from({ length: facts.places }, (_, i) => {
    const k = facts.first + i;
    const step = facts.row[i];
    const is = k > facts.k || !step ? 'next' : k === facts.k ? 'here' : step.pid === pid ? 'past' : 'other';
    const x = i * grid.pitch + GAP / 2;
    const { pages: top, cell } = grid.y;
    // A request is as high as it is long.
    const share = step?.event.kind === 'block_rq' ? step.event.sectors / grid.axis.most : 1;
    const height = is === 'next' ? cell : Math.max(2, cell * Math.min(1, share));
    return { k, node: step?.node ?? -1, is, x, y: top + cell - height, width: grid.pitch - GAP, height };
  });
}

export interface FrameBox extends Box {
  k: number;
  node: number;
}

export interface GroupPlace {
  group: Group;
  x: number;
  width: number;
  frames: FrameBox[];
  /** Places that nothing of this row lands in. */
  empty: Box[];
}

/** How far a frame stands off that does not follow the one before it. */
const APART = 3;

function widthOf(frames: readonly PlacedPage[], pitch: number, apart: number): number {
  return frames.length * pitch + frames.filter((f) => f.apart).length * apart;
}

/** The largest distance of frames at which every group has room. */
function pitchOf(groups: readonly Group[], room: number, most: number): { pitch: number; apart: number } {
  const fits = (pitch: number, apart: number) => groups.every((g) => widthOf(g.frames, pitch, apart) <= room);
  for (const apart of [APART, 1.5, 0]) {
    const least = Math.min(
      most,
      ...groups.map(
        ({ frames }) => (room - frames.filter((f) => f.apart).length * apart) / Math.max(1, frames.length),
      ),
    );
    if (least > GAP && fits(least - 1e-9, apart)) return { pitch: least, apart };
  }
  return { pitch: room / Math.max(1, ...groups.map((g) => g.frames.length)), apart: 0 };
}

export function groupPlaces(grid: Grid, facts: Facts): GroupPlace[] {
  const { groups } = facts;
  const n = Math.max(1, Math.min(GROUPS, groups.length));
  const gap = grid.compact ? 8 : n > 4 ? 12 : 18;
  const width = (grid.width - gap * (n - 1)) / n;
  const { pitch, apart } = pitchOf(groups, width, grid.pitch);
  const mark = Math.max(0.6, pitch - Math.min(GAP, pitch * 0.3));
  return groups.map((group, i) => {
    const x = i * (width + gap);
    let at = x;
    const box = (): Box => ({ x: at, y: grid.y.frames, width: mark, height: grid.y.cell });
    const frames = group.frames.map(({ k, node, apart: off }) => {
      if (off) at += apart;
      const placed = { k, node, ...box() };
      at += pitch;
      return placed;
    });
    const empty: Box[] = [];
    for (; pitch >= 4 && at + mark <= x + width + 0.01; at += pitch) empty.push(box());
    return { group, x, width, frames, empty };
  });
}

interface SegmentBox extends Box {
  node: number;
  /** The last, which the page under the cursor is in. */
  here: boolean;
}

export interface ListPlace {
  boxes: SegmentBox[];
  /** Segments that there is no room for, before the first box. */
  hidden: number;
  /** Bars are all alike: only their number and their length together are known. */
  mean: number | null;
}

/** Segments of the request that is gathered; where frames are not known, those of the last, all alike. */
export function listPlace(grid: Grid, facts: Facts): ListPlace {
  const { slots, pitch, unit } = grid.list;
  const { listBase: base } = grid.y;
  const gap = Math.min(2.4, pitch * 0.3);
  const box = (i: number, pages: number, node: number, here: boolean): SegmentBox => {
    const height = Math.max(1.5, pages * unit);
    return { node, here, x: i * pitch + gap / 2, y: base - 0.5 - height, width: pitch - gap, height };
  };
  const { open, requests } = facts;
  if (open) {
    const known = open.segments.length;
    const from = Math.max(0, open.earlier + known - slots);
    const skip = Math.max(0, from - open.earlier);
    const boxes = open.segments
      .slice(skip)
      .map((s, i, all) => box(open.earlier + skip - from + i, s.pages, s.node, i === all.length - 1));
    return { boxes, hidden: from, mean: null };
  }
  const last = requests?.past[0];
  if (!last || last.segments === 0) return { boxes: [], hidden: 0, mean: null };
  const mean = last.sectors / 8 / last.segments;
  const shown = Math.min(slots, last.segments);
  const boxes = Array.from({ length: shown }, (_, i) => box(i, mean, -1, false));
  return { boxes, hidden: last.segments - shown, mean };
}

/** The lead as a staircase under the pages it belongs to; '' where it is not known. */
export function balancePath(
  { pitch, y, lead }: Grid,
  facts: Facts,
): { line: string; area: string; zero: number } {
  const at = (value: number) => y.leadBase - (value - lead.low) * lead.unit;
  const zero = at(0);
  if (!facts.lead || facts.lead.values.length === 0) return { line: '', area: '', zero };
  // A page's step stands below the page.
  const values = [facts.lead.start, ...facts.lead.values];
  const stairs = area<number>()
    .curve(curveStepBefore)
    .x((_, i) => i * pitch)
    .y0(zero)
    .y1(at);
  return { line: stairs.lineY1()(values) ?? '', area: stairs(values) ?? '', zero };
}
