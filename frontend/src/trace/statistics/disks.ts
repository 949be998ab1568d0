/**
 * What went to each disk: requests as the block layer issued them, with their sizes, and the time from issue to
 * completion where both are recorded; and what of it is of swap devices. docs/numbers.md has the definitions in words.
 */
import { percentile } from '../../core/percentile';
import type { Work } from '../../core/work/work';
import { deviceName, type DeviceNames } from './devices';
import type { Missing } from './gaps';
import { pairsIn, REQUESTS, timesOf } from './pairs';
import type { SwapDevice } from './swaps';
import { heldOf, type Held } from './waits';
import { kindNamed, columnOf, namesOf } from '../store/lookup';
import type { TraceStore } from '../store/store';

const SECTOR = 512;

/** What block/blk-core.c:blk_fill_rwbs() puts first, or behind the F of a flush before it (6.12). */
export const WAYS = { written: /^F?W/, read: /^F?R/ };

export interface Disk {
  /** major << 20 | minor */
  dev: number;
  name: string;
  requests: number;
  reads: number;
  writes: number;
  /** Bytes. */
  read: number;
  written: number;
  /** Bytes of a read or write: median and largest; null where there is none that carries data. */
  sizes: { p50: number; largest: number } | null;
  /** ns from issue to completion; null where no request has both. */
  times: Held | null;
}

/** What went to all disks. */
export interface Requests {
  n: number;
  /** ns from issue to completion; null where no request has both. */
  times: Held | null;
}

/** Why it is not known which requests are of swap devices. */
type SwapUnknown =
  | 'devices' // no file of /proc/swaps
  | 'numbers' // none of /proc/partitions that has them
  | 'partition'; // requests name the whole disk

interface SwapReads {
  /** Names of the devices. */
  devices: string[];
  unknown: SwapUnknown | null;
  reads: number;
  times: Held | null;
}

export interface DiskStatistics {
  disks: Disk[];
  /** Null where there were none. */
  requests: Requests | null;
  /** Null where no request is recorded. */
  swapReads: SwapReads | null;
}

/** Rows between two pauses. */
const PAUSE = 1 << 12;

interface Found {
  disk: Disk;
  sizes: number[];
  times: number[];
  readTimes: number[];
}

/** There may be millions of requests: this takes seconds then. */
export function* disksIn(
  store: TraceStore,
  missing: Missing,
  names: DeviceNames = new Map(),
  swaps: readonly SwapDevice[] = [],
): Work<DiskStatistics> {
  const issue = kindNamed(store, 'block_rq_issue');
  if (!issue) return { disks: [], requests: null, swapReads: null };
  const [dev, bytes, sectors] = ['dev', 'bytes', 'nr_sector'].map((name) => columnOf(issue, name));
  const rwbs = namesOf(issue, 'rwbs');
  const [reads, writes] = [WAYS.read, WAYS.written].map((way) => store.names.map((text) => way.test(text)));
  const found = new Map<number, Found>();
  for (let row = 0; row < issue.rows; row++) {
    if (row % PAUSE === 0) yield;
    const id = dev?.(row) ?? null;
    if (id === null) continue;
    const entry = found.get(id) ?? { disk: empty(id, names), sizes: [], times: [], readTimes: [] };
    const { disk } = entry;
    if (disk.requests === 0) found.set(id, entry);
    // Of a request that carries data both say the same; `bytes` is for those that are no file system's.
    const length = (sectors?.(row) ?? 0) * SECTOR || (bytes?.(row) ?? 0);
    const flags = rwbs(row);
    disk.requests++;
    if (reads?.[flags]) {
      disk.reads++;
      disk.read += length;
    } else if (writes?.[flags]) {
      disk.writes++;
      disk.written += length;
    } else continue;
    if (length > 0) entry.sizes.push(length);
  }
  const pairs = yield* pairsIn(store, REQUESTS, missing);
  if (pairs) {
    for (const [row, t] of timesOf(pairs).entries()) {
      if (row % PAUSE === 0) yield;
      if (Number.isNaN(t)) continue;
      const from = pairs.beginOf[row] ?? 0;
      const entry = found.get(dev?.(from) ?? -1);
      entry?.times.push(t);
      if (reads?.[rwbs(from)]) entry?.readTimes.push(t);
    }
  }
  yield;
  const entries = [...found.values()];
  const all = entries
    .map(({ disk, sizes, times }) => ({
      ...disk,
      sizes: sizesOf(Float64Array.from(sizes)),
      times: heldOf(Float64Array.from(times)),
    }))
    .sort((a, b) => b.read + b.written - (a.read + a.written));
  const n = all.reduce((sum, disk) => sum + disk.requests, 0);
  const times = heldOf(Float64Array.from(entries.flatMap((entry) => entry.times)));
  return {
    disks: all,
    requests: n > 0 ? { n, times } : null,
    swapReads: n > 0 ? swapReadsOf(entries, names, swaps) : null,
  };
}

function empty(dev: number, names: DeviceNames): Disk {
  const name = deviceName(dev, names);
  return { dev, name, requests: 0, reads: 0, writes: 0, read: 0, written: 0, sizes: null, times: null };
}

/** Changes the order of the values. */
function sizesOf(sizes: Float64Array): Disk['sizes'] {
  if (sizes.length === 0) return null;
  return { p50: percentile(sizes, 50), largest: percentile(sizes, 100) };
}

/** A request names the whole disk (block/blk-mq.c: disk_devt()), so a partition's look like those of others. */
function swapReadsOf(entries: readonly Found[], names: DeviceNames, swaps: readonly SwapDevice[]): SwapReads {
  const devices = swaps.map(({ name }) => name);
  const unknown = (why: SwapUnknown): SwapReads => ({ devices, unknown: why, reads: 0, times: null });
  if (devices.length === 0) return unknown('devices');
  const numbers = new Map(Array.from(names, ([dev, name]) => [name, dev]));
  if (devices.some((name) => isPart(name, [...numbers.keys()]))) return unknown('partition');
  const devs = new Set(devices.map((name) => numbers.get(name)));
  if (devs.has(undefined)) return unknown('numbers');
  const own = entries.filter(({ disk }) => devs.has(disk.dev));
  return {
    devices,
    unknown: null,
    reads: own.reduce((sum, { disk }) => sum + disk.reads, 0),
    times: heldOf(Float64Array.from(own.flatMap(({ readTimes }) => readTimes))),
  };
}

/** Behind the name of its disk: sda1, nvme0n1p2; but loop10 is no part of loop1. */
const isPart = (name: string, disks: readonly string[]): boolean =>
  disks.some(
    (disk) => name.startsWith(disk) && (/\d$/.test(disk) ? /^p\d+$/ : /^\d+$/).test(name.slice(disk.length)),
  );
