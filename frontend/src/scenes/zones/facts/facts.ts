/** What the drawing, the sentences and the text twin all read: one frame, sorted out. Pure; no geometry. */
import type { Coverage } from '../../../core/coverage';
import { withArch } from '../../../core/zone';
import { widthOf } from '../../../core/asif/band';
import { drawn, type EventOf, type EventRecord, type StateView } from '../../../core/types';
import {
  ENUMS,
  type ArchName,
  type LruName,
  type WakeMarkName,
  type WakeVerdictName,
  type ZonePolicyName,
} from '../../../core/gen/tables';
import type { Frame, SourceInfo } from '../../scene';
import { frameCache } from '../../frame-cache';
import { indexName, nodeOf } from '../../voices/zone';
import { numberOf, type VariedQuantity } from './variation';

type Range = readonly [least: number, most: number];

export interface Marks {
  min: number;
  low: number;
  high: number;
}

export interface Zone {
  /** nid * 8 + index, as in the event `zone`. */
  id: number;
  nid: number;
  /** "Normal" */
  name: string;
  /** Pages the buddy allocator manages; 0 when unknown. */
  managed: number;
  /** Null when no event has them. */
  marks: Marks | null;
  /** lowmem_reserve against the decision at hand: by the highest zone index it may use. */
  reserve: number;
  /** Free pages as last recorded; null while no event has them. */
  free: number | null;
  /** ns since that was recorded, at this decision. */
  stale: number;
  /** alloc_batch as last recorded, and what it was last set to; null while unknown. */
  batch: number | null;
  batchFull: number | null;
  /** Pages taken from it so far. */
  taken: number;
  reclaimed: number;
  /** As if: from the least to the most that what is assumed comes to, where that differs. */
  ranges: Readonly<Record<VariedQuantity, Range | null>>;
  /** Pages by time in memory, quarter octaves from 8 ms on; null where none was reclaimed yet. */
  age: readonly number[] | null;
}

export interface Kswapd {
  /** Null while not known. */
  awake: boolean | null;
  mark: WakeMarkName;
  /** The result of the last check, and the zone it was made for; -1: none yet. */
  verdict: WakeVerdictName;
  zone: number;
  /** Index of the highest zone that check was for. */
  highest: number;
  asked: number;
  woken: number;
  declined: number;
  /** Pages that tasks reclaimed themselves, from this node's zonelist. */
  direct: number;
}

export interface Node {
  nid: number;
  /** As a zonelist has them: from high to low. */
  zones: Zone[];
  /** Null while no event has it. */
  kswapd: Kswapd | null;
}

export type ZoneDecision = EventOf<'zone_select'> | EventOf<'zone_batch'> | EventOf<'kswapd_wake'>;

type ZoneObservation = EventOf<'kswapd_sleep'> | EventOf<'direct_reclaim'>;

export interface Facts {
  nodes: Node[];
  /** In the order of columns: node by node, each from high to low. */
  zones: Zone[];
  byId: ReadonlyMap<number, Zone>;
  /** Null where neither decision nor source tells it. */
  policy: ZonePolicyName | null;
  lru: LruName;
  /** The decision; null before the first. Of an unpatched kernel it is drawn as one of ours. */
  event: ZoneDecision | null;
  /** Where nothing is decided: what was observed at this step. */
  seen: ZoneObservation | null;
  /** A model tells how long pages stay; a capture does not. */
  aged: boolean;
  /** Decided anew: nothing is known of kswapd. */
  asif: boolean;
  /** What the source has all of. */
  coverage: Coverage;
  /** Whose zones these are. */
  arch: ArchName | undefined;
  /** ns of simulated time so far. */
  now: number;
  /** One walk in so many is recorded. */
  every: number;
  sleeps: EventOf<'kswapd_sleep'>[];
  directs: EventOf<'direct_reclaim'>[];
  stats: EventOf<'stat'>[];
  /** Pages taken from all zones so far. */
  taken: number;
  managed: number;
}

function isDecided(event: EventRecord | null): event is ZoneDecision {
  return event?.kind === 'zone_select' || event?.kind === 'zone_batch' || event?.kind === 'kswapd_wake';
}

function policyOf(event: ZoneDecision | null, info: SourceInfo): ZonePolicyName | null {
  if (event && event.kind !== 'kswapd_wake') return event.mode;
  const param = info.params?.['zone_alloc_policy'];
  if (typeof param === 'number') return ENUMS.zone_policy[param] ?? null;
  // A capture's manifest; one that switched the policy midway names two, and neither is it.
  const fact = info.facts.find(([label]) => label === 'zone policy')?.[1].replace('-', '_');
  return Object.values(ENUMS.zone_policy).find((name) => name === fact) ?? null;
}

