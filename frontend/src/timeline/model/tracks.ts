/**
 * The tracks of a capture: its events split by CPU, node, zone, device, task and kind; kinds that no table knows
 * apart, which need no list of places.
 */
import { KINDS } from '../../core/gen/kinds';
import { nodeOfZone, zoneName } from '../../core/zone';
import { deviceName, deviceNumber, type DeviceNames } from '../../trace/statistics/devices';
import { DISK } from '../../trace/store/generic-kinds';
import { hasKind, NO_CPU } from '../../trace/store/lookup';
import type { KindColumns, TraceStore } from '../../trace/store/store';
import { numbersOf, readerOf } from './events/column-reader';
import type { Order } from './events/event-order';
import { Flow, FLOWS } from './series/flow';
import type { FreePages } from './series/free-pages';
import { usageOf, type SlotUsage } from './series/slot-usage';
import { slotReader, swapName, swapNames, swapUses } from '../../trace/statistics/slots';
import { numberOf, type Measure } from './events/measure';
import type { WorkProgress } from '../../core/work/progress';
import { NOTHING_MISSING, wholeSince, type Missing } from '../../trace/statistics/gaps';
import type { Kswapds } from '../../trace/statistics/kswapd';
import { wakersIn, type Wakers } from '../../trace/statistics/wakers';
import { ACTIVITIES, Known, MODES, spanner, type Activity } from './series/activities';
import { Concurrency } from './series/concurrency';
import type { ActivitySpans } from './series/activity-spans';
import { RANKS, rankOf } from './events/track-rank';
import { KindRows } from './events/track-rows';
import { partsOf, type Key, type PartitionTrack, type Partition } from './events/partition';

/** What the events mean, and what a script's own kinds are. */
export const INTERPRETED = ['nodes', 'reclaim', 'swap', 'disks', 'own'] as const;
/** Every event by what it tells of itself. */
export const RAW = ['kind', 'cpu', 'node', 'zone', 'device', 'task'] as const;
export const GROUPS = [...INTERPRETED, ...RAW] as const;
export type Group = (typeof GROUPS)[number];

/** Tracks of two captures with one name in one group are the same track. */
export interface Track extends PartitionTrack<Group> {
  /** How many of what its events begin and end go on at a time, each of them, and what they are. */
  level?: Concurrency;
  spans?: ActivitySpans;
  activity?: Activity;
  /** Of kswapd: how long of what is known; null where no share of the time is. */
  known?: Known | null;
  /** Of kswapd: whose calls woke it. */
  wakers?: Wakers | null;
  /** How much of something they tell of. */
  flow?: Flow;
  /** The number that a script's own events tell. */
  number?: Measure;
  /** Pages of its zone that were free. */
  free?: FreePages;
  /** Slots of its swap device that were in use. */
  usage?: SlotUsage;
  /** Of a disk that has a number: what its track is called, by the disk's name. */
  called?: (disk: string) => string;
  /** Tracks of its group are in this order, where it has one. */
  rank?: number;
}

/** Kinds of events.def: theirs are the names below. Others carry what the kernel's own text calls so. */
const ours = (kind: KindColumns) => kind.name in KINDS;

/** Fields that hold the number of a node. */
const NODE = ['nid', 'node_id', 'node'];
const SWAP_TYPE = 'type';
/** Numbers of swap devices stand behind those of disks. */
const SWAP = 2 ** 40;
/** Room for the zones of a node, by name. */
const BY_NAME = 2 ** 32;

function zoneKey(kind: KindColumns): Key | null {
  const zone = kind.fields.find((f) => f.name === 'zone' && f.lanes === 1);
  const value = zone && readerOf(zone);
  if (!value) return null;
  if (zone.type !== 'name') return ours(kind) ? value : null;
  const node = numbersOf(kind, NODE);
  return node && ((row) => BY_NAME * (1 + node(row)) + value(row));
}

function deviceKey(kind: KindColumns): Key | null {
  const dev = kind.fields.find(
    (f) => f.lanes === 1 && (f.type === 'dev' || (ours(kind) && f.name === 'dev')),
  );
  if (dev) return readerOf(dev);
  const type = kind.name.startsWith('swap_') ? numbersOf(kind, [SWAP_TYPE]) : null;
  if (type && ours(kind)) return (row) => (type(row) < 0 ? -1 : SWAP + type(row));
  const disk = kind.fields.find(
    (f) => f.type === 'name' && f.lanes === 1 && (f.name === 'disk' || (kind.own && DISK.test(f.name))),
  );
  const value = disk && readerOf(disk);
  return value ? (row) => (value(row) > 0 ? BY_NAME + value(row) : -1) : null;
}

