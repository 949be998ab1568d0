/** The policy a decision was made under, as far as events around it tell. Pure. */
import { drawn } from '../../../core/types';
import type { MpolName } from '../../../core/gen/tables';
import type { Frame, SourceInfo } from '../../scene';
import { bits } from '../../phrases';
import type { Step } from './steps';

export interface Policy {
  /** By the task's counter, by place in the mapping, or nothing decides. */
  by: 'counter' | 'place' | 'none';
  mode: MpolName;
  /** Its nodes; without a policy those of the machine. */
  nodes: number[];
  /** vm.numa_interleave_granularity in force; null where the policy does not ask for it, or it is not known. */
  granularity: number | null;
  /** Weights of nodes as far as known; null where the policy does not weigh. */
  weights: ReadonlyMap<number, number> | null;
}

/** The counter tells a weight whenever it turns to a node; the place tells them all. */
function weightsOf(steps: readonly Step[], info: SourceInfo, nodes: readonly number[]): Map<number, number> {
  const given = info.params?.['weight'];
  const weights = new Map<number, number>();
  if (typeof given === 'object') {
    for (const n of nodes) if (typeof given[n] === 'number') weights.set(n, given[n]);
  }
  for (const { event } of steps) {
    if (event.kind === 'interleave' && event.mode === 'weighted_interleave' && event.g > 0)
      weights.set(event.nid, event.g);
    if (event.kind === 'interleave_vma' && event.mode === 'weighted_interleave')
      for (const n of bits(event.nodes)) weights.set(n, event.weight[n] ?? 1);
  }
  return weights;
}

function present(frame: Frame): number[] {
  return frame.after.node.flatMap((row, nid) => (row.present === 1 ? [nid] : []));
}

/** `steps`: those around the cursor up to it. */
export function policyOf(frame: Frame, info: SourceInfo, steps: readonly Step[]): Policy {
  const event = frame.event && drawn(frame.event);
  if (event?.kind === 'interleave' || event?.kind === 'interleave_vma') {
    const nodes = bits(event.nodes);
    const weighs = event.mode === 'weighted_interleave';
    return {
      by: event.kind === 'interleave' ? 'counter' : 'place',
      mode: event.mode,
      nodes,
      granularity: event.kind === 'interleave' && !weighs ? event.g : null,
      weights: weighs ? weightsOf(steps, info, nodes) : null,
    };
  }
  const decides = info.kinds.interleave ?? info.kinds.interleave_vma ?? info.kinds.mms_il ?? 0;
  // Before the first decision: what the first task asked for.
  const task = frame.after.task.find((t) => t.present === 1);
  return {
    by: event === null && decides > 0 ? (info.kinds.interleave ? 'counter' : 'place') : 'none',
    mode: task?.mode ?? 'default',
    nodes: task && task.nodes > 0 ? bits(task.nodes) : present(frame),
    granularity: null,
    weights: null,
  };
}
