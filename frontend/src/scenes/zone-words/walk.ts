/** What a walk of mm/page_alloc.c:get_page_from_freelist() did at each zone, in a few words. */
import type { EventOf } from '../../core/contract';
import { ENUMS, type ZonePolicyName, type ZoneVerdictName } from '../../core/gen/tables';
import type { Era } from '../scene';
import { bitNames, has, type Reading } from './zone';

export type ZoneSelect = EventOf<'zone_select'>;

/** Which kernels choose a zone so. */
export const ZONE_ERAS: Readonly<Record<ZonePolicyName, Era>> = {
  preferred: { words: 'before 3.12, and since 4.8', from: null, to: 3.11, again: { from: 4.08, to: null } },
  fair: { words: '3.12 to 4.7', from: 3.12, to: 4.07 },
  fair_local: { words: 'in-tree until 4.7', from: 3.13, to: 4.07 },
};

/** Verdicts that come after a watermark was looked at; the others come before. */
export const CHECKED: ReadonlySet<ZoneVerdictName> = new Set<ZoneVerdictName>([
  'took',
  'wmark',
  'noscan',
  'unreclaimable',
  'low',
  'empty',
]);

export const VERDICT_WORDS: Readonly<Record<ZoneVerdictName, string>> = {
  took: 'gave the page',
  cpuset: 'not in the cpuset',
  batch: 'batch used up',
  remote: 'not local',
  dirty: 'over its dirty limit',
  retry: 'remote, start over',
  wmark: 'below its mark',
  noscan: 'below its mark, not scanned',
  unreclaimable: 'below its mark, nothing to reclaim',
  low: 'below its mark after reclaim',
  empty: 'above its mark, but empty',
};

export const verdictAt = (event: ZoneSelect, i: number): ZoneVerdictName =>
  ENUMS.zone_verdict[event.visit_verdict[i] ?? -1] ?? 'empty';

/** ALLOC_NO_WATERMARKS: the walk compares with nothing. */
export function noMarks({ flags }: ZoneSelect): boolean {
  return bitNames('alloc_flag', flags).split(', ').includes('no_watermarks');
}

/** Which mark, where it is not the plain one of the walk. */
export function markName({ flags }: Reading): string {
  if (has(flags, 'at_high')) return 'high ';
  return has(flags, 'unboosted') ? 'unboosted ' : '';
}