/** Node of each CPU, where events of kind `node` say it. */
function nodesOfCpus(store: TraceStore): Map<number, number> {
  const nodes = new Map<number, number>();
  for (const kind of store.kinds) {
    if (kind.name !== 'node') continue;
    const nid = numbersOf(kind, ['nid']);
    const cpus = kind.fields.find((f) => f.name === 'cpus');
    if (!nid || !(cpus?.values instanceof BigUint64Array)) continue;
    for (let row = 0; row < kind.rows; row++) {
      const mask = cpus.values[row] ?? 0n;
      for (let cpu = 0; cpu < 64; cpu++) if ((mask >> BigInt(cpu)) & 1n) nodes.set(cpu, nid(row));
    }
  }
  return nodes;
}

function splitsOf(store: TraceStore): Partition<Group>[] {
  const cpus = nodesOfCpus(store);
  const swaps = swapNames(store);
  const name = (number: number) => store.names[number] ?? '';
  return [
    {
      group: 'cpu',
      keys: ({ cpu, name: kind }) =>
        NO_CPU.has(kind) ? null : (row) => (cpu[row] === 0xffff ? -1 : (cpu[row] ?? -1)),
      name: (cpu) => `CPU ${cpu}`,
      node: (cpu) => cpus.get(cpu) ?? null,
    },
    {
      group: 'node',
      keys: (kind) => numbersOf(kind, NODE),
      name: (node) => `node ${node}`,
      node: (node) => node,
    },
    {
      group: 'zone',
      keys: zoneKey,
      name: (key) =>
        key < BY_NAME
          ? `node ${nodeOfZone(key)} ${zoneName(key)}`
          : `node ${Math.floor(key / BY_NAME) - 1} ${name(key % BY_NAME)}`,
      node: (key) => (key < BY_NAME ? nodeOfZone(key) : Math.floor(key / BY_NAME) - 1),
    },
    {
      group: 'device',
      keys: deviceKey,
      name: (key) => {
        if (key >= SWAP) return swapName(key - SWAP, swaps);
        return key >= BY_NAME ? name(key - BY_NAME) : deviceName(key);
      },
      node: () => null,
    },
    {
      group: 'task',
      keys: ({ comm, name: kind }) =>
        NO_CPU.has(kind) ? null : (row) => ((comm[row] ?? 0) > 0 ? (comm[row] ?? 0) : -1),
      name,
      node: () => null,
      tasks: true,
    },
  ];
}

/** Which meaning of an event makes a track of its own, and the split that has its names. */
const MEANS = {
  node: { group: 'nodes', split: 'node' },
  zone: { group: 'nodes', split: 'zone' },
  task: { group: 'reclaim', split: 'task' },
  swap: { group: 'swap', split: 'device' },
  device: { group: 'disks', split: 'device' },
} as const;

/** Those behind are swap devices, or disks by name. */
const isNumber = (key: number) => key < BY_NAME;

const disk = (by: string, key: number, called: (disk: string) => string): Pick<Track, 'called'> =>
  by === 'device' && isNumber(key) ? { called } : {};

/** The same tracks, those of disks by the names that they have; with the number, where another track is called so. */
export function withDisks(tracks: readonly Track[], names: DeviceNames): Track[] {
  const of = (group: string, name: string) => `${group}/${name}`;
  const taken = new Set(tracks.flatMap(({ group, name, called }) => (called ? [] : [of(group, name)])));
  return tracks.map((track) => {
    const { group, key, called } = track;
    if (!called) return track;
    const short = called(deviceName(key, names));
    const name = taken.has(of(group, short))
      ? called(`${deviceName(key, names)} ${deviceNumber(key)}`)
      : short;
    taken.add(of(group, name));
    return { ...track, name };
  });
}

/** A track for each node, task or disk of each activity whose beginnings and ends the capture has. */
async function goingOn(
  store: TraceStore,
  order: Order,
  splits: readonly Partition<Group>[],
  missing: Missing,
  kswapds: Kswapds,
  pulse: WorkProgress,
): Promise<Track[]> {
  const spansOf = spanner(store, missing, kswapds);
  const wakers = wakersIn(store, missing);
  const known = new Map(kswapds.nodes.map((node) => [node.nid, new Known(node)]));
  const tracks: Track[] = [];
  for (const activity of ACTIVITIES) {
    const names: readonly string[] = [activity.begin, activity.end];
    const means = MEANS[activity.by];
    const split = splits.find(({ group }) => group === means.split);
    if (!split || !names.every((name) => hasKind(store, name))) continue;
    const own: Partition<Group> = {
      ...split,
      group: means.group,
      keys: (kind) => {
        const keys = names.includes(kind.name) ? split.keys(kind) : null;
        const mode = activity.mode === undefined ? () => 0 : numbersOf(kind, [activity.mode]);
        return keys && mode && [keys].flat().map((key) => (row) => MODES * key(row) + mode(row));
      },
      node: (key) => split.node(Math.floor(key / MODES)),
      name: (key) => {
        const of = Math.floor(key / MODES);
        return activity.title(split.name(of), of, key % MODES);
      },
      tasks: false,
    };
    const found = (await partsOf(own, store, order, pulse)).flatMap((part) => {
      const key = Math.floor(part.key / MODES);
      const spans = spansOf(activity, part.rows, key);
      const level = new Concurrency(spans.stretches());
      const called = disk(activity.by, key, (name) => activity.title(name, key, 0));
      const of =
        activity.by === 'node' ? { known: known.get(key) ?? null, wakers: wakers.get(key) ?? null } : {};
      return level.most > 0 ? [{ ...part, key, level, spans, activity, ...of, ...called }] : [];
    });
    // Who waited longest comes first.
    if (activity.by === 'task') {
      found.sort((a, b) => b.level.mean(0, store.span) - a.level.mean(0, store.span));
      tracks.push(...found.map((track, i) => ({ ...track, rank: i })));
    } else tracks.push(...found.map((track) => ({ ...track, rank: rankOf(subjectOf(track), RANKS.level) })));
  }
  return tracks;
}

