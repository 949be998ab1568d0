/**
 * What the drawing, the sentences and the text twin all read: one frame, sorted out. Pure; no geometry.
 */
import { widthOf } from '../../../core/asif/band';
import type { StateView, SwapSelect } from '../../../core/types';
import type { RuleName } from '../../../core/gen/tables';
import { MASKED } from '../../mask';
import { frameCache } from '../../frame-cache';
import type { Frame } from '../../scene';
import { bits } from '../../phrases';
import { namesOf, type NamedDevice, type Names } from '../../voices/names';
import { selectOf } from '../../voices/stock-walk';
import type { Entry, Walked } from '../../voices/swap-walk';

/** "No such list": the value of a key that a device does not have on a list (state.def). */
const NO_LIST = 32767;

export interface Device extends NamedDevice {
  /** Pages; 0 when unknown. */
  pages: number;
  /** Slots in use after the decision, in pages. */
  used: number;
  /** As if: the least and the most that what is assumed comes to, where they differ. */
  band: readonly [least: number, most: number] | null;
  /** `listed`: may be chosen; `full`; `off`: on but on no list for another reason; `gone`: swapped off. */
  status: 'listed' | 'full' | 'off' | 'gone';
}

export interface DeviceList {
  /** List number: the node under rule `node`. */
  list: number;
  entries: Entry[];
  /** False while no event has said what is on it. */
  known: boolean;
  /** Kept from view until a question is answered. */
  hidden: boolean;
  /** Devices on it that `entries` lacks, because an event holds the first 16 only. */
  more: number;
}

export interface Node {
  nid: number;
  cpus: number[];
}

export interface Facts {
  rule: RuleName;
  nodes: Node[];
  names: Names;
  /** By swap type, so that a device keeps its place while priorities change. */
  devices: Device[];
  /** Lists as they stood before the decision: one per node, or the one that serves all. */
  chains: DeviceList[];
  /** One list serves every node. */
  merged: boolean;
  /** The decision; null before the first. Of an unpatched kernel it is drawn as one of ours. */
  event: Walked | null;
}

const statusOf = (row: StateView['dev'][number]): Device['status'] =>
  row.present === 0 ? 'gone' : row.listed === 1 ? 'listed' : row.why_off === 'full' ? 'full' : 'off';

function devicesOf(names: Names, { before, after, ranges }: Frame): Device[] {
  return after.dev.flatMap((row, type) => {
    if (row.present === 0 && before.dev[type]?.present !== 1 && row.name === '') return [];
    const band = widthOf(ranges?.[type]);
    return { ...names.device(type), pages: row.pages, used: row.used, band, status: statusOf(row) };
  });
}

function chainOf(state: StateView, list: number): DeviceList {
  const row = state.list[list];
  const entries = (row?.type ?? []).map((type, i) => ({ type, key: row?.prio[i] ?? NO_LIST }));
  return { list, entries, known: row?.known === 1, hidden: row?.known === MASKED, more: 0 };
}

/** The list a decision walked, from its own snapshot: that is what the kernel saw. */
function snapshot(event: SwapSelect): DeviceList {
  const entries = event.list_type.map((type, i) => ({ type, key: event.list_prio[i] ?? NO_LIST }));
  return {
    list: event.list,
    entries,
    known: true,
    hidden: false,
    more: Math.max(event.list_n - entries.length, 0),
  };
}

export const factsOf = frameCache((frame: Frame): Facts => {
  const { before, after } = frame;
  const { event: given } = frame;
  const event: Walked | null =
    given?.kind === 'mms_slot' ? selectOf(given) : given?.kind === 'swap_select' ? given : null;
  const rule = event?.mode ?? after.swap[0]?.mode ?? 'node';
  const merged = rule !== 'node';
  // What the event of an unpatched kernel tells of devices, the state has behind it.
  const names = namesOf(given?.kind === 'mms_slot' ? after : before);
  const devices = devicesOf(names, frame);
  const nodes = after.node.flatMap((row, nid) => (row.present === 1 ? [{ nid, cpus: bits(row.cpus) }] : []));
  // A capture without `node` events still tells on which node the CPU was.
  const own = nodes.find((n) => n.nid === event?.nid);
  if (own && event && own.cpus.length === 0) own.cpus.push(event.cpu);
  if (event && !own && event.nid >= 0) {
    nodes.push({ nid: event.nid, cpus: [event.cpu] });
    nodes.sort((a, b) => a.nid - b.nid);
  }
  const first = nodes[0]?.nid ?? 0;
  const numbers = merged ? [event?.list ?? first] : nodes.map((n) => n.nid);
  const chains = numbers.map((list) => (event?.list === list ? snapshot(event) : chainOf(before, list)));
  return { rule, nodes, names, devices, chains, merged, event };
});

/** The devices while what was given is on its way: `share` of it has arrived. */
export function arrivingDevices({ devices }: Facts, { before }: Frame, share: number): Device[] {
  if (share >= 1) return devices;
  return devices.map((device) => {
    const row = before.dev[device.type];
    if (row?.present !== 1) return device;
    const used = Math.round(row.used + (device.used - row.used) * share);
    const { band } = device;
    return { ...device, used, status: statusOf(row), band: row.used === device.used ? band : null };
  });
}
