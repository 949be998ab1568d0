/** The decisions around the cursor in order, each with what was seen of its page and of requests. Pure. */
import { drawn, type EventRecord } from '../../../core/types';
import { frameCache } from '../../frame-cache';
import type { Frame } from '../../scene';

export type RqPage = Extract<EventRecord, { kind: 'rq_page' }>;
export type BlockRq = Extract<EventRecord, { kind: 'block_rq' }>;

export interface Step {
  k: number;
  event: EventRecord;
  pid: number;
  /** Node of the page; -1 where the step is a request. */
  node: number;
  /** The page's frame and its place in a request; null where the source does not tell. */
  page: RqPage | null;
  /** Reads that went to a disk before the page joined a request, and after it. */
  sent: { before: readonly BlockRq[]; after: readonly BlockRq[] };
}

export function isRead(event: EventRecord): event is BlockRq {
  return event.kind === 'block_rq' && event.rwbs.startsWith('R');
}

const DIRECTIONS: Readonly<Record<string, string>> = {
  R: 'a read',
  W: 'a write',
  D: 'a discard',
  F: 'a flush',
};

/** What a request does, by blk_fill_rwbs(): the F of a flush may stand before what else it does. */
export function directionPhrase({ rwbs }: BlockRq): string {
  const [first = '', second = ''] = rwbs;
  return DIRECTIONS[first === 'F' && second in DIRECTIONS ? second : first] ?? 'neither a read nor a write';
}

/** `trail`: what was observed up to the next step. */
export function stepOf(k: number, event: EventRecord, trail: readonly EventRecord[]): Step {
  const at = trail.findIndex((e) => e.kind === 'rq_page');
  const found = event.kind === 'rq_page' ? event : trail[at];
  const split = event.kind === 'rq_page' ? 0 : Math.max(0, at);
  const node = 'nid' in event && typeof event.nid === 'number' ? event.nid : -1;
  return {
    k,
    event,
    pid: event.pid,
    node,
    page: found?.kind === 'rq_page' ? found : null,
    sent: { before: trail.slice(0, split).filter(isRead), after: trail.slice(split).filter(isRead) },
  };
}

/** Around the cursor, as far as the frame reaches. */
export function stepsOf(frame: Frame): readonly Step[] {
  return stepsOn(frame.neighbours);
}

/** A page of steps is the same for many frames. */
const stepsOn = frameCache((near: Frame['neighbours']) =>
  near.map(({ k, event, trail }) => stepOf(k, drawn(event), trail)),
);