/** What stands beside each other: what is of one node, or else of one disk or swap device. */
const subjectOf = ({ node, key }: PartitionTrack<Group>): number => node ?? key;

/** A track for each swap device whose slots in use the capture tells. */
async function filled(
  store: TraceStore,
  order: Order,
  splits: readonly Partition<Group>[],
  missing: Missing,
  pulse: WorkProgress,
): Promise<Track[]> {
  const split = splits.find(({ group }) => group === MEANS.swap.split);
  const readers = store.kinds.map(slotReader);
  if (!split || readers.every((reader) => reader === null)) return [];
  const sizes = new Map(swapUses(store).map(({ type, size }) => [type, size]));
  const own: Partition<Group> = {
    ...split,
    group: MEANS.swap.group,
    keys: (kind) => (slotReader(kind) ? split.keys(kind) : null),
    name: (key) => `${split.name(key)} in use`,
  };
  return (await partsOf(own, store, order, pulse)).flatMap((part) => {
    const size = sizes.get(part.key - SWAP) ?? null;
    const usage = usageOf(part.rows, readers, size, wholeSince(missing), store.span);
    return usage ? [{ ...part, usage, rank: rankOf(part.key, RANKS.gauge) }] : [];
  });
}

/** A track for each node or disk of each sort of flow that the capture tells of. */
async function flowing(
  store: TraceStore,
  order: Order,
  splits: readonly Partition<Group>[],
  pulse: WorkProgress,
): Promise<Track[]> {
  const tracks: Track[] = [];
  for (const [i, { kinds, by, keys, amounts, title, unit, words }] of FLOWS.entries()) {
    const name = kinds.find((kind) => hasKind(store, kind));
    const means = MEANS[by];
    const split = splits.find(({ group }) => group === means.split);
    if (name === undefined || !split) continue;
    const amountsOf = (key: number) =>
      store.kinds.map((kind) => (kind.name === name ? amounts(kind, store, key) : null));
    const any = amountsOf(NaN);
    const own: Partition<Group> = {
      ...split,
      group: means.group,
      keys: (kind) => {
        const [amount, key] = [any[store.kinds.indexOf(kind)], (keys ?? split.keys)(kind)];
        if (!amount || !key) return null;
        return [key].flat().map((of) => (row) => (Number.isNaN(amount.all(row)) ? NaN : of(row)));
      },
      name: (key) => title(split.name(key), key),
    };
    for (const part of await partsOf(own, store, order, pulse)) {
      const flow = new Flow(part.rows, words ? { unit, words } : { unit }, amountsOf(part.key));
      const called = disk(by, part.key, (name) => title(name, part.key));
      tracks.push({ ...part, flow, rank: rankOf(subjectOf(part), RANKS.flow + i), ...called });
    }
  }
  return tracks;
}

export async function tracksOf(
  store: TraceStore,
  order: Order,
  pulse: WorkProgress,
  missing: Missing = NOTHING_MISSING,
  kswapds: Kswapds = { nodes: [], why: null },
): Promise<Track[]> {
  const splits = splitsOf(store);
  const quiet: WorkProgress = { signal: pulse.signal, progress: () => undefined };
  const tracks: Track[] = await goingOn(store, order, splits, missing, kswapds, quiet);
  tracks.push(...(await filled(store, order, splits, missing, quiet)));
  tracks.push(...(await flowing(store, order, splits, quiet)));
  for (const [i, split] of splits.entries()) {
    const within: WorkProgress = {
      signal: pulse.signal,
      progress: (share) => {
        pulse.progress((i + share) / splits.length);
      },
    };
    const parts = await partsOf(split, store, order, within);
    tracks.push(...parts.map((part) => ({ ...part, ...disk(split.group, part.key, (name) => name) })));
  }
  for (const [i, kind] of store.kinds.entries()) {
    if (kind.rows === 0) continue;
    const group = kind.own ? 'own' : 'kind';
    const number = numberOf(store, kind);
    const track: Track = { group, key: i, name: kind.name, node: null, rows: new KindRows(kind, i) };
    tracks.push(number ? { ...track, number } : track);
  }
  return tracks;
}
