/** What a run has shown so far, in one sentence that is true of the numbers on screen; null while it shows little. */
import type { ZonePolicyName } from '../../core/gen/tables';
import { ifComplete } from '../../core/coverage';
import { msg, NOTHING, type Message } from '../../core/message';
import type { SourceInfo } from '../scene';
import { clean, countPhrase, timePhrase } from '../phrases';
import { zoneOf } from '../voices/zone';
import { quantile } from './facts/age';
import { percent, shareOf, type FooterKind } from './facts/footer';
import type { Facts, Zone } from './facts/facts';
import { isProbed } from './facts/kswapd-phrases';

export const POLICY_PHRASES: Readonly<Record<ZonePolicyName, string>> = {
  preferred: 'Preferred',
  fair: 'Fair',
  fair_local: 'Fair-local',
};

/** Fewer pages than these show nothing. */
const PAGES = 100;
/** Zones of a smaller part of memory are left out: DMA. */
const SMALL = 0.02;
/** Times, and shares of pages against shares of memory, that count as equal. */
const EVEN = 1.5;
const ALIKE = 0.15;

function ages(subject: string, zones: readonly Zone[]): Message | null {
  const worn = zones
    .flatMap((zone) => (zone.age ? [{ zone, median: quantile(zone.age, 0.5) }] : []))
    .sort((a, b) => a.median - b.median);
  const [first, last] = [worn[0], worn.at(-1)];
  if (!first || !last || zones.reduce((sum, z) => sum + z.reclaimed, 0) < PAGES) return null;
  const idle = zones.length - worn.length;
  if (idle > 0) {
    const rest = idle === 1 ? msg`one zone loses none` : msg`${countPhrase(idle)} zones lose none`;
    return worn.length === 1
      ? msg`${subject} wears out ${zoneOf(first.zone.id)} in ${timePhrase(first.median)}; ${rest}.`
      : msg`${subject} reclaims from ${countPhrase(worn.length)} zones; ${rest}.`;
  }
  if (zones.length === 1) return null;
  const from = first.zone.nid === last.zone.nid ? first.zone.name : zoneOf(first.zone.id);
  return last.median / first.median <= EVEN
    ? msg`${subject} keeps a page ${timePhrase(first.median)}, wherever it landed.`
    : msg`${subject} keeps a page ${timePhrase(first.median)} in ${from}, ${timePhrase(last.median)} in ${zoneOf(last.zone.id)}.`;
}

/** Of these, the pages are taken. */
const WALKS = ['zone_select'] as const;

function shares(subject: string, facts: Facts, zones: readonly Zone[]): Message | null {
  const all = zones.flatMap((zone) => {
    const { taken, memory } = shareOf(facts, zone);
    return taken === null || memory === null ? [] : [{ zone, taken, memory }];
  });
  const top = [...all].sort((a, b) => b.taken - a.taken)[0];
  if (!top || facts.taken < PAGES || zones.length < 2) return null;
  const part = msg`${subject} takes ${percent(top.taken)} from ${zoneOf(top.zone.id)}, ${percent(top.memory)} of memory.`;
  // Of one task's pages, where only its walks were recorded: then those are what all shares are of.
  const { comm } = facts.coverage;
  const coverage = { ...facts.coverage, comm: '' };
  const whose = comm === '' ? NOTHING : msg` of ${clean(comm)}`;
  if (top.taken > 0.995) {
    const from = zoneOf(top.zone.id);
    return top.taken === 1
      ? ifComplete(coverage, WALKS, msg`${subject} takes every page${whose} from ${from}.`, part)
      : ifComplete(coverage, WALKS, msg`${subject} takes nearly every page${whose} from ${from}.`, part);
  }
  return all.every((s) => Math.abs(s.taken / s.memory - 1) <= ALIKE)
    ? ifComplete(coverage, WALKS, msg`${subject} takes from every zone in proportion to its size.`, part)
    : part;
}

function checks(facts: Facts): Message | null {
  const all = facts.nodes.flatMap((node) => node.kswapd ?? []);
  const sum = (of: (k: (typeof all)[number]) => number) => all.reduce((total, k) => total + of(k), 0);
  const [asked, woken] = [sum((k) => k.asked), sum((k) => k.woken)];
  const mark = facts.event?.kind === 'kswapd_wake' ? facts.event.mark : all[0]?.mark;
  // A probe of an unpatched kernel leaves out what would cost too much.
  if (asked < PAGES || !mark || isProbed(facts.coverage)) return null;
  return msg`With mark ${mark}, kswapd is woken ${woken} times out of ${asked}.`;
}

/** True where the source was recorded under one policy throughout. */
function isSteady({ totals, facts }: SourceInfo): boolean {
  const modes = totals?.modes.filter((m) => ['preferred', 'fair', 'fair_local'].includes(m.mode)) ?? [];
  return modes.length <= 1 && !facts.some(([label, value]) => label === 'zone policy' && value.includes(','));
}

/** `below`: what to compare by; `name`: who does it, where the policy's name does not tell panes apart. */
export function summaryOf(facts: Facts, info: SourceInfo, below: FooterKind, name?: string): Message | null {
  if (below === 'checks') return checks(facts);
  const { policy } = facts;
  if (policy === null || !isSteady(info)) return null;
  const zones = facts.zones.filter((z) => facts.managed === 0 || z.managed / facts.managed >= SMALL);
  const subject = name ?? POLICY_PHRASES[policy];
  return below === 'age' ? ages(subject, zones) : shares(subject, facts, zones);
}
