/**
 * Which rows are shown, the same for both captures: a row is a track by group and name, so that equal tracks
 * stand beneath each other. Headings fold their group.
 */
import { grouped } from '../core/number';
import type { TrackInfo } from './model/capture';
import { MEANT, RAW, type Group } from './model/tracks';

interface Row {
  /** Unique: its group, or group and name. */
  key: string;
  /** '' for a heading; of the row of every event what tracks there are below it. */
  name: string;
  node: number | null;
  /** px from the top of the list. */
  y: number;
  height: number;
  /** Tracks of the group, for a heading; for the line that tells of what is left out, how many that is. */
  count: number;
  /** Of free pages: what its foot and its top stand for, of both captures; by the logarithm. */
  scale: Scale | null;
}

interface RowOfGroup extends Row {
  kind: 'heading' | 'track' | 'more' | 'hint';
  group: Group;
}

/** Every event: the tracks by kind, CPU and so on are folded in it where others say what they mean. */
interface EveryRow extends Row {
  kind: 'every';
}

export type RowSpec = RowOfGroup | EveryRow;

export interface Scale {
  min: number;
  max: number;
}

const EVERY = 'every';

export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  nodes: 'Nodes',
  reclaim: 'Direct reclaim',
  disks: 'Disks',
  own: 'Kinds of this file’s own',
  kind: 'Events by kind',
  cpu: 'Events by CPU',
  node: 'Events by node',
  zone: 'Events by zone',
  device: 'Events by device',
  task: 'Events by task',
};

/** As the row of every event counts its tracks. */
const TRACK_WORDS: Readonly<Record<(typeof RAW)[number], [string, string]>> = {
  kind: ['kind', 'kinds'],
  cpu: ['CPU', 'CPUs'],
  node: ['node', 'nodes'],
  zone: ['zone', 'zones'],
  device: ['device', 'devices'],
  task: ['task', 'tasks'],
};

const HEADING = 20;
/** px of the row of every event. */
const EVERY_HEIGHT = 24;
/** px of a track of free pages: its watermarks stand close to each other. */
const TALL = 64;
/** Tracks of a group shown at first. */
const SHOWN = 12;

export interface LayoutOptions {
  folded: readonly Group[];
  /** Whether the tracks below every event are shown; null: where nothing says what the events mean. */
  raw: boolean | null;
  /** Groups shown with all their tracks. */
  whole: readonly Group[];
  /** Only tracks whose name holds this. */
  filter: string;
  rowHeight: number;
  /** Whether to say that free pages could be counted if /proc/zoneinfo were there. */
  hint: boolean;
}

/** Of one capture or two. */
export function layoutOf(captures: readonly (readonly TrackInfo[])[], options: LayoutOptions): RowSpec[] {
  const rows: RowSpec[] = [];
  let y = 0;
  const push = (row: Omit<RowOfGroup, 'y'> | Omit<EveryRow, 'y'>) => {
    rows.push({ ...row, y });
    y += row.height;
  };
  const wanted = options.filter.toLowerCase();
  const tracksIn = (group: Group) =>
    unionOf(captures, group).filter((t) => t.name.toLowerCase().includes(wanted));
  const grouping = (group: Group) => {
    const tracks = tracksIn(group);
    const hint = options.hint && group === 'nodes' && wanted === '';
    if (tracks.length === 0 && !hint) return;
    const plain = { group, name: '', node: null, scale: null };
    push({ ...plain, key: group, height: HEADING, count: tracks.length, kind: 'heading' });
    if (options.folded.includes(group)) return;
    if (hint) push({ ...plain, key: 'hint', height: options.rowHeight, count: 0, kind: 'hint' });
    const all = options.whole.includes(group) || tracks.length <= SHOWN + 1 || wanted !== '';
    for (const { name, node, free } of all ? tracks : tracks.slice(0, SHOWN)) {
      push({
        key: `${group}/${name}`,
        group,
        name,
        node,
        height: free ? TALL : options.rowHeight,
        count: 0,
        kind: 'track',
        scale: free ? scaleOf(captures, name) : null,
      });
    }
    const left = tracks.length - SHOWN;
    if (!all) push({ ...plain, key: `${group}+`, height: options.rowHeight, count: left, kind: 'more' });
  };
  for (const group of MEANT) grouping(group);
  if (!foldable(captures)) {
    for (const group of RAW) grouping(group);
    return rows;
  }
  const below = RAW.map((group) => [TRACK_WORDS[group], tracksIn(group).length] as const);
  if (below.every(([, count]) => count === 0)) return rows;
  const words = below.flatMap(([[one, many], n]) => (n > 0 ? [`${grouped(n)} ${n === 1 ? one : many}`] : []));
  const every = { key: EVERY, name: words.join(', '), node: null, scale: null, count: 0 };
  push({ ...every, height: EVERY_HEIGHT, kind: 'every' });
  if (isOpen(captures, options)) for (const group of RAW) grouping(group);
  return rows;
}

/** Whether anything says what the kernel's own events mean. */
const foldable = (captures: readonly (readonly TrackInfo[])[]): boolean =>
  captures.flat().some(({ group }) => group !== 'own' && MEANT.some((meant) => meant === group));

/** Whether the tracks below every event are shown: also where one asks for a name that one of them has. */
export const isOpen = (
  captures: readonly (readonly TrackInfo[])[],
  { raw, filter }: Pick<LayoutOptions, 'raw' | 'filter'>,
): boolean => filter !== '' || (raw ?? !foldable(captures));

/** From half of the lowest watermark, or the least that was free, to the most. */
function scaleOf(captures: readonly (readonly TrackInfo[])[], name: string): Scale | null {
  const all = captures.flat().flatMap((t) => (t.free && t.name === name ? [t.free] : []));
  if (all.length === 0) return null;
  return {
    min: Math.max(1, Math.floor(Math.min(...all.map(({ least, zone }) => Math.min(least, zone.min / 2))))),
    max: Math.max(...all.map(({ most, zone }) => Math.max(most, zone.high))),
  };
}

/** By their rank; without one in the order of the first capture, then what only another one has. */
function unionOf(captures: readonly (readonly TrackInfo[])[], group: Group): TrackInfo[] {
  const found = new Map<string, TrackInfo>();
  for (const track of captures.flat()) {
    if (track.group === group && !found.has(track.name)) found.set(track.name, track);
  }
  return [...found.values()].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
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
