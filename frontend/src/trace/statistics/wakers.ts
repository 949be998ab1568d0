/** Whose call woke a kswapd (mm/vmscan.c:wakeup_kswapd()): docs/numbers.md has the definition in words. */
import { bisectLeft } from 'd3-array';
import { columnOf, kindNamed, namesOf, UNKNOWN_PID } from '../store/lookup';
import type { TraceStore } from '../store/store';
import type { Missing } from './gaps';
import { kswapdChanges } from './kswapd';
import { byNode, WAKE, WOKEN } from './wakes';

interface Waker {
  /** ns since the store's base. */
  ts: number;
  comm: string;
  /** Null where the line does not tell. */
  pid: number | null;
  order: number | null;
  /** '' where the line does not tell. */
  gfp: string;
  /** Of its kind. */
  row: number;
}

/** Calls that woke the kswapd of one node. Times in order. */
export class Wakers {
  readonly #calls: readonly Waker[];
  readonly #times: readonly number[];
  readonly #slept: readonly number[];
  readonly #missing: Missing;

  constructor(calls: readonly Waker[], slept: readonly number[], missing: Missing) {
    this.#calls = calls;
    this.#times = calls.map(({ ts }) => ts);
    this.#slept = slept;
    this.#missing = missing;
  }

  /**
   * The first since it fell asleep: those behind it found it woken but not yet running. Null where none is known, or where
   * one may be missing, on whatever CPU.
   */
  of(woke: number): Waker | null {
    const slept = this.#slept[bisectLeft(this.#slept, woke) - 1] ?? 0;
    const { gaps, begins } = this.#missing;
    if (gaps.some(({ from, to }) => from < woke && slept < to)) return null;
    if ([...begins.values()].some((from) => slept < from)) return null;
    const first = this.#calls[bisectLeft(this.#times, slept)];
    return first && first.ts <= woke ? first : null;
  }
}

/** By node. A stock kernel records only calls that wake kswapd, a patched one all calls, with their results. */
export function wakersIn(store: TraceStore, missing: Missing): Map<number, Wakers> {
  const own = kindNamed(store, WAKE);
  const kind = own ?? kindNamed(store, 'mm_vmscan_wakeup_kswapd');
  if (!kind) return new Map();
  const [nid, order, gfp] = [columnOf(kind, 'nid'), columnOf(kind, 'order'), namesOf(kind, 'gfp_flags')];
  const verdict = own && columnOf(own, 'verdict');
  const calls = byNode(
    kind,
    (row) => (verdict && verdict(row) !== WOKEN ? null : nid(row)),
    (row): Waker => {
      const pid = kind.pid[row] ?? UNKNOWN_PID;
      return {
        ts: kind.ts[row] ?? 0,
        comm: store.names[kind.comm[row] ?? 0] ?? '',
        pid: pid === UNKNOWN_PID ? null : pid,
        order: order(row),
        gfp: store.names[gfp(row)] ?? '',
        row,
      };
    },
  );
  const changes = kswapdChanges(store, missing);
  const slept = (node: number) =>
    (changes.get(node)?.changes ?? []).flatMap(({ ts, wakes }) => (wakes ? [] : [ts]));
  return new Map(Array.from(calls, ([node, of]) => [node, new Wakers(of, slept(node), missing)]));
}

/** "usemem 223, order 0, GFP_KERNEL". */
export function wakerPhrase({ comm, pid, order, gfp }: Waker): string {
  const who = [comm, pid === null ? '' : String(pid)].filter(Boolean).join(' ') || 'an unknown task';
  return [
    who,
    ...(order === null ? [] : [`order ${order}`]),
    ...(gfp === '' ? [] : [gfp === 'none' ? 'gfp none' : gfp]),
  ].join(', ');
}
