/** All that the report page says of a capture, as plain data: made where the columns are, read anywhere. */
import type { Diagnosis } from '../core/diagnosis';
import { SourceError } from '../core/error';
import { atOnce, inPortions, type Work } from '../core/portions';
import { directReclaim, reclaimEfficiency, type DirectReclaim, type Efficiency } from './derived/reclaim';
import { deviceNames, type DeviceNames } from './derived/devices';
import { disksIn, type Disk, type Requests } from './derived/disks';
import { kswapdDuty, type Duty } from './derived/kswapd';
import { counters, type Counters } from './derived/counters';
import { swaps, type SwapDevice } from './derived/swaps';
import { zones, type Zone } from './derived/zones';
import { diagnose } from './doctor';
import { eraOf, type Era } from './era';
import type { Clause } from './facts';
import type { TraceFormatName } from './gen/tables';
import { headlineOf } from './headline';
import type { LoadedTrace } from './load';
import type { TraceReport } from './report';
import { shownKinds, type ShownKinds } from './shown';
import { SNAPSHOTS, SNAPSHOT_WORDS } from './snapshots';

export interface CaptureReport {
  /** Of the file. */
  name: string;
  report: TraceReport;
  era: Era;
  doctor: Diagnosis[];
  derived: {
    duty: Duty[];
    efficiency: Efficiency[];
    direct: DirectReclaim | null;
    disks: Disk[];
    requests: Requests | null;
    zones: Zone[];
    swaps: SwapDevice[];
    counters: Counters;
  };
  /** What scenes get of it. */
  shown: ShownKinds;
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

function* reporting(
  { store, report }: LoadedTrace,
  name: string,
  snapshots: readonly Snapshot[],
): Work<CaptureReport> {
  const formats = snapshots.map((s) => s.report.format);
  const stores = [store, ...snapshots.map((s) => s.store)];
  const requests = yield* disksIn(store, deviceNames(stores));
  return {
    name,
    report,
    era: eraOf(store, report),
    doctor: diagnose(report, formats),
    derived: {
      duty: kswapdDuty(store),
      efficiency: reclaimEfficiency(store),
      direct: directReclaim(store),
      ...requests,
      zones: zones(stores),
      swaps: swaps(stores),
      counters: counters(snapshots.filter((s) => s.report.format === 'vmstat')),
    },
    shown: shownKinds(store),
    snapshots: snapshots.map((s, i) => ({ name: s.name, format: formats[i] ?? 'unknown' })),
  };
}

export const SNAPSHOT_ADVICE = `Add ${SNAPSHOT_WORDS}.`;

/** No such file has more bytes: those of the largest machines have some hundred thousand. */
export const SNAPSHOT_BYTES = 4 << 20;

/** A capture with what was added to it, and its report, made once for each state of these. */
export class Reported {
  readonly #loaded: LoadedTrace;
  readonly #snapshots: Snapshot[] = [];
  #made: CaptureReport | null = null;

  constructor(loaded: LoadedTrace) {
    this.#loaded = loaded;
  }

  report(name: string): CaptureReport {
    this.#made ??= captureReport(this.#loaded, name, this.#snapshots);
    return { ...this.#made, name };
  }

  /** In clauses of one sentence, in portions; null when it was no longer wanted before it was done. */
  async says(wanted: () => boolean): Promise<Clause[] | null> {
    const added = this.#snapshots.length;
    const made =
      this.#made ?? (await inPortions(reporting(this.#loaded, '', this.#snapshots.slice()), wanted));
    if (this.#snapshots.length === added) this.#made ??= made;
    return made && headlineOf(made);
  }

  /** Zones as the files that were added tell, the last look at each. */
  zones(): Zone[] {
    return zones(this.#snapshots.map((s) => s.store));
  }

  /** Names of disks and partitions, as the files that were added tell. */
  devices(): DeviceNames {
    return deviceNames(this.#snapshots.map((s) => s.store));
  }

  /** Whether the recorder says that buffers were overwritten at their beginning. */
  get overwritten(): boolean {
    return this.#loaded.report.buffers_started > 0;
  }

  /** Throws SourceError when it is no file of /proc. */
  add(snapshot: Snapshot): void {
    const { format } = snapshot.report;
    if (!SNAPSHOTS.includes(format)) {
      throw new SourceError('It is no file of /proc that can be added.', { advice: SNAPSHOT_ADVICE });
    }
    this.#snapshots.push(snapshot);
    this.#made = null;
  }
}
