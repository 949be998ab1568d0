/** A capture that is open, with what was added to it: what its report says, and its sentence. */
import { SourceError } from '../../core/error';
import { inPortions } from '../../core/work/work';
import { captureReport, reporting, type CaptureReport, type Snapshot } from './capture-report';
import { deviceNames, type DeviceNames } from '../statistics/devices';
import { zones, type Zone } from '../statistics/zones';
import type { Clause } from './clauses';
import { headlineOf } from './headline';
import { countedAs } from './tracepoints';
import type { LoadedTrace } from '../loader';
import { SNAPSHOTS, SNAPSHOT_PHRASE } from './snapshots';

export const SNAPSHOT_ADVICE = `Add ${SNAPSHOT_PHRASE}.`;

/** No such file has more bytes: those of the largest machines have some hundred thousand. */
export const SNAPSHOT_BYTES = 4 << 20;

/** A capture with what was added to it, and its report, made once for each state of these. */
export class Reporter {
  readonly #read: LoadedTrace;
  /** As it was read, but for what the user counts as a tracepoint's. */
  #loaded: LoadedTrace;
  readonly #snapshots: Snapshot[] = [];
  #made: CaptureReport | null = null;

  constructor(loaded: LoadedTrace) {
    this.#read = loaded;
    this.#loaded = loaded;
  }

  /** Events of these names as their tracepoints', all others by their own. Throws SourceError as `countedAs` does. */
  count(names: readonly string[]): LoadedTrace {
    this.#loaded = countedAs(this.#read, names);
    this.#made = null;
    return this.#loaded;
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

  /** Throws SourceError when it is nothing that can be added. */
  add(snapshot: Snapshot): void {
    const { format } = snapshot.report;
    if (!SNAPSHOTS.includes(format)) {
      throw new SourceError(
        'It is neither a file of /proc that can be added nor a list of the CPUs of nodes.',
        { advice: SNAPSHOT_ADVICE },
      );
    }
    this.#snapshots.push(snapshot);
    this.#made = null;
  }
}
