/** What a capture says, clause by clause: the report's answers and the timeline's sentence are made of these. */
import { countPhrase, clockUnitOf, durationPhraseOf, sharePhrase } from './phrases';
import type { CaptureReport } from './capture-report';
import { readPhrase } from '../statistics/swap-reads';
import { titleOf } from '../statistics/zones';
import type { Duty, NodeDuty, NoDuty } from '../statistics/kswapd';
import type { Wait } from '../statistics/waits';
import type { TraceClockName, TraceKindName } from '../gen/tables';
import { ASPECTS, type Topic } from '../doctor/topics';

export interface Clause {
  text: string;
  /** Behind it, where there is room. */
  more: string;
}

/** What was found in a capture, as far as the facts need it. */
export type ClauseInput = Pick<CaptureReport, 'derived' | 'report'>;

export const clauseText = ({ text, more }: Clause): string => text + more;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** So many of a list are named. */
const LISTED = 2;

/** The first of a list behind its lead, then another, then how many there are beside them. */
function listOf(lead: string, parts: readonly string[]): Clause[] {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  const listed = others.slice(0, LISTED - 1).map((part) => `, ${part}`);
  const left = parts.length - LISTED;
  return [{ text: lead + first, more: listed.join('') + (left > 0 ? `, ${countPhrase(left)} more` : '') }];
}

const clause = (text: string): Clause => ({ text, more: '' });

/** "1 page fault", "2 page faults". */
const several = (n: number, one: string): string => `${countPhrase(n)} ${one}${n === 1 ? '' : 's'}`;

/** A length of time: a sentence has little room. */
const long = (clock: TraceClockName) => durationPhraseOf(clock, 3);

/** How long kswapd was awake on each node, and of what: the capture, or the part of it in which that is known. */
export function kswapdClauses({ derived: { duty }, report: { clock } }: ClauseInput): Clause[] {
  const why = notAwake(duty);
  if (why !== null) return [clause(`kswapd was awake for an unknown time: ${why}`)];
  const known = (node: NodeDuty, again: boolean) => {
    if (clockUnitOf(clock)) return again ? '' : ' of what is known';
    return ` of ${long(clock)(node.known)}${again ? '' : ' known'}`;
  };
  const all = duty.nodes.filter((node) => node.share !== null);
  const parts = all.map((node, i) => {
    const before = all[i - 1];
    const again = before !== undefined && before.unknown > 0 === node.unknown > 0;
    const of = node.unknown > 0 ? known(node, again) : again ? '' : ' of the capture';
    return `${sharePhrase(node.share)}${of} on node ${node.nid}`;
  });
  return listOf('kswapd was awake ', parts);
}

/** How often kswapd was woken, of all calls of wakeup_kswapd(), and for which task most often. */
export function wakeClauses({ derived: { wakes } }: ClauseInput): Clause[] {
  const [woken, asked] = [sum(wakes.map((of) => of.woken)), sum(wakes.map((of) => of.asked))];
  if (asked === 0) return [];
  const tasks = new Map<string, number>();
  for (const { comm, n } of wakes.flatMap(({ by }) => by)) tasks.set(comm, (tasks.get(comm) ?? 0) + n);
  const [most] = [...tasks].sort(([, a], [, b]) => b - a);
  return [
    {
      text: `kswapd was woken ${several(woken, 'time')} in ${several(asked, 'call')}`,
      more: most ? `, ${several(most[1], 'time')} for ${most[0]}` : '',
    },
  ];
}

/** Which device gave how many of all slots. */
export function slotClauses({ derived }: ClauseInput): Clause[] {
  const all = sum(derived.slots.map(({ taken }) => taken));
  const given = derived.slots.filter(({ taken }) => taken > 0).sort((a, b) => b.taken - a.taken);
  return listOf(
    '',
    given.map(({ name, taken }, i) =>
      i === 0
        ? `${name} gave ${sharePhrase(taken / all)} of ${several(all, 'slot')}`
        : `${name} ${sharePhrase(taken / all)}`,
    ),
  );
}

