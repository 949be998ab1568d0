/** On which node the pages are that each task was given: docs/numbers.md has the definition in words. */
import type { Work } from '../../core/work/work';
import { columnOf, kindNamed, UNKNOWN_CPU, UNKNOWN_PID } from '../store/lookup';
import type { TraceStore } from '../store/store';
import type { CpuNodes } from './cpu-nodes';
import type { Zone } from './zones';

interface TaskPlacement {
  pid: number;
  comm: string;
  allocations: number;
  failed: number;
  /** By node, in the order of `Placement.nodes`. */
  pages: number[];
  /** Of no node that is known. */
  unknown: number;
  /** Pages of the node of the CPU that allocated them; of another one; null where no node's CPUs are known. The others are
   * of a node, or by a CPU, that is not known. */
  home: number | null;
  away: number | null;
}

export interface Placement {
  nodes: number[];
  /** Who was given most pages comes first. */
  tasks: TaskPlacement[];
}

/** What the kernel prints as `pfn` of an allocation that failed (trace/events/kmem.h, 6.12). */
const FAILED = 0;

/** Rows between two pauses. */
const PAUSE = 1 << 16;

/** Null where no allocation is recorded. Without zones that tell their pages there are no nodes. */
export function* placementIn(
  store: TraceStore,
  zones: readonly Zone[],
  cpus: CpuNodes,
): Work<Placement | null> {
  const none = cpus.size > 0 ? 0 : null;
  const kind = kindNamed(store, 'mm_page_alloc');
  if (!kind || kind.rows === 0) return null;
  const [pfn, order] = [columnOf(kind, 'pfn'), columnOf(kind, 'order')];
  const spans = zones.flatMap(({ nid, span }) => (span && span.pages > 0 ? [{ nid, ...span }] : []));
  const nodes = [...new Set(spans.map(({ nid }) => nid))].sort((a, b) => a - b);
  /** Place in `nodes`; null where no zone has the page, or zones of two nodes. */
  const nodeOf = (page: number): number | null => {
    let found: number | null = null;
    for (const { nid, from, pages } of spans) {
      if (page < from || page >= from + pages) continue;
      if (found !== null && found !== nid) return null;
      found = nid;
    }
    return found === null ? null : nodes.indexOf(found);
  };
  const tasks = new Map<number, Map<number, TaskPlacement>>();
  for (let row = 0; row < kind.rows; row++) {
    if (row % PAUSE === PAUSE - 1) yield;
    const [pid, name] = [kind.pid[row] ?? UNKNOWN_PID, kind.comm[row] ?? 0];
    const byName = tasks.get(pid) ?? new Map<number, TaskPlacement>();
    if (byName.size === 0) tasks.set(pid, byName);
    let task = byName.get(name);
    if (!task) {
      const comm = store.names[name] ?? '';
      task = {
        pid,
        comm,
        allocations: 0,
        failed: 0,
        pages: nodes.map(() => 0),
        unknown: 0,
        home: none,
        away: none,
      };
      byName.set(name, task);
    }
    const [page, log] = [pfn(row), order(row)];
    task.allocations++;
    if (page === FAILED) {
      task.failed++;
      continue;
    }
    if (log === null) continue;
    const node = page === null ? null : nodeOf(page);
    if (node === null) {
      task.unknown += 2 ** log;
      continue;
    }
    task.pages[node] = (task.pages[node] ?? 0) + 2 ** log;
    const home = cpus.get(kind.cpu[row] ?? UNKNOWN_CPU);
    if (home === undefined) continue;
    if (home === nodes[node]) task.home = (task.home ?? 0) + 2 ** log;
    else task.away = (task.away ?? 0) + 2 ** log;
  }
  const all = [...tasks.values()].flatMap((byName) => [...byName.values()]);
  all.sort((a, b) => pagesOf(b) - pagesOf(a) || a.pid - b.pid || a.comm.localeCompare(b.comm));
  return { nodes, tasks: all };
}

/** All that a task was given. */
export const pagesOf = ({ pages, unknown }: TaskPlacement): number =>
  pages.reduce((sum, n) => sum + n, unknown);
