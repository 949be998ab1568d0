/** All that went on between two events, as plain data for other tools: what a task did, requests, kswapd awake. */
import type { Work } from '../../core/work/work';
import { TRACE_KINDS, type TraceKindName } from '../gen/tables';
import { columnOf, namesOf } from '../store/lookup';
import type { TraceStore } from '../store/store';
import { deviceNumber } from './devices';
import type { Missing } from './gaps';
import type { Kswapds } from './kswapd';
import { COMMANDS, pairsIn, REQUESTS, type PairedKinds } from './pairs';

/** ns since the base, or what the clock counts. */
type TaskSpan = [name: string, pid: number, from: number, to: number];
type OtherSpan = [name: string, from: number, to: number];

interface TraceSpans {
  /** As recorded. */
  base: string;
  tasks: TaskSpan[];
  requests: OtherSpan[];
  kswapd: OtherSpan[];
}

/** How the kernel names beginnings; its ends are `_end`. */
const BEGINS = /_(begin|start)$/;

const isKnown = (name: string): name is TraceKindName => name in TRACE_KINDS;

export function* spansIn(store: TraceStore, missing: Missing, { nodes }: Kswapds): Work<TraceSpans> {
  const tasks: TaskSpan[] = [];
  for (const { name: begin } of store.kinds) {
    const stem = begin.replace(BEGINS, '');
    const end = `${stem}_end`;
    if (stem === begin || !isKnown(begin) || !isKnown(end)) continue;
    const pairs = yield* pairsIn(store, { begin, end, by: [] }, missing);
    for (const [from, to, row] of pairs ? wholeOf(pairs) : [])
      tasks.push([stem, pairs?.end?.pid[row] ?? 0, from, to]);
  }
  const requests: OtherSpan[] = [];
  const blocks = yield* pairsIn(store, REQUESTS, missing);
  if (blocks?.end) {
    const [dev, rwbs] = [columnOf(blocks.end, 'dev'), namesOf(blocks.end, 'rwbs')];
    for (const [from, to, row] of wholeOf(blocks))
      requests.push([`${deviceNumber(dev(row) ?? 0)} ${store.names[rwbs(row)] ?? ''}`, from, to]);
  }
  const commands = yield* pairsIn(store, COMMANDS, missing);
  if (commands?.end) {
    const id = columnOf(commands.end, 'ctrl_id');
    for (const [from, to, row] of wholeOf(commands)) requests.push([`nvme${id(row) ?? ''}`, from, to]);
  }
  const kswapd = nodes.flatMap(({ nid, awake }) =>
    awake.map(({ from, to }): OtherSpan => [`kswapd${nid} awake`, from, to]),
  );
  return { base: String(store.base), tasks, requests, kswapd };
}

function* wholeOf({ begin, end, beginOf }: PairedKinds): Generator<[from: number, to: number, row: number]> {
  for (const [row, at] of beginOf.entries()) if (at >= 0) yield [begin?.ts[at] ?? 0, end?.ts[row] ?? 0, row];
}
