/**
 * Which rows are shown, the same for both captures: a row is a track by group and name, so that equal tracks
 * stand beneath each other. Headings fold their group.
 */
import type { TrackInfo } from './model/capture';
import { GROUPS, type Group } from './model/tracks';

export interface RowSpec {
  /** Unique: its group, or group and name. */
  key: string;
  group: Group;
  /** '' for a heading. */
  name: string;
  node: number | null;
  /** px from the top of the list. */
  y: number;
  height: number;
  /** Tracks of the group, for a heading; for the line that tells of what is left out, how many that is. */
  count: number;
  kind: 'heading' | 'track' | 'more';
  /** Of free pages: what its foot and its top stand for, of both captures; by the logarithm. */
  scale: Scale | null;
}

export interface Scale {
  min: number;
  max: number;
}

export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  free: 'Free pages, counted back',
  'going-on': 'What went on',
  cpu: 'CPUs',
  node: 'Nodes',
  zone: 'Zones',
  device: 'Devices',
  task: 'Tasks',
  own: 'Kinds of this file’s own',
  kind: 'Kinds of events',
};

const HEADING = 20;
/** px of a track of free pages: its watermarks stand close to each other. */
const TALL = 64;
/** Tracks of a group shown at first. */
const SHOWN = 12;

export interface LayoutOptions {
  folded: readonly Group[];
  /** Groups shown with all their tracks. */
  whole: readonly Group[];
  /** Only tracks whose name holds this. */
  filter: string;
  rowHeight: number;
}

/** Of one capture or two. */
export function layoutOf(captures: readonly (readonly TrackInfo[])[], options: LayoutOptions): RowSpec[] {
  const rows: RowSpec[] = [];
  let y = 0;
  const push = (row: Omit<RowSpec, 'y'>) => {
    rows.push({ ...row, y });
    y += row.height;
  };
  const wanted = options.filter.toLowerCase();
  for (const group of GROUPS) {
    const tracks = unionOf(captures, group).filter((t) => t.name.toLowerCase().includes(wanted));
    if (tracks.length === 0) continue;
    const plain = { group, name: '', node: null, scale: null };
    push({ ...plain, key: group, height: HEADING, count: tracks.length, kind: 'heading' });
    if (options.folded.includes(group)) continue;
    const all = options.whole.includes(group) || tracks.length <= SHOWN + 1 || wanted !== '';
    for (const { name, node } of all ? tracks : tracks.slice(0, SHOWN)) {
      push({
        key: `${group}/${name}`,
        group,
        name,
        node,
        height: group === 'free' ? TALL : options.rowHeight,
        count: 0,
        kind: 'track',
        scale: group === 'free' ? scaleOf(captures, name) : null,
      });
    }
    const left = tracks.length - SHOWN;
    if (!all) push({ ...plain, key: `${group}+`, height: options.rowHeight, count: left, kind: 'more' });
  }
  return rows;
}

/** From half of the lowest watermark, or the least that was free, to the most. */
function scaleOf(captures: readonly (readonly TrackInfo[])[], name: string): Scale | null {
  const all = captures.flat().flatMap((t) => (t.free && t.name === name ? [t.free] : []));
  if (all.length === 0) return null;
  return {
    min: Math.max(1, Math.floor(Math.min(...all.map(({ least, zone }) => Math.min(least, zone.min / 2))))),
    max: Math.max(...all.map(({ most, zone }) => Math.max(most, zone.high))),
  };
}

/** In the order of the first capture, then what only another one has. */
function unionOf(captures: readonly (readonly TrackInfo[])[], group: Group): TrackInfo[] {
  const found = new Map<string, TrackInfo>();
  for (const track of captures.flat()) {
    if (track.group === group && !found.has(track.name)) found.set(track.name, track);
  }
  return [...found.values()];
}

export const heightOf = (rows: readonly RowSpec[]): number => {
  const last = rows[rows.length - 1];
  return last ? last.y + last.height : 0;
};

/** Numbers of a capture's tracks by the key of their row. */
export function numbersOf(tracks: readonly TrackInfo[]): Map<string, number> {
  return new Map(tracks.map(({ group, name }, i) => [`${group}/${name}`, i]));
}

/** Letters of a name's end that stay when its middle is cut, and from how many on it may have to be. */
const TAIL_MAX = 10;
const LONG = 18;

/** The end of a long name that is always shown: its last word, such as `_begin`, or so many letters. */
export function tailOf(name: string): string {
  if (name.length < LONG) return '';
  const end = name.slice(-TAIL_MAX);
  return end.slice(Math.max(0, end.search(/[_ :/-]\w+$/)));
}