function highestOf(event: ZoneDecision | null): number | null {
  return event === null || event.kind === 'zone_batch' ? null : event.highest;
}

function zonesOf(state: StateView, highest: number | null, now: number, ranges: Frame['ranges']): Zone[] {
  const range = (id: number, of: VariedQuantity) => widthOf(ranges?.[numberOf(id, of)]);
  return state.zone.flatMap((row, id): Zone[] => {
    if (row.present === 0) return [];
    const known = row.known === 1;
    const age = state.zone_age[id];
    return [
      {
        id,
        nid: nodeOf(id),
        name: indexName(id % 8),
        managed: row.managed,
        marks: known ? { min: row.min, low: row.low, high: row.high } : null,
        reserve: (highest === null ? 0 : row.reserve[highest]) ?? 0,
        free: (known || row.free_ts > 0) && row.free >= 0 ? row.free : null,
        stale: Math.max(0, now - row.free_ts),
        batch: row.has_batch === 1 ? row.batch : null,
        batchFull: row.resets > 0 ? row.batch_full : null,
        taken: row.taken,
        reclaimed: row.reclaimed,
        ranges: { taken: range(id, 'taken'), batch: range(id, 'batch'), free: range(id, 'free') },
        age: age?.present === 1 && age.n > 0 ? age.age : null,
      },
    ];
  });
}

function kswapdOf(state: StateView, nid: number): Kswapd | null {
  const row = state.kswapd[nid];
  if (row?.present !== 1) return null;
  return { ...row, awake: row.since > 0 || row.asked > 0 ? row.awake === 1 : null };
}

function make({ event: given, after, trail, ranges }: Frame, info: SourceInfo): Facts {
  const decision = given && drawn(given);
  const event = isDecided(decision) ? decision : null;
  const now = Math.max(given?.ts ?? 0, after.swap[0]?.ts ?? 0);
  const zones = withArch(info.arch, () => zonesOf(after, highestOf(event), now, ranges));
  const nids = new Set(zones.map((z) => z.nid));
  after.node.forEach((row, nid) => {
    if (row.present === 1) nids.add(nid);
  });
  const nodes = [...nids]
    .sort((a, b) => a - b)
    .map((nid) => ({
      nid,
      zones: zones.filter((z) => z.nid === nid).sort((a, b) => b.id - a.id),
      kswapd: kswapdOf(after, nid),
    }));
  const every = info.params?.['record_every'];
  const lru = info.params?.['lru'];
  const sum = (of: (z: Zone) => number) => zones.reduce((total, z) => total + of(z), 0);
  return {
    nodes,
    zones: nodes.flatMap((n) => n.zones),
    byId: new Map(zones.map((z) => [z.id, z])),
    policy: policyOf(event, info),
    // The patched 6.12 reclaims by node.
    lru: (typeof lru === 'number' ? ENUMS.lru[lru] : undefined) ?? 'node',
    event,
    seen: given?.kind === 'kswapd_sleep' || given?.kind === 'direct_reclaim' ? given : null,
    aged: info.provenance === 'model',
    asif: info.provenance === 'asif',
    coverage: info.coverage,
    arch: info.arch,
    now,
    every: typeof every === 'number' ? every : 1,
    sleeps: trail.filter((e) => e.kind === 'kswapd_sleep'),
    directs: trail.filter((e) => e.kind === 'direct_reclaim'),
    stats: trail.filter((e) => e.kind === 'stat'),
    taken: sum((z) => z.taken),
    managed: sum((z) => z.managed),
  };
}

export const factsOf = frameCache(make);

/** What was known before the decision, of which no more than the question is known. */
export const factsBefore = frameCache((frame: Frame, info: SourceInfo) =>
  make({ ...frame, after: frame.before, trail: [] }, info),
);

/** Marks are known, from a file of /proc that was added, but free pages of no step. */
export const isLevelMissing = ({ zones }: Facts): boolean =>
  zones.some(({ marks }) => marks !== null) && zones.every(({ free }) => free === null);

/** What is said then, the longest first. */
export const NO_LEVELS = [
  'free pages: not recorded at any step; zoneinfo has them of one moment, which the trace does not say',
  'free pages: not recorded at any step',
  'free pages: not recorded',
] as const;
