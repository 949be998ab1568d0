/** A capture made ready to be drawn and asked: what a worker keeps of it beside the store. */
import { inPortions } from '../../core/work/work';
import { clockUnitOf, type ClockUnit } from '../../trace/report/phrases';
import type { LineCounts } from '../../trace/report/line-counts';
import { kindNamed, LOST } from '../../trace/store/lookup';
import type { TraceStore } from '../../trace/store/store';
import { Blocks } from './series/blocks';
import type { DeviceNames } from '../../trace/statistics/devices';
import { missingIn, wholeSince, type Gap, type Missing, type Overwritten } from '../../trace/statistics/gaps';
import { kswapds } from '../../trace/statistics/kswapd';
import type { TraceReportStruct } from '../../trace/gen/tables';
import type { Zone } from '../../trace/statistics/zones';
import { freePagesOf, uncounted, type FreePages, type NotCounted } from './series/free-pages';
import type { FlowUnit, FlowWords } from './series/flow';
import { measurable, measureOf, type Measure } from './events/measure';
import { orderOf, type Order } from './events/event-order';
import type { WorkProgress } from '../../core/work/progress';
import { AllRows, PickedRows, TimeIndex, type Rows } from './events/track-rows';
import { BINS, countAt, levelFor, TileCache, tileOf, tileSpan, type Tile } from './series/tiles';
import type { Pids } from './events/partition';
import { tracksOf, withDisks, type Group, type Track } from './tracks';

/** Instead of the number of a track: all events, and those the search found. */
export const ALL = -1;
export const FOUND = -2;

/** Bars across a window, roughly. */
export const PEAK_BARS = 1200;

/** What the page's own thread needs of a track. */
export interface TrackInfo {
  group: Group;
  name: string;
  node: number | null;
  events: number;
  pids?: Pids;
  /** What the capture's clock counts, where it tells no time. */
  clock?: ClockUnit;
  /** The most that go on at a time, of what begins and ends. */
  most?: number;
  /** Shares of the time are of what is known. */
  known?: true;
  /** What it tells how much of, and the most of it in a second, as `PEAK_BARS` bins of the whole capture have it; in a
   * bin, where the clock tells no seconds. */
  flow?: { unit: FlowUnit; words?: FlowWords; most: number };
  /** Free pages of its zone, with its watermarks. */
  free?: FreeInfo;
  /** Slots of its swap device that were in use: at most, and all that it has, where that is known. */
  usage?: { most: number; size: number | null };
  /** The number that its events tell, and between what it lies. */
  number?: { name: string; unit: string; min: number; max: number };
  /** Tracks of its group are in this order, where it has one. */
  rank?: number;
}

interface FreeInfo {
  zone: Zone;
  /** Pages, over all that is known. */
  least: number;
  most: number;
  /** ns since the beginning of the capture from which on they are known. */
  from: number;
}

/** And of a capture. */
export interface CaptureInfo {
  /** As recorded, in ns. */
  base: string;
  /** ns. */
  span: number;
  /** What its clock counts; null: it tells times. */
  unit: ClockUnit | null;
  events: number;
  tracks: TrackInfo[];
  measures: { name: string; unit: string; doc: string }[];
  gaps: number;
  /** The most events of a track in one bar while the whole capture is in view. */
  peak: number;
  /** Zones whose free pages cannot be counted back, though a file tells of them. */
  notCounted: readonly NotCounted[];
  /** Free pages could be counted, if a file said how many there were. */
  countable: boolean;
}

/** A capture as it was read: what its text holds beside the events. */
export interface ReadInfo extends CaptureInfo {
  lines: LineCounts;
  /** Where the packed file ends too early, in words; null: it does not. */
  cutOff: string | null;
  /** Events that the buffers held no more when they were read: what they said of the time before is unknown. */
  overwritten: number;
  /** It stays on the server, and is drawn from its windows; what its events would tell if they were read here. */
  windows?: { missing: readonly string[] };
}