/** Which zone gave how many of all pages. */
export function walkClauses({ derived }: ClauseInput): Clause[] {
  const given = derived.walks
    .map(({ gave, ...zone }) => ({ ...zone, gave: gave ?? 0 }))
    .filter(({ gave }) => gave > 0)
    .sort((a, b) => b.gave - a.gave);
  const all = sum(given.map(({ gave }) => gave));
  return listOf(
    '',
    given.map((zone, i) =>
      i === 0
        ? `${titleOf(zone)} gave ${sharePhrase(zone.gave / all)} of ${several(all, 'page')}`
        : `${titleOf(zone)} ${sharePhrase(zone.gave / all)}`,
    ),
  );
}

/** How many of all interleaved pages went to each node. */
export function shareClauses({ derived }: ClauseInput): Clause[] {
  const all = sum(derived.shares.map(({ dealt }) => dealt));
  const dealt = derived.shares.filter((node) => node.dealt > 0);
  return listOf(
    '',
    dealt.map((node, i) =>
      i === 0
        ? `node ${node.nid} was dealt ${sharePhrase(node.dealt / all)} of ${several(all, 'page')}`
        : `node ${node.nid} ${sharePhrase(node.dealt / all)}`,
    ),
  );
}

/** How pages came back, the most frequent way first, and how long 99 of 100 took at most. */
export const readClauses = ({ derived, report: { clock } }: ClauseInput): Clause[] =>
  listOf(
    'reads from swap: ',
    derived.reads.all.map(
      ({ how, n, times }) =>
        `${countPhrase(n)} ${readPhrase(how)}${times ? ` (p99 ${long(clock)(times.p99)})` : ''}`,
    ),
  );

const NO_DUTY: Readonly<Record<NoDuty, string>> = {
  sleep: 'no sleep is recorded',
  'wake-up': 'no wake-up is recorded',
  time: 'the clock has no unit',
};

/** Why it is known of no node how long its kswapd was awake; null where it is, or where nothing tells of kswapd. */
export function notAwake({ nodes, why }: Duty): string | null {
  if (why) return NO_DUTY[why];
  if (nodes.length === 0 || nodes.some(({ share }) => share !== null)) return null;
  return nodes.some(({ unknown }) => unknown > 0) ? 'events are missing' : 'the capture has no length';
}

export function directReclaimClauses({ derived, report: { clock } }: ClauseInput): Clause[] {
  const found = derived.waits.find(({ name }) => name === 'direct reclaim');
  const counted = derived.counted.directReclaims;
  const more = counted === null ? '' : ` (vmstat counted ${countPhrase(counted)})`;
  if (!found) return counted ? [clause(countedPhrase(counted, found))] : [];
  const { held, unended, unbegun } = found;
  if (held) {
    const took = held.n > 1 ? 'took up to' : 'took';
    const text = `${several(held.n, 'direct reclaim')} ${took} ${long(clock)(held.longest)}`;
    return [{ text, more }];
  }
  // Of halves it is not known how long they took, nor whether one is of another.
  if (unended === 0) return [{ text: `${several(unbegun, 'direct reclaim')} ended`, more }];
  const began = `${several(unended, 'direct reclaim')} began`;
  return [{ text: unbegun > 0 ? `${began}, ${countPhrase(unbegun)} ended` : began, more }];
}

/** "vmstat counted 148 direct reclaims, this capture has 86 and 4 of which it has one end". */
export function countedPhrase(counted: number, found: Wait | undefined): string {
  const halves = (found?.unended ?? 0) + (found?.unbegun ?? 0);
  const whole = found?.held?.n ?? 0;
  const has = whole === 0 && halves === 0 ? 'none' : countPhrase(whole);
  const half = halves > 0 ? ` and ${countPhrase(halves)} of which it has one end` : '';
  return `vmstat counted ${several(counted, 'direct reclaim')}, this capture has ${has}${half}`;
}

/** Where not all were seen to complete, of those that were. */
export function requestClauses({ derived: { requests: found }, report: { clock } }: ClauseInput): Clause[] {
  if (!found) return [];
  const { n, times } = found;
  if (!times) return [clause(`${several(n, 'request')} went to disks`)];
  if (times.n === 1) return [clause(`1 request took ${long(clock)(times.longest)}`)];
  return [clause(`${several(times.n, 'request')} had a p99 of ${long(clock)(times.p99)}`)];
}

