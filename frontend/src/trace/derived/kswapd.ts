/**
 * How long kswapd of each node was awake. It says when it wakes up and when it goes to sleep
 * (mm/vmscan.c:kswapd()); a wake-up while it is awake is another order to reclaim for. Before the first event
 * of a node and behind its last the capture does not tell, so the share is of the time between.
 */
import { columnOf, kindNamed } from '../find';
import type { TraceStore } from '../store';

export interface Duty {
  nid: number;
  /** Times it woke up from sleep. */
  wakes: number;
  /** ns awake, of `span` ns that are known. */
  awake: number;
  span: number;
  /** Share of the known time, 0 to 1; null where it is none. */
  share: number | null;
}

interface Change {
  ts: number;
  awake: boolean;
}

export function kswapdDuty(store: TraceStore): Duty[] {
  const byNode = new Map<number, Change[]>();
  for (const [name, awake] of [
    ['mm_vmscan_kswapd_wake', true],
    ['mm_vmscan_kswapd_sleep', false],
  ] as const) {
    const kind = kindNamed(store, name);
    if (!kind) continue;
    const nid = columnOf(kind, 'nid');
    for (let row = 0; row < kind.rows; row++) {
      const node = nid(row);
      if (node === null) continue;
      const changes = byNode.get(node) ?? [];
      if (changes.length === 0) byNode.set(node, changes);
      changes.push({ ts: kind.ts[row] ?? 0, awake });
    }
  }
  return [...byNode].sort(([a], [b]) => a - b).map(([nid, changes]) => dutyOf(nid, changes));
}

function dutyOf(nid: number, changes: Change[]): Duty {
  changes.sort((a, b) => a.ts - b.ts);
  const [first] = changes;
  const span = (changes.at(-1)?.ts ?? 0) - (first?.ts ?? 0);
  // Nothing is known of the time before the first change but that the state was the other one.
  let [wakes, awake] = [first?.awake ? 1 : 0, 0];
  for (let i = 1; i < changes.length; i++) {
    const [before, now] = [changes[i - 1], changes[i]];
    if (!before || !now) continue;
    if (before.awake) awake += now.ts - before.ts;
    else if (now.awake) wakes++;
  }
  return { nid, wakes, awake, span, share: span > 0 ? awake / span : null };
}