/** What the reading found that the columns do not hold. */
type Reading = Overwritten & Pick<TraceReportStruct, 'clock'>;

/** Of columns alone. */
const NO_READING: Reading = { clock: 'unknown', buffers_started: 0, overwritten: 0 };

export class Capture {
  readonly store: TraceStore;
  readonly order: Order;
  readonly unit: ClockUnit | null;
  #tracks: readonly Track[];
  readonly #missing: Missing;
  measure: Measure | null = null;
  readonly #all: AllRows;
  #found: Rows;
  readonly #indexes = new Map<number, TimeIndex>();
  readonly #blocks = new Map<number, Blocks>();
  /** Of the numbers of a script's own kinds. */
  readonly #numbers = new Map<number, Blocks>();
  readonly #tiles = new TileCache();
  readonly #most = new Map<number, number>();
  #notCounted: readonly NotCounted[] = [];

  private constructor(
    store: TraceStore,
    order: Order,
    unit: ClockUnit | null,
    missing: Missing,
    tracks: readonly Track[],
  ) {
    this.store = store;
    this.unit = unit;
    this.order = order;
    this.#tracks = tracks;
    this.#all = new AllRows(order);
    this.#found = new PickedRows(order, new Uint32Array(0));
    this.#missing = missing;
  }

  static async of(store: TraceStore, pulse: WorkProgress, reading: Reading = NO_READING): Promise<Capture> {
    const part = (from: number, to: number): WorkProgress => ({
      signal: pulse.signal,
      progress: (share) => {
        pulse.progress(from + (to - from) * share);
      },
    });
    const order = await orderOf(store, part(0, 0.4));
    const wanted = () => !pulse.signal.aborted;
    const missing = await inPortions(missingIn(store, reading), wanted);
    if (!missing) throw pulse.signal.reason as unknown;
    const tracks = await tracksOf(store, order, part(0.4, 1), missing, kswapds(store, reading, missing));
    return new Capture(store, order, clockUnitOf(reading.clock), missing, tracks);
  }

  get gaps(): readonly Gap[] {
    return this.#missing.gaps;
  }

  get tracks(): readonly Track[] {
    return this.#tracks;
  }

