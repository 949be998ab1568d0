/** The sentences of the why panel, each spelled from the event's own numbers. Pure. */
import type { EventOf } from '../../core/contract';
import { ENUM_DOCS, type ZoneVerdictName, type ZoneWalkEndName } from '../../core/gen/tables';
import { grouped as n } from '../../core/number';
import { clean, count, countWord, signed } from '../text';
import { noMarks, VERDICT_WORDS, verdictAt } from '../zone-words/walk';
import { bitNames, has, indexName, nodeOf, readings, type Reading } from '../zone-words/zone';
import type { Facts } from './facts';
import { seenSentences } from './seen-words';
import { lacksBlock, markOf, walkOf, wasChecked } from './walk';

export interface Sentence {
  /** Number of the disc, or "+" for what no disc stands for. */
  n: string;
  text: string;
  /** About what was not asked. */
  off?: boolean;
}

const note = (text: string): Sentence => ({ n: '+', text });

/** "Normal, node 0" */
export const zoneTitle = (zone: number) => `${indexName(zone % 8)}, node ${nodeOf(zone)}`;
/** "Normal of node 0", within a sentence. */
export const zoneOf = (zone: number) => `${indexName(zone % 8)} of node ${nodeOf(zone)}`;

/** "1,122 free is not above low 218 + reserve 904". */
export function comparison({ check, flags }: Reading, mark: string): string {
  if (!check) return 'what was read is not recorded';
  const { free, unusable, mark: value, reserve } = check;
  const usable = free - unusable;
  const left = unusable === 0 ? `${n(free)} free` : `${n(free)} free, ${n(usable)} of them usable,`;
  const which = has(flags, 'unboosted') ? `unboosted ${mark}` : mark;
  const bar = reserve === 0 ? `${which} (${n(value)})` : `${which} ${n(value)} + reserve ${n(reserve)}`;
  return `${left} ${usable > value + reserve ? 'is' : 'is not'} above ${bar}`;
}

/** What was tried when the mark was not met, or why the zone gave nothing though it was. */
const THEN: Readonly<Partial<Record<ZoneVerdictName, string>>> = {
  noscan: ', and node_reclaim() did not scan',
  unreclaimable: ', and node_reclaim() found nothing to reclaim',
  low: ', not even after node_reclaim()',
  empty: ', but no page could be taken',
};

/** Why a zone was passed over, without a look at its marks. */
function skipped(event: EventOf<'zone_select'>, i: number, reading: Reading): string {
  const verdict = verdictAt(event, i);
  if (verdict === 'batch') {
    const left = event.visit_batch[i] ?? 0;
    return left === 0 ? 'batch used up, skip' : `batch used up (${signed(left)}), skip`;
  }
  if (wasChecked(event, i)) {
    const compared = comparison(reading, markOf(event, reading));
    if (event.order > 0 && lacksBlock(reading))
      return `${compared}, but no block of ${count(2 ** event.order, 'page')} is free: skip`;
    return `${compared}${THEN[verdict] ?? ''}: skip`;
  }
  return verdict === 'retry'
    ? 'not local: start over and mix page block types rather'
    : `${VERDICT_WORDS[verdict]}, skip`;
}

function visit(event: EventOf<'zone_select'>, i: number, reading: Reading): string {
  if (verdictAt(event, i) !== 'took') return skipped(event, i, reading);
  const fair = bitNames('alloc_flag', event.flags).split(', ').includes('fair');
  const batch = fair && event.mode !== 'preferred' ? `batch ${n(event.visit_batch[i] ?? 0)} left, and ` : '';
  return noMarks(event)
    ? 'no mark is asked for: take'
    : `${batch}${comparison(reading, markOf(event, reading))}: take`;
}

const ENDS: Readonly<Record<Exclude<ZoneWalkEndName, 'took'>, string>> = {
  none: 'No zone is left: this walk gives no page.',
  fragment: 'So the walk starts over, and may mix page block types (without ALLOC_NOFRAGMENT).',
  fair: 'So the batches of the preferred node are set anew, and the walk starts over without them.',
};

/** "a, b and c" */
function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
}

/** Zones of the walked list that were not looked at. */
function notAsked(facts: Facts, asked: ReadonlySet<number>): string {
  const parts = facts.nodes.flatMap((node) => {
    const left = node.zones.filter((z) => !asked.has(z.id));
    if (left.length === 0) return [];
    if (left.length === node.zones.length) return [`node ${node.nid}`];
    return [`${listed(left.map((z) => z.name))} of node ${node.nid}`];
  });
  return listed(parts);
}

