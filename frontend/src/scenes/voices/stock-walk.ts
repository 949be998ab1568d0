/** The walk that a swap slot of an unpatched kernel (mms_slot) tells: what is drawn of it, without its words. */
import { ENUMS } from '../../core/gen/tables';
import type { SwapSelect } from '../../core/types';
import type { Walked } from './swap-walk';
import type { EventOf } from './voice';

type Stock = EventOf<'mms_slot'>;

/** A lane that is not in use. */
const UNUSED = 255;
const VERDICTS = Object.entries(ENUMS.verdict);
const lane = (verdict: 'took' | 'zero') => Number(VERDICTS.find(([, name]) => name === verdict)?.[0]);

export const used = (lanes: readonly number[], n: number) => lanes.slice(0, n);

/** The slot came without a walk: from the cluster that the CPU had. */
export const isFromCluster = ({ tries, ret }: Stock): boolean => tries === 0 && ret > 0;

function endOf({ ret, tries, order, avail }: Stock): SwapSelect['end'] {
  if (ret > 0) return 'took';
  if (tries > 0) return order > 0 ? 'order' : 'none';
  return avail <= 0 ? 'noswap' : 'none';
}

/** The node of the CPU; -1: the text does not say. */
const nodeIn = ({ nid, cpu_node }: Stock) => (nid >= 0 ? nid : cpu_node < 2 ** 16 ? cpu_node : -1);

/** The same as an event of the patched kernel. */
export function selectOf(event: Stock): Walked {
  const { nid, goal, order, avail, list_key, ret, type } = event;
  const tried = isFromCluster(event) ? [type] : used(event.tried, event.tries);
  // More than there are lanes for may have been tried.
  const visits = isFromCluster(event) ? 1 : event.tries;
  const slots = Math.max(0, Math.floor(avail / 2 ** order));
  return {
    ...event,
    kind: 'swap_select',
    // By name: of a run's events only what is asked for is read, and nothing is their own.
    type,
    mode: nid < 0 ? 'roundrobin' : 'node',
    nid: nodeIn(event),
    list: Math.max(nid, 0),
    batch: Math.min(goal, slots),
    avail: slots,
    pass: 0,
    list_prio: list_key,
    visits,
    visit_type: tried,
    visit_verdict: tried.map((_, i) => lane(ret > 0 && i === visits - 1 ? 'took' : 'zero')),
    visit_next: tried.map(() => UNUSED),
    end: endOf(event),
    fromCluster: isFromCluster(event),
  };
}
