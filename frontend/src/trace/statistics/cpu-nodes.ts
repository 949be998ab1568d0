/** Which node a CPU belongs to, as numactl -H or lscpu tell. */
import type { TraceStore } from '../store/store';
import { procValuesOf } from './proc-values';

/** Nodes by CPU. */
export type CpuNodes = ReadonlyMap<number, number>;

/** As the reader names the line of a node. */
const PREFIX = 'cpus/';

/** Later stores override earlier ones. */
export function cpuNodes(stores: readonly TraceStore[]): CpuNodes {
  const nodes = new Map<number, number>();
  for (const store of stores)
    for (const [text, node] of procValuesOf(store))
      if (text.startsWith(PREFIX)) for (const cpu of cpusOf(text.slice(PREFIX.length))) nodes.set(cpu, node);
  return nodes;
}

/** `0-2,8` or `0 1 2 8`: the reader has seen to it that it is one of these. */
function* cpusOf(list: string): Iterable<number> {
  for (const [, first, last] of list.matchAll(/(\d+)(?:-(\d+))?/g))
    for (let cpu = Number(first); cpu <= Number(last ?? first); cpu++) yield cpu;
}
