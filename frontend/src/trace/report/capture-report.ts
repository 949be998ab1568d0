/** All that the report page says of a capture, as plain data: made where the columns are, read anywhere. */
import type { Diagnosis } from '../../core/diagnosis';
import { atOnce, type Work } from '../../core/work/work';
import { reclaimEfficiency, type Efficiency } from '../statistics/reclaim';
import { cpuNodes } from '../statistics/cpu-nodes';
import { deviceNames } from '../statistics/devices';
import { disksIn, type DiskStatistics } from '../statistics/disks';
import { missingIn, NOTHING_MISSING } from '../statistics/gaps';
import { pairsIn } from '../statistics/pairs';
import { dutyOf, type Duty } from '../statistics/kswapd';
import { DIRECT_RECLAIM, waitsIn, type Wait } from '../statistics/waits';
import { countedDirectReclaims, counters, type Counters } from '../statistics/counters';
import { placementIn, type Placement } from '../statistics/allocations';
import { swaps, type SwapDevice } from '../statistics/swaps';
import { nodeSharesIn, type NodeShare } from '../statistics/interleave';
import { swapUses, type SwapUse } from '../statistics/slots';
import { swapReadsIn, type SwapReadTimes } from '../statistics/swap-reads';
import { zoneWalksIn, type ZoneWalks } from '../statistics/zone-walks';
import { wakesOf, type Wakes } from '../statistics/wakes';
import { zones, type Zone } from '../statistics/zones';
import { diagnose } from '../doctor/doctor';
import { eraOf, type Era } from './era';
import { countable, uncounted } from './tracepoints';
import type { TraceFormatName, TraceKindName } from '../gen/tables';
import type { LoadedTrace } from '../loader';
import type { CountedName, TraceReport } from '../trace-report';
import { TRACEPOINTS } from '../../core/coverage';
import { KINDS } from '../../core/gen/kinds';
import type { EventKind } from '../../core/gen/tables';
import { columnOf, kindNamed } from '../store/lookup';
import type { TraceStore } from '../store/store';

export interface CaptureReport {
  /** Of the file. */
  name: string;
  report: TraceReport;
  era: Era;
  doctor: Diagnosis[];
  derived: DiskStatistics & {
    duty: Duty;
    /** What a patched kernel alone tells. */
    wakes: Wakes[];
    slots: SwapUse[];
    walks: ZoneWalks[];
    shares: NodeShare[];
    reads: SwapReadTimes;
    efficiency: Efficiency[];
    waits: Wait[];
    zones: Zone[];
    placement: Placement | null;
    swaps: SwapDevice[];
    counters: Counters;
    /** By /proc/vmstat, between its files; null where that is not known. */
    counted: { directReclaims: number | null };
  };
  /** What scenes get of it. */
  shown: SceneKinds;
  /** Events that the user may count as a tracepoint's. */
  countable: readonly CountedName[];
  /** Files of /proc that were added. */
  snapshots: { name: string; format: TraceFormatName }[];
}

/** A file of /proc that belongs to a capture. */
export interface Snapshot extends LoadedTrace {
  name: string;
}

export const captureReport = (
  loaded: LoadedTrace,
  name: string,
  snapshots: readonly Snapshot[] = [],
): CaptureReport => atOnce(reporting(loaded, name, snapshots));

/** The same in portions. */
export function* reporting(
  loaded: LoadedTrace,
  name: string,
  snapshots: readonly Snapshot[],
): Work<CaptureReport> {
  const { store, report } = loaded;
  const named = uncounted(loaded);
  const formats = snapshots.map((s) => s.report.format);
  const stores = [store, ...snapshots.map((s) => s.store)];
  const missing = yield* missingIn(store, report);
  const devices = swaps(stores);
  const found = zones(stores);
  const requests = yield* disksIn(store, missing, deviceNames(stores), devices);
  const duty = dutyOf(store, report, missing);
  const waits = yield* waitsIn(store, missing);
  const counted = counters(snapshots.filter((s) => s.report.format === 'vmstat'));
  return {
    name,
    report,
    era: eraOf(store, report),
    doctor: diagnose(named.report, formats),
    derived: {
      duty,
      wakes: wakesOf(store),
      slots: swapUses(store),
      walks: yield* zoneWalksIn(store),
      shares: yield* nodeSharesIn(store),
      reads: yield* swapReadsIn(store),
      efficiency: reclaimEfficiency(store),
      waits,
      ...requests,
      zones: found,
      placement: yield* placementIn(store, found, cpuNodes(stores)),
      swaps: devices,
      counters: counted,
      // A capture of ours tells of direct reclaims by events of its own, which are not paired here.
      counted: {
        directReclaims: kindNamed(store, 'direct_reclaim') ? null : countedDirectReclaims(counted),
      },
    },
    shown: yield* sceneKinds(named.store),
    countable: countable(loaded),
    snapshots: snapshots.map((s, i) => ({ name: s.name, format: formats[i] ?? 'unknown' })),
  };
}

/**
 * What scenes get of a trace, by kind of event: its events of our own kinds as they are, and what comes of a stock
 * kernel's tracepoints (wasm-core/trace/capture/observations.c).
 */
type SceneKinds = Readonly<Partial<Record<EventKind, number>>>;

const isOurs = (name: string): name is EventKind => name in KINDS;

/** Rows whose line has all of these fields. */
function rowsWith(store: TraceStore, name: TraceKindName, fields: readonly string[]): number {
  const kind = kindNamed(store, name);
  if (!kind) return 0;
  const columns = fields.map((field) => columnOf(kind, field));
  let rows = 0;
  for (let row = 0; row < kind.rows; row++) if (columns.every((value) => value(row) !== null)) rows++;
  return rows;
}

function* sceneKinds(store: TraceStore): Work<SceneKinds> {
  // Scenes take each end with the beginning before it, also where events in between were lost.
  const direct = yield* pairsIn(store, DIRECT_RECLAIM, NOTHING_MISSING);
  const shown: Partial<Record<EventKind, number>> = {
    kswapd_woke: rowsWith(store, TRACEPOINTS.kswapd_woke[0], ['nid']),
    kswapd_waker: rowsWith(store, TRACEPOINTS.kswapd_waker[0], ['nid']),
    kswapd_sleep: rowsWith(store, TRACEPOINTS.kswapd_sleep[0], ['nid']),
    direct_reclaim: direct?.beginOf.reduce((n, row) => n + (row < 0 ? 0 : 1), 0) ?? 0,
    block_rq: rowsWith(store, TRACEPOINTS.block_rq[0], ['dev', 'sector', 'nr_sector']),
  };
  for (const { name, rows } of store.kinds) {
    if (isOurs(name)) shown[name] = (shown[name] ?? 0) + rows;
  }
  return shown;
}
