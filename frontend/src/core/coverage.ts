/**
 * What a source can be asked about. That something did not happen, or that all did, can be said of kinds of event of
 * which it has every one; of others it is said what would record them. Such a sentence is made here, and nowhere else.
 */
import { PROBES } from './gen/probes';
import type { EventKind } from './gen/tables';
import type { Manifest } from './manifest';
import { joined, msg, plain, textOf, type Message } from './message';

/** A kind of event, or a tracepoint that an observation of a stock kernel is made of. */
export type Recorded = EventKind | 'mm_vmscan_lru_shrink_inactive';

export interface Coverage {
  /** A model tells all; a capture what its probes record; a trace of another tool what occurs in it. */
  by: 'model' | 'probes' | 'tracepoints';
  /** Kinds and tracepoints that it has; of a model, none is named. */
  has: readonly string[];
  /** Events were lost, or overwritten before the first: of what kind, nobody knows. */
  lost: 'lost' | 'overwritten' | null;
  /** Probes that record tasks of one name only did so for this one; '': for all. */
  comm: string;
}

/** Of these, what is recorded of tasks of one name only, where one was named. A memory policy is that task's own. */
const OF_A_TASK: readonly Recorded[] = ['zone_select', 'swap_ra', 'swap_in'];

/** The tracepoints of a stock kernel that are read as a kind of ours (wasm-core/trace/capture/observations.c). */
export const TRACEPOINTS = {
  kswapd_woke: ['mm_vmscan_kswapd_wake'],
  kswapd_waker: ['mm_vmscan_wakeup_kswapd'],
  kswapd_sleep: ['mm_vmscan_kswapd_sleep'],
  direct_reclaim: ['mm_vmscan_direct_reclaim_begin', 'mm_vmscan_direct_reclaim_end'],
  mm_vmscan_lru_shrink_inactive: ['mm_vmscan_lru_shrink_inactive'],
  block_rq: ['block_rq_issue'],
} as const satisfies Partial<Record<Recorded, readonly string[]>>;

const tracepointsFor = (kind: Recorded): readonly string[] | undefined =>
  (TRACEPOINTS as Partial<Record<Recorded, readonly string[]>>)[kind];

/** What the tracer records by default; manifests from before there were others say nothing. */
const DEFAULT_PROBES = ['swap'];

const probesOf = ({ start }: Manifest): unknown[] =>
  Array.isArray(start?.['probes']) ? (start['probes'] as unknown[]) : DEFAULT_PROBES;

function tracepointsOf({ end }: Manifest): string[] {
  const tracepoints = end?.['tracepoints'];
  return typeof tracepoints === 'object' && tracepoints !== null ? Object.keys(tracepoints) : [];
}

type Counts = Readonly<Partial<Record<EventKind, number>>>;

/** A capture's. `counts`: events by kind. `n`: events that were lost. */
export function coverageOf(manifest: Manifest, counts: readonly Counts[], n: number): Coverage {
  const lost = n > 0 ? 'lost' : manifest.end?.['overwritten'] === undefined ? null : 'overwritten';
  const found = counts.flatMap((all) => Object.entries(all).flatMap(([kind, n]) => (n > 0 ? [kind] : [])));
  if (manifest.start?.['derived'] !== undefined)
    return { by: 'tracepoints', has: [...new Set([...found, ...tracepointsOf(manifest)])], lost, comm: '' };
  const probes = probesOf(manifest);
  const recorded = Object.entries(PROBES).flatMap(([probe, kinds]) => (probes.includes(probe) ? kinds : []));
  const comm = manifest.start?.['comm'];
  return {
    by: 'probes',
    has: [...new Set<string>([...found, ...recorded])],
    lost,
    comm: typeof comm === 'string' ? comm : '',
  };
}

/** Does it have events of that kind, if any happened? */
export const isRecorded = ({ by, has }: Coverage, kind: Recorded): boolean =>
  by === 'model' ||
  has.includes(kind) ||
  (tracepointsFor(kind)?.every((name) => has.includes(name)) ?? false);

/** What would record it. */
function recorder(kind: Recorded, { by }: Coverage): string[] {
  const names = tracepointsFor(kind);
  if (names && by === 'tracepoints') return [...names];
  const probe = Object.entries(PROBES).find(([, kinds]) => kinds.some((own) => own === kind))?.[0];
  return probe === undefined ? [...(names ?? [])] : [`probe ${probe}`];
}

/** Why the source cannot tell that none of these kinds happened; null: it can. */
function gapOf(coverage: Coverage, kinds: readonly Recorded[]): { short: Message; more: Message } | null {
  const missing = kinds.filter((kind) => !isRecorded(coverage, kind));
  if (missing.length > 0) {
    const names = [...new Set(missing.flatMap((kind) => recorder(kind, coverage)))].map(plain);
    const short = msg`not in this capture`;
    return { short, more: names.length > 0 ? msg`${short} (${joined(names)})` : short };
  }
  if (coverage.lost) {
    const short = msg`not known`;
    return { short, more: msg`${short}, since events were ${coverage.lost}` };
  }
  if (coverage.comm !== '' && kinds.some((kind) => OF_A_TASK.includes(kind))) {
    const short = msg`not known`;
    return { short, more: msg`${short}, since only tasks called ${coverage.comm} were recorded` };
  }
  return null;
}

/** A sentence, or a part of one, that is true only where nothing of these kinds is missing; else that `of` is not known. */
export function denial(coverage: Coverage, kinds: readonly Recorded[], words: Message, of: Message): Message {
  const gap = gapOf(coverage, kinds);
  return gap ? msg`${of}: ${gap.more}` : words;
}

/** The same with other words in its place. */
export function ifComplete<T>(coverage: Coverage, kinds: readonly Recorded[], words: T, instead: T): T {
  return gapOf(coverage, kinds) ? instead : words;
}

/** The same as labels of a drawing, the longest first. */
export function denialLabels(
  coverage: Coverage,
  kinds: readonly Recorded[],
  labels: readonly string[],
  of: string,
): readonly string[] {
  const gap = gapOf(coverage, kinds);
  if (!gap) return labels;
  const [short, more] = [textOf(gap.short), textOf(gap.more)];
  return [`${of}: ${more}`, `${of}: ${short}`, short];
}
