/** mm/page_alloc.c: the walk along the zonelist, and the zones' batches. Document 002. */
import { ENUM_DOCS, type ZoneVerdictName } from '../../../core/gen/tables';
import { grouped as n } from '../../../core/number';
import type { Cell } from '../../scene';
import { count, signed } from '../../text';
import {
  CHECKED,
  markName,
  noMarks,
  VERDICT_WORDS,
  verdictAt,
  ZONE_ERAS,
  type ZoneSelect,
} from '../../zone-words/walk';
import {
  arithmetic,
  bitNames,
  indexName,
  nodeOf,
  readings,
  zoneLetter,
  zoneName,
  type Reading,
} from '../../zone-words/zone';
import type { Teller } from './teller';

type Select = ZoneSelect;

function checkWords(event: Select, verdict: ZoneVerdictName, reading: Reading): string {
  if (!CHECKED.has(verdict)) return '';
  return noMarks(event) ? 'no mark is asked for' : arithmetic(reading, markName(reading));
}

/** Zones passed over before the one that was chosen, shortly. */
function passed(event: Select): string {
  const [first, ...more] = readings(event).flatMap(({ zone }, i) => {
    const verdict = verdictAt(event, i);
    const same = event.zone >= 0 && nodeOf(event.zone) === nodeOf(zone);
    return verdict === 'took'
      ? []
      : [`${same ? indexName(zone % 8) : zoneName(zone)} ${VERDICT_WORDS[verdict]}`];
  });
  if (first === undefined) return '';
  return more.length === 0 ? first : `${first}, and ${more.length} more passed over`;
}

const ENDS: Readonly<Record<Select['end'], string>> = {
  took: '',
  none: 'No zone',
  fragment: 'Start over, mixing block types',
  fair: 'Start over with new batches',
};

export const zoneSelect: Teller<'zone_select'> = {
  subject: 'Zone',
  say: (event) => {
    const all = readings(event);
    const at = all.findIndex((_, i) => verdictAt(event, i) === 'took');
    const took = all[at];
    const rest = [took ? checkWords(event, 'took', took) : '', passed(event)].filter(Boolean).join('; ');
    const lead = event.zone >= 0 ? zoneName(event.zone) : ENDS[event.end];
    return { lead: lead.slice(0, 1).toUpperCase() + lead.slice(1), rest: rest || 'no zone was looked at' };
  },
  why: (event) => {
    const { mode, order, pref, list, highest, batch, visits, pass } = event;
    const begin = pref === 255 ? 'there is no preferred zone' : `from ${zoneName(pref)} on`;
    const flags = bitNames('alloc_flag', event.flags);
    return [
      `${order === 0 ? 'One page is' : `${count(2 ** order, 'page')} in a row are`} asked for. The zonelist of node ${list} is walked, ${begin}, no zone above ${indexName(highest)}.`,
      `The policy is ${mode}: ${ENUM_DOCS.zone_policy[mode] ?? ''}.${flags ? ` Flags: ${flags}.` : ''}`,
      ...(pass > 0 ? [`This is walk number ${pass + 1} of the same call.`] : []),
      ...readings(event).map((reading, i) => {
        const verdict = verdictAt(event, i);
        const check = checkWords(event, verdict, reading);
        const left = mode === 'preferred' ? '' : ` Its batch was ${signed(event.visit_batch[i] ?? 0)}.`;
        const name = zoneName(reading.zone);
        return `N${name.slice(1)}: ${VERDICT_WORDS[verdict]}${check ? ` (${check})` : ''}.${left}`;
      }),
      ...(visits > event.visit_zone.length
        ? [`${visits} zones were looked at; the event holds the first.`]
        : []),
      ...(event.zone < 0 ? [`So ${ENUM_DOCS.zone_walk_end[event.end] ?? ''}.`] : []),
      ...(event.zone >= 0 && mode !== 'preferred'
        ? [`Charged for it, the batch of ${zoneName(event.zone)} is ${signed(batch)}.`]
        : []),
    ];
  },
  cell: (event): Cell => {
    if (event.zone < 0) return { letter: '–', node: -1, name: ENDS[event.end].toLowerCase() };
    return { letter: zoneLetter(event.zone), node: nodeOf(event.zone), name: zoneName(event.zone) };
  },
  era: ({ mode }) => ZONE_ERAS[mode],
};

export const zoneBatch: Teller<'zone_batch'> = {
  subject: 'Batch',
  say: ({ zone, old, new: now, reason }) => ({
    lead: `Batch of ${zoneName(zone)}`,
    rest: `from ${signed(old)} to ${n(now)}: ${ENUM_DOCS.batch_reason[reason] ?? ''}`,
  }),
  why: ({ zone, old, new: now, low, high, reason, mode }) => [
    `The share of ${zoneName(zone)} begins anew: ${ENUM_DOCS.batch_reason[reason] ?? ''}.`,
    `${signed(old)} of it was left; now it is ${count(now, 'page')}.`,
    `A batch is the distance between the marks: high ${n(high)}, low ${n(low)}.`,
    `The policy is ${mode}: ${ENUM_DOCS.zone_policy[mode] ?? ''}.`,
  ],
  cell: ({ zone }) => ({ letter: '=', node: nodeOf(zone), name: `batch of ${zoneName(zone)}` }),
  era: ({ mode }) => ZONE_ERAS[mode],
};