  /** Free pages of each zone as tracks behind the others, instead of those there were. */
  async countFree(zones: readonly Zone[], pulse: WorkProgress): Promise<void> {
    const others = this.#tracks.filter(({ free }) => free === undefined);
    const whole = wholeSince(this.#missing);
    const { parts, not } = await freePagesOf(this.store, this.order, zones, whole, pulse);
    for (let i = others.length; i < Math.max(this.#tracks.length, others.length + parts.length); i++) {
      this.#indexes.delete(i);
      this.#blocks.delete(i);
      this.#tiles.drop(i);
    }
    this.#tracks = [...others, ...parts];
    this.#notCounted = not;
  }

  /** What disks are called. */
  nameDisks(names: DeviceNames): void {
    this.#tracks = withDisks(this.#tracks, names);
  }

  info(): CaptureInfo {
    const { store, order, gaps } = this;
    return {
      base: String(store.base),
      span: store.span,
      unit: this.unit,
      events: order.length - this.lossesIn(-Infinity, Infinity),
      tracks: this.tracks.map(
        ({ group, name, node, rows, pids, rank, level, known, flow, free, usage, number }, i) => ({
          ...{ group, name, node, events: rows.length },
          ...(this.unit ? { clock: this.unit } : {}),
          ...(pids ? { pids } : {}),
          ...(rank === undefined ? {} : { rank }),
          ...(level ? { most: level.most } : {}),
          ...(known === undefined ? {} : { known: true as const }),
          ...(flow ? { flow: { ...flow.sort, most: this.mostOf(i) } } : {}),
          ...(free ? { free: freeInfo(free) } : {}),
          ...(usage ? { usage: { most: usage.slots.most, size: usage.size } } : {}),
          ...(number ? this.#numberOf(i, number) : {}),
        }),
      ),
      measures: measurable(store, this.unit),
      gaps: gaps.length,
      peak: this.#peak(),
      notCounted: this.#notCounted,
      countable:
        this.#notCounted.length === 0 && !this.tracks.some((t) => t.free) && uncounted(store).length === 0,
    };
  }

  /** Rows from one time up to another that say events were lost, and are none themselves. */
  lossesIn(from: number, to: number): number {
    const losses = kindNamed(this.store, LOST)?.ts ?? new Float64Array(0);
    return losses.reduce((n, t) => n + (t >= from && t < to ? 1 : 0), 0);
  }

  #peak(): number {
    const level = levelFor(Math.max(1, this.store.span) / PEAK_BARS);
    const tiles = Math.floor(this.store.span / tileSpan(level)) + 1;
    let most = 0;
    for (const [track] of this.tracks.entries()) {
      for (let number = 0; number < tiles; number++) {
        const tile = this.tile(track, level, number, true);
        for (let bin = 0; bin < BINS; bin++) most = Math.max(most, countAt(tile, bin));
      }
    }
    return most;
  }

  /** Of a flow: the most of it in a second, or in a bin. */
  mostOf(track: number): number {
    return kept(this.#most, track, () => {
      const level = levelFor(Math.max(1, this.store.span) / PEAK_BARS);
      let most = 0;
      for (let number = 0; number * tileSpan(level) <= this.store.span; number++) {
        for (const sum of this.tile(track, level, number, true).sums[0] ?? []) most = Math.max(most, sum);
      }
      return this.unit ? most : (most * 1e9) / 2 ** level;
    });
  }

  rows(track: number): Rows {
    if (track === FOUND) return this.#found;
    return this.tracks[track]?.rows ?? this.#all;
  }

  /** What the search found; none when it is over. */
  setFound(places: Uint32Array): void {
    this.#found = new PickedRows(this.order, places);
    this.#indexes.delete(FOUND);
    this.#tiles.drop(FOUND);
  }

  /** False where the capture has no such measure; then events are counted. */
  setMeasure(name: string): boolean {
    this.#blocks.clear();
    this.#tiles.clear();
    this.measure = name === '' ? null : measureOf(this.store, name, this.#missing, this.unit);
    return this.measure !== null;
  }

  /** Least and greatest value of the measure; null where there is none. */
  extent(): { min: number; max: number } | null {
    const { n, min, max } = this.#blocksOf(ALL)?.over(0, this.order.length) ?? { n: 0, min: 0, max: 0 };
    return n > 0 ? { min, max } : null;
  }

  index(track: number): TimeIndex {
    return kept(this.#indexes, track, () => new TimeIndex(this.rows(track)));
  }

  /** `plain`: the number of events, whatever is measured. */
  tile(track: number, level: number, number: number, plain = false): Tile {
    const blocks = plain ? null : this.#blocksOf(track);
    return this.#tiles.get(track, `${track} ${level} ${number}${blocks ? ' m' : ''}`, () =>
      tileOf(this.rows(track), this.index(track), level, number, blocks, this.tracks[track]?.flow?.blocks),
    );
  }

  #numberOf(track: number, { name, unit }: Measure): Pick<TrackInfo, 'number'> {
    const rows = this.rows(track);
    const found = this.#numbersOf(track)?.over(0, rows.length);
    return found && found.n > 0 ? { number: { name, unit, min: found.min, max: found.max } } : {};
  }

  #numbersOf(track: number): Blocks | null {
    const number = this.tracks[track]?.number;
    return number ? kept(this.#numbers, track, () => new Blocks(this.rows(track), number)) : null;
  }

  /** Of what is measured; or else of the number that a track's own events tell. */
  #blocksOf(track: number): Blocks | null {
    const { measure } = this;
    if (!measure) return this.#numbersOf(track);
    return kept(this.#blocks, track, () => new Blocks(this.rows(track), measure));
  }
}

const freeInfo = ({ zone, pages }: FreePages): FreeInfo => ({
  ...{ zone, from: pages.from },
  ...{ least: pages.least, most: pages.most },
});

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