function selectNotes(facts: Facts, event: EventOf<'zone_select'>): Sentence[] {
  const { mode, zone, order, pass, end } = event;
  const out: Sentence[] = [];
  if (end !== 'took') {
    out.push(note(ENDS[end]));
  }
  if (order > 0) out.push(note(`A block of ${count(2 ** order, 'page')} (order ${order}) is asked for.`));
  if (pass > 0) out.push(note(`This is walk ${pass + 1} of the same call: the one before started over.`));
  const chosen = facts.byId.get(zone);
  if (chosen && mode !== 'preferred') {
    const full = chosen.batchFull === null ? '' : ` of ${n(chosen.batchFull)}`;
    out.push(note(`Charged for it, the batch of ${zoneOf(zone)} is ${signed(event.batch)}${full}.`));
  }
  const high = chosen?.marks?.high;
  if (chosen?.free != null && high !== undefined && chosen.free <= high) {
    const kswapd = facts.nodes.find((node) => node.nid === chosen.nid)?.kswapd;
    const who = `kswapd${chosen.nid}`;
    const does =
      kswapd === null || kswapd === undefined
        ? ''
        : kswapd.awake
          ? `: ${who} is awake and reclaims`
          : `, and ${who} sleeps`;
    out.push(note(`It is also below high (${n(high)})${does}.`));
  }
  const asked = notAsked(facts, new Set(event.visit_zone));
  if (asked !== '' && end === 'took' && event.visits <= event.visit_zone.length) {
    out.push({ n: String(event.visit_zone.length + 1), text: `Not asked: ${asked}.`, off: true });
  }
  return out;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What tasks and kswapd did between this decision and the next. */
function after(facts: Facts): Sentence[] {
  const sleeps = facts.sleeps.map((e) =>
    note(
      `Then kswapd${e.nid} goes to sleep: ${ENUM_DOCS.kswapd_why[e.why] ?? ''}. It reclaimed ${count(e.reclaimed, 'page')} of ${n(e.scanned)} looked at.`,
    ),
  );
  const [first] = facts.directs;
  if (!first) return sleeps;
  const pages = facts.directs.reduce((sum, e) => sum + e.reclaimed, 0);
  const times = facts.directs.length === 1 ? 'a task' : `tasks, ${countWord(facts.directs.length)} times,`;
  return [
    ...sleeps,
    note(
      `Then direct reclaim: ${times} reclaimed ${count(pages, 'page')} from the zonelist of node ${first.nid}.`,
    ),
  ];
}

function wakeSentences(facts: Facts, event: EventOf<'kswapd_wake'>): Sentence[] {
  const who = `kswapd${event.nid}`;
  const { verdict, mark, failures } = event;
  const checks = readings(event).map((reading, i): Sentence => ({
    n: String(i + 1),
    text: `${zoneTitle(reading.zone)}: ${comparison(reading, mark)}.`,
  }));
  const says = {
    woken: `So ${who} is woken${event.boosted === 1 ? ': a zone has a watermark boost' : ''}.`,
    awake: `${who} runs already, so no mark is looked at.`,
    hopeless: `${who} failed ${count(failures, 'time')} in a row, so it is not woken.`,
    balanced: `So ${who} is not woken.`,
  };
  const zone = facts.byId.get(event.zone);
  const missed =
    verdict === 'balanced' &&
    mark === 'low' &&
    zone?.marks &&
    zone.free !== null &&
    zone.free <= zone.marks.high;
  return [
    ...checks,
    note(says[verdict]),
    note(
      `Asked for ${zoneOf(event.zone)}; the allocation may use zones up to ${indexName(event.highest)}. The rule: wake it, ${ENUM_DOCS.wake_mark[mark] ?? ''}.`,
    ),
    ...(missed
      ? [
          note(
            `Missed: ${zoneOf(event.zone)} is below high (${n(zone.marks?.high ?? 0)}), where reclaim would end.`,
          ),
        ]
      : []),
  ];
}

export function whySentences(facts: Facts): Sentence[] {
  const { event } = facts;
  switch (event?.kind) {
    case 'zone_select': {
      const all = readings(event);
      const visits = all.map((reading, i): Sentence => ({
        n: String(i + 1),
        text: `${zoneTitle(reading.zone)}: ${visit(event, i, reading)}.`,
      }));
      const { more, steps } = walkOf(event);
      const last = steps.at(all.length);
      if (last) {
        visits.push({
          n: String(last.n),
          text: `${zoneTitle(last.zone)}: take. What was read is not recorded.`,
        });
      }
      const beyond =
        more > 0
          ? [note(`${count(more, 'more zone')} looked at before it; the event holds the first 8.`)]
          : [];
      return [...visits, ...beyond, ...selectNotes(facts, event), ...after(facts)];
    }
    case 'zone_batch': {
      const { zone, old, new: now, high, low, reason } = event;
      return [
        { n: '1', text: `${zoneTitle(zone)}: ${signed(old)} was left, now ${count(now, 'page')}.` },
        note(`${capital(ENUM_DOCS.batch_reason[reason] ?? '')}.`),
        note(`A batch is the distance between the marks: high ${n(high)} less low ${n(low)}.`),
        ...after(facts),
      ];
    }
    case 'kswapd_wake':
      return [...wakeSentences(facts, event), ...after(facts)];
    case undefined:
      return facts.seen ? [...seenSentences(facts.seen), ...after(facts)] : [];
  }
}

export function whyTitle({ event, seen }: Facts): string {
  switch (event?.kind) {
    case 'zone_select':
      if (event.zone >= 0) return `Why ${indexName(event.zone % 8)} on node ${nodeOf(event.zone)}?`;
      return event.end === 'none' ? 'Why no zone?' : 'Why start over?';
    case 'zone_batch':
      return `Why a new batch for ${zoneOf(event.zone)}?`;
    case 'kswapd_wake':
      return `Why is kswapd${event.nid} ${event.verdict === 'woken' ? '' : 'not '}woken?`;
    case undefined:
      if (!seen) return 'Why';
      return seen.kind === 'kswapd_sleep' ? `What did kswapd${seen.nid} do?` : 'What did the task do?';
  }
}

/** Who asked, for what: one line below the caption. */
export function question({ event }: Facts): string {
  if (!event) return '';
  const who = clean(event.comm) || 'a task';
  switch (event.kind) {
    case 'zone_select': {
      const what = event.order === 0 ? 'a page' : `a block of ${count(2 ** event.order, 'page')}`;
      return `${who} asks for ${what} on node ${event.list}`;
    }
    case 'zone_batch':
      return `on behalf of ${who}`;
    case 'kswapd_wake':
      return `${who} passes ${zoneOf(event.zone)} and asks for kswapd${event.nid}`;
  }
}
