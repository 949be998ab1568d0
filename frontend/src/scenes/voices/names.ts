/** Names of what events are about, as the visible state has them. */
import type { Coverage } from '../../core/coverage';
import { letterOf } from '../../core/number';
import type { StateView } from '../../core/types';
import { clean } from '../phrases';

export interface NamedDevice {
  type: number;
  /** As the capture or the scenario names it, made safe to show; else by its number. */
  name: string;
  /** One or two characters, the same wherever it is shown: `letterOf` its type. */
  letter: string;
  /** Node it sits on; -1: none or unknown. */
  node: number;
  /** As in /proc/swaps. */
  prio: number;
}

export interface Names {
  /** A swap device by its type. One that no list ever held is known by its number only. */
  device: (type: number) => NamedDevice;
  /** NUMA nodes that events name. */
  nodes: number;
  /** What the source has all of; left out where no voice asks. */
  coverage?: Coverage;
}

type Tables = Pick<StateView, 'dev' | 'node'>;

/** The same table of devices serves very many decisions. */
const made = new WeakMap<Tables['dev'], Names>();

export function namesOf(state: Tables): Names {
  const nodes = state.node.reduce((n, row) => n + row.present, 0);
  const old = made.get(state.dev);
  if (old?.nodes === nodes) return old;
  const byType = new Map<number, NamedDevice>();
  for (const [type, { present, name, node_id: node, prio }] of state.dev.entries()) {
    // A row that no device ever used is all zeros, also its node.
    if (present !== 1 && name === '') continue;
    byType.set(type, { type, name: clean(name) || unnamed(type), letter: letterOf(type), node, prio });
  }
  const names: Names = {
    device: (type) =>
      byType.get(type) ?? { type, name: unnamed(type), letter: letterOf(type), node: -1, prio: 0 },
    nodes,
  };
  made.set(state.dev, names);
  return names;
}

/** What stands for the name that no event says. */
export const unnamed = (type: number): string => `swap device ${type}`;
