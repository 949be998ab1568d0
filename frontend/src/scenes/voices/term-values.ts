/** What a term is in the frame that is shown, with its numbers; nothing where the frame does not tell it. Pure. */
import type { DevRow, ZoneRow } from '../../core/gen/tables';
import { listed, msg, plain, type Message } from '../../core/message';
import { zoneName } from '../../core/zone';
import type { Frame, SourceInfo } from '../scene';
import type { TermName } from '../terms';
import { bits } from '../phrases';
import { namesOf } from './names';
import { nodeOf } from './zone';

type Seen = (frame: Frame, info: SourceInfo) => Message | null;

const PAGE_KIB = 4;
/** Of a row that no list has. */
const NO_LIST = 32767;

const rowsOf = <R extends { present: number }>(rows: readonly R[]) =>
  rows.flatMap((row, at) => (row.present === 1 ? [[at, row] as const] : []));

/** The device that the decision took; else nothing. */
function device({ event, after }: Frame): readonly [type: number, row: DevRow] | null {
  const type = event?.kind === 'swap_select' ? event.type : -1;
  const row = after.dev[type];
  return row ? [type, row] : null;
}

/** The zone that the decision took or looked at; else nothing. */
function zone({ event, after }: Frame): readonly [id: number, row: ZoneRow] | null {
  if (!event || !('zone' in event) || typeof event.zone !== 'number') return null;
  const row = after.zone[event.zone];
  return row?.known === 1 ? [event.zone, row] : null;
}

const slots: Seen = (frame) => {
  const found = device(frame);
  if (!found || found[1].pages === 0) return null;
  const [type, { used, pages }] = found;
  return msg`${namesOf(frame.after).device(type).name} has ${used} of its ${pages} slots in use.`;
};

const devices: Seen = ({ after }) => {
  const names = namesOf(after);
  const on = rowsOf(after.dev);
  if (on.length === 0) return null;
  const each = on.slice(0, 4).map(([type, { prio }]) => msg`${names.device(type).name} has ${prio}`);
  const rest = on.length > each.length ? [msg`${on.length - each.length} more have theirs`] : [];
  return msg`${listed([...each, ...rest])}.`;
};

const keys: Seen = ({ event, before }) => {
  if (event?.kind !== 'swap_select') return null;
  const names = namesOf(before);
  const each = event.list_type.flatMap((type, i) => {
    const key = event.list_prio[i];
    return key === undefined || key === NO_LIST ? [] : [msg`${names.device(type).name} ${key}`];
  });
  return each.length === 0 ? null : msg`On the list that was asked: ${listed(each.slice(0, 6))}.`;
};

const marks: Seen = (frame) => {
  const found = zone(frame);
  if (!found) return null;
  const [id, { free, min, low, high }] = found;
  const of = msg`${zoneName(id)} of node ${nodeOf(id)}`;
  return free < 0
    ? msg`${of}: min is ${min}, low ${low}, high ${high}; how many pages are free is not recorded.`
    : msg`${of} has ${free} pages free; min is ${min}, low ${low}, high ${high}.`;
};

const SEEN: Readonly<Partial<Record<TermName, Seen>>> = {
  'swap slot': slots,
  swap: slots,
  page: ({ event }) =>
    event?.kind === 'swap_select' && event.ret > 0
      ? msg`The ${event.ret << event.order} pages of this decision are ${(event.ret << event.order) * PAGE_KIB} KiB.`
      : null,
  node: ({ event, after }) => {
    const all = rowsOf(after.node);
    const nid = event && 'nid' in event && typeof event.nid === 'number' ? event.nid : -1;
    const own = after.node[nid];
    const cpus = own ? bits(own.cpus) : [];
    if (all.length === 0) return null;
    const many = all.length === 1 ? msg`This machine has one.` : msg`This machine has ${all.length}.`;
    if (cpus.length === 0) return many;
    return msg`${many} Node ${nid} has CPU ${listed(cpus.map((cpu) => msg`${cpu}`))}.`;
  },
  'swap device': ({ after }) => {
    const names = namesOf(after);
    const on = rowsOf(after.dev).map(([type]) => plain(names.device(type).name));
    return on.length === 0 ? null : msg`${on.length} here: ${listed(on.slice(0, 8))}.`;
  },
  priority: devices,
  'plist key': keys,
  plist: keys,
  zone: marks,
  watermarks: marks,
  kswapd: ({ after }) => {
    const each = rowsOf(after.kswapd).map(
      ([nid, { awake, woken }]) =>
        msg`that of node ${nid} ${awake === 1 ? 'is awake' : 'sleeps'}, ${woken} wake-ups so far`,
    );
    return each.length === 0 ? null : msg`Here, ${listed(each.slice(0, 4))}.`;
  },
  decision: ({ k }, { decisions }) => msg`This is number ${k} of ${decisions}.`,
  recomputed: (_, { totals }) =>
    totals &&
    msg`${totals.same} the same, ${totals.different} different, ${totals.incomplete} incomplete, ${totals.lost} events lost.`,
};

export const termValueOf = (term: TermName, frame: Frame, info: SourceInfo): Message | null =>
  SEEN[term]?.(frame, info) ?? null;
