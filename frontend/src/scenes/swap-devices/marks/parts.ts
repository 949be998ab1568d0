/** When the parts of a step come, one behind the other (../../timing.ts). Pure. */
import { AT_ONCE, STEP_MS, stopsOf, type Course, type Part } from '../../timing';
import type { SourceFrame } from '../../scene';
import { walkOf, type StepKind, type Walk } from '../../voices/swap-walk';
import { factsOf } from '../facts/facts';

export const PARTS = {
  asks: { from: 0, to: 160 },
  walk: { from: 160, to: 400 },
  /** The walk has come to the first device: which one is it? */
  found: { from: 400, to: 520 },
  requeue: { from: 520, to: 760 },
  given: { from: 760, to: 1060 },
  arrives: { from: 1060, to: 1180 },
} as const satisfies Record<string, Part>;

/** Each device is tried when the one before it was; what is given comes behind those that gave nothing. */
export function visitPart({ visits, took }: Pick<Walk, 'visits' | 'took'>, visit: number): Part {
  const { from, to } = PARTS.given;
  const until = took > 0 ? (from + to) / 2 : to;
  if (visit === took) return { from: took > 0 ? until : from, to };
  const each = (until - from) / Math.max(1, took > 0 ? took : visits.length);
  return { from: from + visit * each, to: from + (visit + 1) * each };
}

/** That of what a disc stands for. */
export function partOf(walk: Walk, kind: StepKind, visit: number): Part {
  if (kind === 'list') return { from: PARTS.asks.to, to: PARTS.asks.to };
  if (kind === 'first') return PARTS.found;
  if (kind === 'requeue') return PARTS.requeue;
  return visit < 0 ? PARTS.arrives : visitPart(walk, visit);
}

/** What comes when in a step, for who stops between its parts and for its sentences. */
export function course({ frame }: SourceFrame): Course {
  const { event } = factsOf(frame);
  if (!event) return AT_ONCE;
  const walk = walkOf(event);
  const requeued = walk.steps.some(({ kind }) => kind === 'requeue');
  const tried = walk.visits.map((_, i) => visitPart(walk, i));
  return {
    stops: stopsOf([
      { ...PARTS.asks, to: PARTS.asks.to + 1 },
      PARTS.found,
      ...(requeued ? [PARTS.requeue] : []),
      ...tried,
      // What has arrived is red to the end.
      { ...PARTS.arrives, to: STEP_MS },
    ]),
    discs: new Map(walk.steps.map(({ n, kind, visit }) => [n, partOf(walk, kind, visit).from])),
  };
}
