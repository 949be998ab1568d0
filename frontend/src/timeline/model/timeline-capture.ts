/** What is drawn of a capture and asked of it, wherever its events are: in this worker, or on a server. */
import type { CaptureInfo } from './capture';
import type { EventDetail, EventLine } from './events/event-phrases';
import type { FlowSum } from './series/flow';
import type { Gap } from '../../trace/statistics/gaps';
import type { Hit } from './hit';
import type { Span } from './time/span';
import type { Statistics } from './statistics';
import type { ClockUnit } from '../../trace/report/phrases';
import type { Tile } from './series/tiles';
import type { Track } from './tracks';

export type DrawnTrack = Pick<
  Track,
  'group' | 'name' | 'level' | 'spans' | 'known' | 'wakers' | 'flow' | 'free' | 'usage' | 'number'
>;

/** So few events that each is a stroke. */
export interface Strokes {
  length: number;
  /** ns since the beginning of the capture. */
  ts: (i: number) => number;
  /** Of its kind. */
  name: (i: number) => string;
  /** The number that it tells, where its track has such; NaN where it tells none. */
  number?: (i: number) => number;
}

export interface Picture {
  /** ns. */
  readonly span: number;
  /** What its clock counts; null: it tells times. */
  readonly unit: ClockUnit | null;
  readonly tracks: readonly DrawnTrack[];
  readonly gaps: readonly Gap[];
  /** Null while events are counted. */
  readonly measure: { name: string } | null;
  /** `plain`: the number of events, whatever is measured. */
  tile: (track: number, level: number, number: number, plain?: boolean) => Tile;
  /** Events of a track in a stretch, as bins of 2^level ns tell. */
  within: (track: number, view: Span, level: number) => number;
  strokes: (track: number, view: Span, level: number) => Strokes;
  /** Of a flow: the most of it in a second, or, where the clock tells none, in a bar. */
  mostOf: (track: number) => number;
}

/** An event by its kind's place in the capture and its row there. */
export interface EventId {
  kind: number;
  row: number;
}

/** Something that went on on a track, from a beginning to an end. */
export interface ActivitySpan {
  from: number;
  to: number;
  /** Its place on the track. */
  at: number;
  /** In a sentence. */
  words: string;
  /** Its end; null where it did not end. */
  event: EventId | null;
}

export interface StretchCounts {
  events: number;
  /** How many of what the track is about went on at a time, how many pages were free or slots in use, on average; of
   * kswapd, of what is known. */
  mean: number | null;
  /** Of free pages the least, of slots in use the most. */
  extreme: number | null;
  /** Of a flow. */
  flow: FlowSum | null;
  /** ns of it that the capture has. */
  width: number;
}

export interface Counts {
  all: StretchCounts;
  tracks: StretchCounts[];
}

export interface SearchResult {
  events: number;
  complaint: string | null;
}

export interface EventLines {
  total: number;
  lines: EventLine[];
}

type Soon<T> = T | Promise<T>;

/** A capture in place: what its desk asks of it. */
export interface TimelineCapture extends Picture {
  info: () => CaptureInfo;
  /** Whether there is such a measure; '' counts events. */
  setMeasure: (name: string) => boolean;
  /** Least and greatest value of the measure; null where there is none. */
  extent: () => { min: number; max: number } | null;
  /** Finds what words say; '' ends the search. */
  find: (text: string, signal: AbortSignal) => Promise<SearchResult>;
  hit: (track: number, t: number, within: number) => Soon<Hit | null>;
  step: (
    track: number,
    from: number,
    id: EventId | null,
    by: 1 | -1,
  ) => Soon<(EventId & { ts: number }) | null>;
  /** The next of what went on on a track, and what did at a time; where that is known. */
  stepSpan?: (track: number, at: number | null, view: Span, by: 1 | -1) => ActivitySpan | null;
  spanAt?: (track: number, t: number, within: number) => ActivitySpan | null;
  detail: (id: EventId) => Soon<{ event: EventDetail; around: EventLine[] } | null>;
  lines: (track: number, t0: number, t1: number, first: number, most: number) => Soon<EventLines>;
  counts: (t0: number, t1: number) => Soon<Counts | null>;
  statistics: (track: number, from: number, to: number, signal: AbortSignal) => Promise<Statistics>;
}
