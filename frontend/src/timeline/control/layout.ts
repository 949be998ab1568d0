/**
 * Which rows are shown, the same for both captures: a row is a track by group and name, so that equal tracks
 * stand beneath each other. Headings fold their group.
 */
import { grouped } from '../../core/number';
import type { TrackInfo } from '../model/capture';
import { INTERPRETED, RAW, type Group } from '../model/tracks';

interface Row {
  /** Unique: its group, or group and name. */
  key: string;
  /** '' for a heading; of the row of every event what tracks there are below it. */
  name: string;
  node: number | null;
  /** px from the top of the list; of two captures one lane lies over the other in it. */
  y: number;
  height: number;
  /** Of the line that tells of what is left out, how many tracks that is. */
  count: number;
  /** Of free pages, slots in use and a script's own number: what foot and top stand for, of both captures. */
  scale: Scale | null;
}

interface RowOfGroup extends Row {
  kind: 'track' | 'more' | 'hint';
  group: Group;
}

export interface Heading extends Row {
  kind: 'heading';
  group: Group;
  title: string;
  /** How many tracks it has, or whether a file's own events are on tracks. */
  about: string;
}

/** Every event: the tracks by kind, CPU and so on are folded in it where others say what they mean. */
interface EveryRow extends Row {
  kind: 'every';
}

export type RowSpec = RowOfGroup | Heading | EveryRow;

export interface Scale {
  min: number;
  max: number;
  /** Not by the logarithm. */
  linear?: true;
}

const EVERY = 'every';

export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  nodes: 'Nodes',
  reclaim: 'Direct reclaim',
  swap: 'Swap devices',
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
/** px of a row that is pressed with a thumb. */
const THUMB = 44;
/** px of a capture's lane, where there is one and where there are two: of a track, of every event, of a script's
 * own numbers, and of free pages, whose watermarks stand close to each other. */
const LANES = {
  one: { track: 20, every: 24, number: 32, tall: 64 },
  two: { track: 18, every: 18, number: 24, tall: 40 },
} as const;
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
  /** Whether rows that fold or unfold are pressed with a thumb. */
  thumb: boolean;
  /** Captures that are there: each has a lane in a row. */
  lanes: number;
  /** Files that have kinds of their own, and how many lines of theirs could not be read. */
  own: { files: readonly string[]; unread: number };
  /** Whether to say that free pages could be counted if /proc/zoneinfo were there. */
  hint: boolean;
}

/** Of one capture or two. */
export function layoutOf(captures: readonly (readonly TrackInfo[])[], options: LayoutOptions): RowSpec[] {
  const rows: RowSpec[] = [];
  const { lanes } = options;
  const high = LANES[lanes > 1 ? 'two' : 'one'];
  const pressed = (height: number) => Math.max(height, options.thumb ? THUMB : 0);
  let y = 0;
  const push = (row: Omit<RowOfGroup, 'y'> | Omit<Heading, 'y'> | Omit<EveryRow, 'y'>) => {
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
    const words = headingOf(group, tracks, captures, options);
    push({ ...plain, ...words, key: group, height: pressed(HEADING), count: 0, kind: 'heading' });
    if (options.folded.includes(group)) return;
    if (hint) push({ ...plain, key: 'hint', height: high.track, count: 0, kind: 'hint' });
    const all = options.whole.includes(group) || tracks.length <= SHOWN + 1 || wanted !== '';
    for (const { name, node, free, usage, number } of all ? tracks : tracks.slice(0, SHOWN)) {
      push({
        key: `${group}/${name}`,
        group,
        name,
        node,
        height: lanes * (free ? high.tall : (usage ?? number) ? high.number : high.track),
        count: 0,
        kind: 'track',
        scale: free
          ? scaleOf(captures, name)
          : usage
            ? slotsIn(captures, name)
            : number
              ? numbersIn(captures, name)
              : null,
      });
    }
    const left = tracks.length - SHOWN;
    if (!all) push({ ...plain, key: `${group}+`, height: pressed(high.track), count: left, kind: 'more' });
  };
  for (const group of INTERPRETED) grouping(group);
  if (!foldable(captures)) {
    for (const group of RAW) grouping(group);
    return rows;
  }
  const below = RAW.map((group) => [TRACK_WORDS[group], tracksIn(group).length] as const);
  if (below.every(([, count]) => count === 0)) return rows;
  const words = below.flatMap(([[one, many], n]) => (n > 0 ? [`${grouped(n)} ${n === 1 ? one : many}`] : []));
  const every = { key: EVERY, name: words.join(', '), node: null, scale: null, count: 0 };
  push({ ...every, height: pressed(lanes * high.every), kind: 'every' });
  if (isOpen(captures, options)) for (const group of RAW) grouping(group);
  return rows;
}

/** Whether a capture has a lane in a row: a heading has none. */
export const hasLanes = ({ kind }: RowSpec): boolean => kind === 'track' || kind === 'every';

/** Whether anything says what the kernel's own events mean. */
const foldable = (captures: readonly (readonly TrackInfo[])[]): boolean =>
  captures.flat().some(({ group }) => group !== 'own' && INTERPRETED.some((meant) => meant === group));

/** Whether the tracks below every event are shown: also where one asks for a name that one of them has. */
export const isOpen = (
  captures: readonly (readonly TrackInfo[])[],
  { raw, filter }: Pick<LayoutOptions, 'raw' | 'filter'>,
): boolean => filter !== '' || (raw ?? !foldable(captures));

/** Of a file's own kinds: which file, and that nothing of it has vanished. */
function headingOf(
  group: Group,
  tracks: readonly TrackInfo[],
  captures: readonly (readonly TrackInfo[])[],
  { own: { files, unread } }: LayoutOptions,
): Pick<Heading, 'title' | 'about'> {
  if (group !== 'own' || files.length === 0)
    return { title: GROUP_WORDS[group], about: grouped(tracks.length) };
  const drawn = captures.flat().reduce((sum, t) => sum + (t.group === 'own' ? t.events : 0), 0);
  const about = `${grouped(drawn)} of ${grouped(drawn + unread)} events drawn`;
  return {
    title: files.join(', '),
    about: unread > 0 ? `${about}; the report says why the others are not` : about,
  };
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

/** From none to all that the greater device has. */
function slotsIn(captures: readonly (readonly TrackInfo[])[], name: string): Scale | null {
  const all = captures.flat().flatMap((t) => (t.usage && t.name === name ? [t.usage] : []));
  if (all.length === 0) return null;
  return { min: 0, max: Math.max(...all.map(({ most, size }) => Math.max(most, size ?? 0))), linear: true };
}

/** From the least to the most that events of both captures tell. */
function numbersIn(captures: readonly (readonly TrackInfo[])[], name: string): Scale | null {
  const all = captures.flat().flatMap((t) => (t.number && t.name === name ? [t.number] : []));
  if (all.length === 0) return null;
  return { min: Math.min(...all.map((n) => n.min)), max: Math.max(...all.map((n) => n.max)) };
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
