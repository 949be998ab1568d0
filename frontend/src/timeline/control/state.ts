/** What the timeline shows beside the stretch of time in view, which changes many times a second. */
import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../core/error';
import { PANES, type PaneId } from '../../core/panes';
import type { ServerSize } from '../../capture/remote/server';
import { NONE, type SourceSpec } from '../../capture/sources/spec';
import type { Clause } from '../../trace/report/clauses';
import type { LoadProgress } from '../worker/capture-worker';
import type { EventId, ActivitySpan } from '../model/timeline-capture';
import { headersOf, type HeaderLayout, type ScaleBy } from '../canvas/state';
import { FULL_LEAST } from '../canvas/track';
import type { ReadInfo } from '../model/capture';
import type { EventDetail, EventLine } from '../model/events/event-phrases';
import type { Span } from '../model/time/span';
import type { Statistics } from '../model/statistics';
import type { Group } from '../model/tracks';
import type { Mark } from './url';

export type { Mark };

/** What was asked for, and what it is called. */
export interface NamedSource {
  spec: SourceSpec;
  name: string;
}

/** The place of one capture. What is in it stays until what was asked for can take its place. */
export interface SlotState extends NamedSource {
  /** Null where nothing is in place. */
  info: ReadInfo | null;
  /** What it says, in clauses of one sentence; null where that is not known, or not yet. */
  says: readonly Clause[] | null;
  /** Only a part of it is there: the rest is being read. */
  partial: boolean;
  /** How much of it the server has; null where it is not the server's. */
  size: ServerSize | null;
  /** Why the server does not tell what is in view, in words. */
  trouble: string | null;
  /** Files of /proc that were added to it. */
  added: readonly File[];
  /** What is being read. */
  opening: (NamedSource & { progress: LoadProgress | null }) | null;
  /** What could not be opened last. */
  failure: (NamedSource & Failure) | null;
}

export const EMPTY_SLOT: SlotState = {
  spec: NONE,
  name: '',
  info: null,
  says: null,
  partial: false,
  size: null,
  trouble: null,
  added: [],
  opening: null,
  failure: null,
};

/** What a place shows: a capture whenever it has one. */
export function statusOf({ info, opening, failure }: SlotState): 'ready' | 'loading' | 'failed' | 'empty' {
  return info ? 'ready' : opening ? 'loading' : failure ? 'failed' : 'empty';
}

/** What a link names: what is in place, or else what was asked for. */
export const specOf = ({ info, spec, opening, failure }: SlotState): SourceSpec =>
  info ? spec : (opening ?? failure ?? { spec: NONE }).spec;

interface ShownEvent {
  slot: PaneId;
  id: EventId;
  event: EventDetail;
  around: EventLine[];
}

interface SelectedStretch {
  slot: PaneId;
  from: number;
  to: number;
  /** Null while it is counted. */
  statistics: Statistics | null;
}

interface ShownSpan extends ActivitySpan {
  slot: PaneId;
  /** Of its track's row. */
  key: string;
}

export type Panel = 'event' | 'range' | 'events' | 'tracks' | 'marks';

export interface TimelineState {
  slots: Readonly<Record<PaneId, SlotState>>;
  /** The capture that keys move. */
  focus: PaneId;
  /** One axis for both captures. */
  linked: boolean;
  /** B later by so much than A's axis, in ns. Counts while linked. */
  offset: number;
  /** As it was when it last stood still. */
  settled: Readonly<Record<PaneId, Span>>;
  /** Key of the row under the keys. */
  row: string | null;
  event: ShownEvent | null;
  range: SelectedStretch | null;
  /** What goes on that was chosen on a track. */
  span: ShownSpan | null;
  marks: readonly Mark[];
  query: string;
  /** Null: not searched. */
  found: Readonly<Record<PaneId, number | null>>;
  complaint: string | null;
  /** What is found is not known yet. */
  searching: boolean;
  measure: string;
  /** Least and greatest value of the measure in all captures; null while events are counted. */
  scale: { min: number; max: number } | null;
  scaleBy: ScaleBy;
  folded: readonly Group[];
  /** As `LayoutOptions` has it. */
  raw: boolean | null;
  whole: readonly Group[];
  filter: string;
  /** The result of copying the table, until its button loses the focus. */
  copied: string | null;
  panel: Panel;
  panelFolded: boolean;
  /** What could not be read of the link, in words. */
  complaints: readonly string[];
}

const START: Span = { t0: 0, t1: 1 };

export const createTimelineStore = () =>
  createStore<TimelineState>(() => ({
    slots: { A: EMPTY_SLOT, B: EMPTY_SLOT },
    focus: 'A',
    linked: true,
    offset: 0,
    settled: { A: { ...START }, B: { ...START } },
    row: null,
    event: null,
    range: null,
    span: null,
    marks: [],
    query: '',
    found: { A: null, B: null },
    complaint: null,
    searching: false,
    measure: '',
    scale: null,
    scaleBy: 'view',
    folded: [],
    raw: null,
    whole: [],
    filter: '',
    copied: null,
    panel: 'event',
    panelFolded: false,
    complaints: [],
  }));

export type TimelineStore = ReturnType<typeof createTimelineStore>;

/** Events of a full bar: a power of two that no bar of the captures in place exceeds, all of them in view. */
export function fullBarOf({ slots }: Pick<TimelineState, 'slots'>): number {
  const most = Math.max(FULL_LEAST, ...PANES.map((slot) => slots[slot].info?.peak ?? 0));
  return 2 ** Math.ceil(Math.log2(most));
}

/** Captures that can be seen. */
export const readySlots = (state: TimelineState): PaneId[] =>
  PANES.filter((slot) => state.slots[slot].info !== null);

/** Bands above the tracks of each capture that can be seen. */
export function headersIn(state: TimelineState): Readonly<Partial<Record<PaneId, HeaderLayout>>> {
  const slots = readySlots(state);
  const bands = headersOf(Math.max(1, slots.length), state.linked);
  return Object.fromEntries(slots.map((slot, i) => [slot, bands[i]]));
}

/** The selected stretch on a capture's axis: with one axis for both it is that of the other, too. */
export function stretchOn(
  slot: PaneId,
  { range, linked, offset }: Pick<TimelineState, 'range' | 'linked' | 'offset'>,
): Span | null {
  if (!range || (range.slot !== slot && !linked)) return null;
  const by = range.slot === slot ? 0 : slot === 'A' ? offset : -offset;
  return { t0: range.from + by, t1: range.to + by };
}
