/**
 * What went to each disk: requests as the block layer issued them, with their sizes, and the time from issue
 * to completion where both are recorded.
 */
import { quickselect } from 'd3-array';
import { atOnce, type Work } from '../../core/work';
import { deviceName, type DeviceNames } from './devices';
import { kindNamed, columnOf, namesOf } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';

const SECTOR = 512;

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
  /** Bytes of a request: median, 95th percentile, largest; of those that carry data. */
  sizes: { median: number; p95: number; largest: number } | null;
  /** ns from issue to completion; null where completions were not recorded. */
  times: { median: number; p95: number; n: number } | null;
}

/** What went to all disks. */
export interface Requests {
  n: number;
  /** ns from issue to completion: what 99 of 100 took at most; null where completions were not recorded. */
  times: { p99: number; n: number } | null;
}

export interface DiskStatistics {
  disks: Disk[];
  /** Null where there were none. */
  requests: Requests | null;
}

/** Rows between two pauses. */
const PAUSE = 1 << 12;

export const disks = (store: TraceStore, names?: DeviceNames): DiskStatistics =>
  atOnce(disksIn(store, names));

/** There may be millions of requests: this takes seconds then. */
export function* disksIn(store: TraceStore, names?: DeviceNames): Work<DiskStatistics> {
  const issue = kindNamed(store, 'block_rq_issue');
  if (!issue) return { disks: [], requests: null };
  const [dev, bytes, sectors] = ['dev', 'bytes', 'nr_sector'].map((name) => columnOf(issue, name));
  const rwbs = namesOf(issue, 'rwbs');
  const found = new Map<number, { disk: Disk; sizes: number[] }>();
  for (let row = 0; row < issue.rows; row++) {
    if (row % PAUSE === 0) yield;
    const id = dev?.(row) ?? null;
    if (id === null) continue;
    const entry = found.get(id) ?? { disk: empty(id, names), sizes: [] };
    if (entry.disk.requests === 0) found.set(id, entry);
    // Of a request that carries data both say the same; `bytes` is for those that are no file system's.
    const length = (sectors?.(row) ?? 0) * SECTOR || (bytes?.(row) ?? 0);
    const flags = store.names[rwbs(row)] ?? '';
    entry.disk.requests++;
    if (length > 0) entry.sizes.push(length);
    if (flags.includes('R')) {
      entry.disk.reads++;
      entry.disk.read += length;
    } else if (flags.includes('W')) {
      entry.disk.writes++;
      entry.disk.written += length;
    }
  }
  const complete = kindNamed(store, 'block_rq_complete');
  const times = complete ? yield* timesOf(issue, complete) : new Map<number, number[]>();
  yield;
  const all = [...found.values()]
    .map(({ disk, sizes }) => {
      const [size, time] = [quantiles(sizes), quantiles(times.get(disk.dev) ?? [])];
      return {
        ...disk,
        sizes: size && { median: size.median, p95: size.p95, largest: size.largest },
        times: time ? { median: time.median, p95: time.p95, n: time.n } : null,
      };
    })
    .sort((a, b) => b.read + b.written - (a.read + a.written));
  const n = all.reduce((sum, disk) => sum + disk.requests, 0);
  return { disks: all, requests: n > 0 ? { n, times: p99Of([...times.values()]) } : null };
}

/** The smallest that 99 of 100 reach. */
function p99Of(parts: readonly (readonly number[])[]): Requests['times'] {
  const n = parts.reduce((sum, part) => sum + part.length, 0);
  if (n === 0) return null;
  const all = new Float64Array(n);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return { p99: smallest(all, Math.ceil(0.99 * n) - 1), n };
}

/** The k-th, from 0; changes the order of the values. */
const smallest = (values: Float64Array, k: number) => quickselect(values, k)[k] ?? NaN;

function empty(dev: number, names?: DeviceNames): Disk {
  const name = deviceName(dev, names);
  return { dev, name, requests: 0, reads: 0, writes: 0, read: 0, written: 0, sizes: null, times: null };
}

function quantiles(values: readonly number[]) {
  if (values.length === 0) return null;
  const all = Float64Array.from(values);
  const at = (share: number) => smallest(all, Math.min(all.length - 1, Math.floor(share * all.length)));
  return { median: at(0.5), p95: at(0.95), largest: smallest(all, all.length - 1), n: all.length };
}

/** By disk: ns from the issue of a request to the completion of the same first sector. */
function* timesOf(issue: KindColumns, complete: KindColumns): Work<Map<number, number[]>> {
  const [issuedTo, from] = [columnOf(issue, 'dev'), columnOf(issue, 'sector')];
  const [doneBy, at] = [columnOf(complete, 'dev'), columnOf(complete, 'sector')];
  const open = new Map<number, Map<number, number>>();
  const times = new Map<number, number[]>();
  for (let i = 0, j = 0; j < complete.rows;) {
    if ((i + j) % PAUSE === 0) yield;
    if (i < issue.rows && (issue.ts[i] ?? 0) <= (complete.ts[j] ?? 0)) {
      const dev = issuedTo(i) ?? -1;
      const sectors = open.get(dev) ?? new Map<number, number>();
      if (sectors.size === 0) open.set(dev, sectors);
      sectors.set(from(i) ?? -1, issue.ts[i] ?? 0);
      i++;
      continue;
    }
    const [dev, sector] = [doneBy(j) ?? -1, at(j) ?? -1];
    const since = open.get(dev)?.get(sector);
    if (since !== undefined) {
      const list = times.get(dev) ?? [];
      if (list.length === 0) times.set(dev, list);
      list.push((complete.ts[j] ?? 0) - since);
      open.get(dev)?.delete(sector);
    }
    j++;
  }
  return times;
}
