/** One frame, sorted out: what drawing, sentences and text all read. Pure; no geometry. */
import type { RaRow, ReadRow, WouldRow } from '../../../core/gen/tables';
import { ENUMS, type SwapHowName, type SwapPollName } from '../../../core/gen/tables';
import type { Coverage } from '../../../core/coverage';
import { widthOf } from '../../../core/asif/band';
import type { Frame, SourceFrame, SourceInfo } from '../../scene';
import type { Provenance } from '../../provenance';
import { frameCache } from '../../frame-cache';
import { namesOf, type Names } from '../../voices/names';
import type { SwapIn } from '../../voices/swap-in';
import { faultsOf, type Fault } from './fault';
import { MODES, modelSpans, recordedSpans, timeIn, type FaultSpans } from './spans';
import { meanOf, OWN } from './variation';

type Range = readonly [least: number, most: number];

/** Reads in one mode: of a model as they were or would have been, of a capture those that were. */
export interface Distribution {
  n: number;
  /** Mean in ns; as if, from the least to the most that costs are assumed to come to, where they differ. */
  lat: number;
  range: Range | null;
  by_lat: readonly number[];
  /** Mean CPU time in ns, and what of it is work and switching; null where nothing tells. */
  cpu: { total: number; work: number; switch: number } | null;
  /** Means of a capture's reads; null for a model. */
  seen: { slept: number; polls: number } | null;
}

export interface Row {
  mode: SwapPollName;
  /** The page is read so. */
  taken: boolean;
  /** vm.swap_poll says so. */
  set: boolean;
  track: FaultSpans | null;
  /** As if: when the fault ends, from the least to the most that costs are assumed to come to. */
  range: Range | null;
  many: Distribution | null;
}

export interface Facts {
  /** Whose events these are. A model tells of each fault how long it takes in every mode. */
  from: Provenance;
  /** Recorded by a capture, or as if: one way to read, and its time. */
  seen: boolean;
  /** Its times are those of an emulated machine. */
  emulated: boolean;
  k: number;
  /** The fault under the cursor; null before the first. */
  fault: Fault | null;
  /** Its read, or one of those of its window, which are all read alike; null where none followed. */
  read: SwapIn | null;
  how: SwapHowName | null;
  /** Read in no mode of swap_poll, such as from zram: its own track. */
  aside: FaultSpans | null;
  rows: Row[];
  /** The faults on the page, in order. */
  faults: Fault[];
  /** Windows so far, by kind. */
  windows: readonly RaRow[];
  names: Names;
  /** What the source has all of, of the task that faults. */
  coverage: Coverage;
}

const HOWS: readonly SwapHowName[] = Object.values(ENUMS.swap_how).filter((name) => name !== undefined);
const isMode = (how: SwapHowName | null): boolean => MODES.some((mode) => mode === how);

function mean(sum: number, n: number): number {
  return n > 0 ? sum / n : 0;
}

/** What of a mode's CPU time is work and switching: as in the faults on the page. */
const partsOf = frameCache((faults: readonly Fault[], mode: number, info: SourceInfo) => {
  const tracks = faults.flatMap(({ time }) => (time ? (modelSpans(time, mode, info) ?? []) : []));
  const share = (kind: 'work' | 'switch') =>
    mean(
      tracks.reduce((sum, t) => sum + timeIn(t.cpu, kind), 0),
      tracks.length,
    );
  return { work: share('work'), switch: share('switch') };
});

function manyOfModel(
  row: WouldRow | undefined,
  parts: { work: number; switch: number },
): Distribution | null {
  if (!row || row.done === 0) return null;
  const total = mean(row.cpu, row.done);
  const work = Math.min(parts.work, total);
  const cpu = { total, work, switch: Math.min(parts.switch, total - work) };
  return { n: row.done, lat: mean(row.lat, row.done), range: null, by_lat: row.by_lat, cpu, seen: null };
}

function manyOfCapture(row: ReadRow | undefined, range: Range | null): Distribution | null {
  if (!row || row.done === 0) return null;
  const seen = { slept: mean(row.slept, row.done), polls: mean(row.polls, row.done) };
  return { n: row.done, lat: mean(row.lat, row.done), range, by_lat: row.by_lat, cpu: null, seen };
}

const faultsOn = frameCache(faultsOf);

/** A read shown without its neighbours still is a fault. */
function pageOf({ k, event, verdict, neighbours: near, trail }: Frame): Fault[] {
  if (near.length > 0 || !event) return faultsOn(near);
  return faultsOf([{ k, event, verdict, trail }]);
}

function make(frame: Frame, info: SourceInfo): Facts {
  const isSeen = info.provenance !== 'model';
  const faults = pageOf(frame);
  const fault = faults.find((f) => f.k === frame.k) ?? null;
  const read = fault?.reads[0]?.begun ?? null;
  const how = read?.how ?? null;
  const { time = null } = fault ?? {};
  const seen = fault ? recordedSpans(fault) : null;
  const rows = MODES.map((mode, i): Row => {
    const taken = how === mode;
    const own = time ? modelSpans(time, i, info) : null;
    const many = isSeen
      ? manyOfCapture(frame.before.read[HOWS.indexOf(mode)], widthOf(frame.ranges?.[meanOf(mode)]))
      : manyOfModel(frame.before.would[i], partsOf(faults, i, info));
    const range = taken ? widthOf(frame.ranges?.[OWN]) : null;
    return { mode, taken, set: read?.mode === mode, track: own ?? (taken ? seen : null), range, many };
  });
  return {
    from: info.provenance,
    seen: isSeen,
    emulated: info.emulated === true,
    k: frame.k,
    fault,
    read,
    how,
    aside: isMode(how) ? null : seen,
    rows,
    faults,
    windows: frame.before.ra,
    names: namesOf(frame.before),
    coverage: { ...info.coverage, comm: '' },
  };
}

const made = frameCache(make);

export function factsOf({ frame, info }: SourceFrame): Facts {
  return made(frame, info);
}
