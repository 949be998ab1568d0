/** From what a pane's worker answers to the frame that a scene draws. */
import type { VerdictStruct } from '../core/gen/tables';
import type { PaneFrame } from '../core/pane-core';
import type { Found, Frame } from './scene';

function found(verdict: VerdictStruct | null): Found | null {
  if (!verdict) return null;
  const { check, why, replay_check: replay, replay_why: replayWhy, visit, expected } = verdict;
  return { check, why, replay, replayWhy, visit, expected };
}

export function nearOf({ near }: PaneFrame): Frame['near'] {
  return near.map((n) => ({ ...n, verdict: found(n.verdict) }));
}

/** `near`: the page of the frame, which one who holds it already need not make again. */
export function frameOf({ verdict, trailVerdicts, ...frame }: PaneFrame, near: Frame['near']): Frame {
  return {
    ...frame,
    verdict: found(verdict),
    trailVerdicts: trailVerdicts.map((v) => (v?.check === 'unchecked' ? null : found(v))),
    near,
  };
}