/** What is read back is read from swap devices: of other disks' reads nothing is said. */
export function swapReadClauses({ derived: { swapReads }, report: { clock } }: ClauseInput): Clause[] {
  if (!swapReads) return [];
  const { devices, unknown, reads, times } = swapReads;
  if (unknown !== null) return [clause(SWAP_UNKNOWN[unknown])];
  const from = `${several(reads, 'read')} from ${devices.join(', ')}`;
  return [clause(times ? `${from}, of ${countPhrase(times.n)} the p99 was ${long(clock)(times.p99)}` : from)];
}

const SWAP_UNKNOWN = {
  devices: 'which reads are of swap devices is unknown: add /proc/swaps and /proc/partitions',
  numbers: 'which reads are of swap devices is unknown: add /proc/partitions',
  partition: 'which reads are of swap is unknown: it is a part of a disk',
} as const;

/** What reclaim got of the pages it scanned, on all nodes. */
export const efficiencyClauses = ({ derived }: ClauseInput): Clause[] =>
  listOf(
    '',
    (['kswapd', 'tasks'] as const).flatMap((by) => {
      const of = derived.efficiency.filter((e) => e.by === by);
      const [scanned, reclaimed] = [sum(of.map((e) => e.scanned)), sum(of.map((e) => e.reclaimed))];
      return scanned > 0
        ? [`${by} got ${sharePhrase(reclaimed / scanned)} of what ${by === 'tasks' ? 'they' : 'it'} scanned`]
        : [];
    }),
  );

/** "12 writes to 259:0", or to how many disks. */
export function writeClauses({ derived }: ClauseInput): Clause[] {
  const disks = derived.disks.filter((d) => d.writes > 0);
  const [first] = disks;
  if (!first) return [];
  const where = disks.length === 1 ? first.name : `${countPhrase(disks.length)} disks`;
  return [clause(`${several(sum(disks.map((d) => d.writes)), 'write')} to ${where}`)];
}

export const swapDeviceClauses = ({ derived }: ClauseInput): Clause[] =>
  listOf(
    'swap devices by priority: ',
    derived.swaps.map(({ name, priority }) => `${name} ${priority}`),
  );

export const zoneClauses = ({ derived }: ClauseInput): Clause[] =>
  derived.zones.length > 0
    ? [clause(`free pages and watermarks of ${several(derived.zones.length, 'zone')}`)]
    : [];

/** Requests tell how long they are, but not of how many segments. */
export const requestLengthClauses = ({ derived }: ClauseInput): Clause[] => {
  const known = sum(derived.disks.flatMap((d) => (d.sizes ? [d.requests] : [])));
  return known > 0 ? [clause(`how long ${several(known, 'request')} were, not their segments`)] : [];
};

const counted =
  (kind: TraceKindName, one: string) =>
  ({ report }: ClauseInput): Clause[] => {
    const n = report.kinds.find(({ name }) => name === kind)?.count ?? 0;
    return n > 0 ? [clause(several(n, one))] : [];
  };
export const allocationClauses = counted('mm_page_alloc', 'allocation');
export const faultClauses = counted('page_fault_user', 'page fault');

/** Kinds that are decisions of one of the five questions, as far as the capture has them. */
export function decisionsOf(
  { report }: { report: { kinds: readonly { name: string; count: number }[] } },
  ask: Topic['ask'],
): { by: string[]; n: number } {
  const kinds: ReadonlySet<string> = new Set(
    ASPECTS.filter((q) => q.ask === ask && q.decides).flatMap((q) => [...q.kinds, ...(q.or ?? [])]),
  );
  const found = report.kinds.filter(({ name }) => kinds.has(name));
  return { by: found.map(({ name }) => name), n: sum(found.map((kind) => kind.count)) };
}

export const decisionClauses = (n: number): Clause[] =>
  n > 0 ? [clause(`${several(n, 'decision')} with ${n === 1 ? 'its' : 'their'} inputs`)] : [];

/** Of a script that counts: it tells no event, or few. */
export function mapClauses({ report: { maps } }: ClauseInput): Clause[] {
  const n = new Set(maps.map(({ map }) => map)).size;
  return n > 0 ? [clause(`${several(n, 'map')} of a script, in the report`)] : [];
}
