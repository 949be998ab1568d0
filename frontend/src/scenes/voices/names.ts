/** Names of what events are about, as the visible state has them. */
import type { StateView } from '../../core/contract';
import { clean } from '../text';
import { letters } from './letters';

export interface NamedDevice {
  type: number;
  /** As the capture or the scenario names it, made safe to show; else by its number. */
  name: string;
  /** One or two characters that tell it from the others. */
  letter: string;
  /** Node it sits on; -1: none or unknown. */
  node: number;
  /** As in /proc/swaps. */
  prio: number;
}

export interface Names {
  /** A swap device by its type. One that no list ever held is known by its number only. */
  device: (type: number) => NamedDevice;
  /** Those that are known, in order of their types. */
  devices: readonly NamedDevice[];
  /** NUMA nodes that are told of. */
  nodes: number;
}

type Tables = Pick<StateView, 'dev' | 'node'>;

/** The same table of devices serves very many decisions. */
const made = new WeakMap<Tables['dev'], Names>();

export function namesOf(state: Tables): Names {
  const nodes = state.node.reduce((n, row) => n + row.present, 0);
  const old = made.get(state.dev);
  if (old?.nodes === nodes) return old;
  const rows = state.dev.flatMap((row, type) =>
    // A row that no device ever used is all zeros, also its node.
    row.present === 1 || row.name !== '' ? [{ ...row, type }] : [],
  );
  const letterOf = letters(rows);
  const devices = rows.map(({ type, name, node_id: node, prio }) => ({
    type,
    name: clean(name) || unnamed(type),
    letter: letterOf.get(type) ?? String(type),
    node,
    prio,
  }));
  const byType = new Map(devices.map((device) => [device.type, device]));
  const names: Names = {
    device: (type) =>
      byType.get(type) ?? { type, name: unnamed(type), letter: String(type), node: -1, prio: 0 },
    devices,
    nodes,
  };
  made.set(state.dev, names);
  return names;
}

/** What stands for the name that nobody told. */
export const unnamed = (type: number): string => `swap device ${type}`;
