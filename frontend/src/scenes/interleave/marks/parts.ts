/** When the parts of a step come, one behind the other (../../timing.ts). */
import { AT_ONCE, stopsOf, type Course, type Part } from '../../timing';
import type { SourceFrame } from '../../scene';

export const PARTS = {
  /** A page is wanted: its place is marked. */
  asks: { from: 0, to: 160 },
  /** The policy has said which node. */
  chosen: { from: 400, to: 400 },
  /** The page falls to its frame. */
  falls: { from: 440, to: 760 },
  /** Its segment grows, or a new one begins. */
  listed: { from: 780, to: 900 },
  /** The request grows. */
  gathered: { from: 900, to: 1060 },
  /** It is open still, or closes. */
  outcome: { from: 1060, to: 1180 },
} as const satisfies Record<string, Part>;

/** Behind the discs of page, frame, segment and request. */
const DISCS: Course['discs'] = new Map([
  [1, PARTS.asks.to],
  [2, PARTS.falls.to],
  [3, PARTS.listed.from],
  [4, PARTS.outcome.from],
]);

const STEP: Course = {
  stops: stopsOf([{ ...PARTS.asks, to: PARTS.asks.to + 1 }, ...Object.values(PARTS).slice(1)]),
  discs: DISCS,
};

/** What comes when in a step, for who stops between its parts and for its sentences. */
export const course = ({ frame }: SourceFrame): Course => (frame.event ? STEP : AT_ONCE);
