/** How pages came back from each swap device, and how long that took, as a patched kernel tells: docs/numbers.md. */
import { ENUMS, type SwapHowName } from '../../core/gen/tables';
import type { Work } from '../../core/work/work';
import { columnOf, kindNamed } from '../store/lookup';
import type { TraceStore } from '../store/store';
import { swapName, swapNames } from './slots';
import { heldOf, type Held } from './waits';

/** What became of a read, in a word or some. */
const PHRASES: Readonly<Record<SwapHowName, string>> = {
  ...{ interrupt: 'slept', poll: 'polled', hybrid: 'hybrid', sync: 'synchronous' },
  ...{ zero: 'filled with zeros', zswap: 'from zswap', fs: 'by the file system' },
};

/** Of a mode, or of its number. */
export function readPhrase(how: SwapHowName | number): string {
  const name = typeof how === 'number' ? ENUMS.swap_how[how] : how;
  return name === undefined ? String(how) : PHRASES[name];
}

/** ns from the decision to the completion, as the kernel measured it; null where no end tells. */
interface Times {
  how: SwapHowName;
  /** Reads that ended. */
  n: number;
  times: Held | null;
}

export interface SwapReadTimes {
  /** Of all devices, the most frequent first. */
  all: Times[];
  devices: (Times & { name: string })[];
}

/** Rows between two pauses. */
const PAUSE = 1 << 12;

export function* swapReadsIn(store: TraceStore): Work<SwapReadTimes> {
  const kind = kindNamed(store, 'swap_in_done');
  if (!kind) return { all: [], devices: [] };
  const [type, how, lat] = ['type', 'how', 'lat'].map((name) => columnOf(kind, name));
  const found = new Map<number, Map<SwapHowName, number[]>>();
  for (let row = 0; row < kind.rows; row++) {
    if (row % PAUSE === 0) yield;
    const [device, way, time] = [type?.(row) ?? null, ENUMS.swap_how[how?.(row) ?? -1], lat?.(row) ?? null];
    if (device === null || way === undefined || time === null) continue;
    const ways = found.get(device) ?? new Map<SwapHowName, number[]>();
    if (ways.size === 0) found.set(device, ways);
    const times = ways.get(way) ?? [];
    if (times.length === 0) ways.set(way, times);
    times.push(time);
  }
  const names = swapNames(store);
  const all = new Map<SwapHowName, number[]>();
  for (const ways of found.values())
    for (const [way, times] of ways) all.set(way, [...(all.get(way) ?? []), ...times]);
  return {
    all: timesOf(all),
    devices: [...found]
      .sort(([a], [b]) => a - b)
      .flatMap(([device, ways]) => timesOf(ways).map((of) => ({ name: swapName(device, names), ...of }))),
  };
}

const timesOf = (ways: ReadonlyMap<SwapHowName, number[]>): Times[] =>
  [...ways]
    .map(([how, times]) => ({ how, n: times.length, times: heldOf(Float64Array.from(times)) }))
    .sort((a, b) => b.n - a.n);
