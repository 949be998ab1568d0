/**
 * The decision as numbered steps, one for each zone that was looked at. The drawing sets a disc, and the
 * why panel a sentence, for each step, so both carry the same numbers.
 */
import type { EventOf } from '../../../core/types';
import type { ZoneVerdictName } from '../../../core/gen/tables';
import { signedCount } from '../../phrases';
import { isMet, readings, type Reading } from '../../voices/zone';
import { lacksBlock, markOf, noMarks, verdictAt } from '../../voices/zones';
import type { ZoneDecision } from './facts';

export interface Step {
  /** Number of the disc, from 1. */
  n: number;
  zone: number;
  /** The zone is what was decided for: it gave the page, met the mark, got a new batch. */
  hit: boolean;
  /** What the drawing says beside the disc, the longest first. */
  labels: readonly string[];
}

export interface Walk {
  steps: Step[];
  /** Zones looked at beyond those the event has lanes for. */
  more: number;
}

/** "+ reserve" where the zone keeps pages back from this allocation. */
const plus = ({ check }: Reading) => ((check?.reserve ?? 0) > 0 ? ' + reserve' : '');

const SKIPS: Readonly<Partial<Record<ZoneVerdictName, readonly string[]>>> = {
  remote: ['skip: not local', 'not local'],
  cpuset: ['skip: not in cpuset', 'cpuset'],
  dirty: ['skip: dirty limit', 'dirty'],
  retry: ['start over: mix block types', 'start over'],
  noscan: ['skip: not scanned', 'not scanned'],
  unreclaimable: ['skip: nothing to reclaim', 'skip: nothing'],
  empty: ['skip: no page to be had', 'skip: empty', 'empty'],
};

function visitLabels(event: EventOf<'zone_select'>, i: number, reading: Reading): readonly string[] {
  const verdict = verdictAt(event, i);
  const mark = markOf(event, reading);
  switch (verdict) {
    case 'took': {
      if (noMarks(event)) return ['take: no mark asked', 'take'];
      const above = `above ${mark}${plus(reading)}`;
      const kept = event.mode !== 'preferred' && (event.visit_batch[i] ?? 0) > 0;
      const batch = kept ? [`take: batch left, and ${above}`, `take: batch left, above ${mark}`] : [];
      return [...batch, `take: ${above}`, `take: above ${mark}`, 'take'];
    }
    case 'batch': {
      const left = signedCount(event.visit_batch[i] ?? 0);
      return [`skip: batch ${left}`, `batch ${left}`];
    }
    case 'wmark':
    case 'low': {
      if (lacksBlock(event, reading)) return [`skip: no block of order ${event.order}`, 'no block'];
      const below = `skip: not above ${mark}`;
      return [`${below}${plus(reading)}`, below, `below ${mark}`];
    }
    default:
      return SKIPS[verdict] ?? [];
  }
}

function selectWalk(event: EventOf<'zone_select'>): Walk {
  const steps = readings(event).map((reading, i) => ({
    n: i + 1,
    zone: reading.zone,
    hit: verdictAt(event, i) === 'took',
    labels: visitLabels(event, i, reading),
  }));
  const more = Math.max(0, event.visits - steps.length);
  if (more === 0 || event.zone < 0) return { steps, more };
  // The last zone is known, since it gave the page; what was read of it is not.
  return {
    steps: [...steps, { n: event.visits, zone: event.zone, hit: true, labels: ['take'] }],
    more: more - 1,
  };
}

function wakeWalk(event: EventOf<'kswapd_wake'>): Walk {
  const all = readings(event);
  const steps = all.map((reading, i) => {
    // The check ends with the first zone that meets the mark.
    const met = event.verdict === 'balanced' && i === all.length - 1;
    // One that was above and did not end the check has no block of the order; or an unpatched kernel saw it otherwise.
    const above = met || (reading.check !== null && isMet(reading.check));
    const words = above ? `above ${event.mark}` : `not above ${event.mark}`;
    return {
      n: i + 1,
      zone: reading.zone,
      hit: met,
      labels: [`${words}${plus(reading)}`, words, above ? 'above' : 'below'],
    };
  });
  return { steps, more: Math.max(0, event.visits - steps.length) };
}

export function walkOf(event: ZoneDecision | null): Walk {
  switch (event?.kind) {
    case 'zone_select':
      return selectWalk(event);
    case 'kswapd_wake':
      return wakeWalk(event);
    case 'zone_batch':
      return { steps: [{ n: 1, zone: event.zone, hit: true, labels: ['new batch', 'new'] }], more: 0 };
    case undefined:
      return { steps: [], more: 0 };
  }
}
