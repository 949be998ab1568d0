/**
 * A model of the machine that another pane shows: same nodes, devices and rule, taken from its visible
 * state before the first decision. The workload is the model's own, since a capture tells none.
 */
import type { StateView } from '../core/contract';
import type { ParamValues } from '../core/params';

/** Pages of memory the tasks may keep: little, so that they swap. */
const MEMCG_PAGES = 16384;
const TASK_PAGES_MIN = 16384;
const FILL = 0.7;

function bits(mask: number): number {
  return mask.toString(2).replaceAll('0', '').length;
}

/** `decisions`: how long to run; null when there is nothing to be like. */
export function likeness(state: StateView, decisions: number): ParamValues | null {
  const nodes = state.node.filter((n) => n.present === 1);
  const devices = state.dev.filter((d) => d.present === 1);
  const rule = state.swap[0]?.mode;
  if (nodes.length === 0 || devices.length === 0 || rule === undefined) return null;
  const pages = devices.reduce((sum, d) => sum + d.pages, 0);
  const tasks = 2 * nodes.length;
  return {
    rule,
    nodes: nodes.length,
    cpus_per_node: Math.min(8, Math.max(1, ...nodes.map((n) => bits(n.cpus)))),
    devices: Math.min(16, devices.length),
    dev_pages: devices.slice(0, 16).map((d) => Math.max(64, d.pages)),
    dev_node: devices.slice(0, 16).map((d) => d.node_id),
    dev_prio: devices.slice(0, 16).map((d) => Math.max(-1, d.prio)),
    dev_name: devices.slice(0, 16).map((d) => d.name),
    tasks,
    task_pages: Math.max(TASK_PAGES_MIN, Math.round((FILL * pages + MEMCG_PAGES) / tasks)),
    memcg_pages: MEMCG_PAGES,
    demand: nodes.map(() => 1),
    pattern: 'random',
    migrate_every: 128,
    stop_decisions: Math.max(1, decisions),
  };
}
