/** Nodes, devices and rule, taken from the visible state before the first decision. */
import type { Beginning } from '../../capture/local/source';
import { cpusOf } from '../replica';
import type { Replica } from '../scene';

/** Pages of memory the tasks may keep: little, so that they swap. */
const MEMCG_PAGES = 16384;
const TASK_PAGES_MIN = 16384;
const FILL = 0.7;

/** `decisions`: how long to run. */
export function replicaOf(of: Beginning, decisions: number): Replica {
  const { state } = of;
  const nodes = state.node.filter((n) => n.present === 1);
  const devices = state.dev.filter((d) => d.present === 1);
  const rule = state.swap[0]?.mode;
  if (nodes.length === 0 || devices.length === 0 || rule === undefined) {
    return { cannot: 'The capture does not say what its nodes, devices and rule are.' };
  }
  const pages = devices.reduce((sum, d) => sum + d.pages, 0);
  const tasks = 2 * nodes.length;
  const params = {
    rule,
    nodes: nodes.length,
    cpus_per_node: Math.min(8, Math.max(1, ...cpusOf(of))),
    devices: Math.min(16, devices.length),
    dev_pages: devices.slice(0, 16).map((d) => Math.max(64, d.pages)),
    dev_node: devices.slice(0, 16).map((d) => d.node_id),
    dev_prio: devices.slice(0, 16).map((d) => Math.max(-1, d.prio)),
    dev_name: devices.slice(0, 16).map((d) => d.name),
    tasks,
    task_pages: Math.max(TASK_PAGES_MIN, Math.round((FILL * pages + MEMCG_PAGES) / tasks)),
    memcg_pages: MEMCG_PAGES,
    demand: nodes.map(() => 1),
    pattern: 'random' as const,
    migrate_every: 128,
    stop_decisions: Math.max(1, decisions),
  };
  return { params, words: 'Same nodes, devices and rule; the workload is the model’s own.' };
}
