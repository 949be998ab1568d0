/** Predict, then see: until a decision is shown, the state that it meets. */
import { frameCache } from './frame-cache';
import type { Frame } from './scene';

/** In place of `known` in a row of the lists: known, but kept from view until the answer. */
export const MASKED = 2;

/** The second level of a question about a list: its order is not to be read off. */
export const maskList = frameCache((frame: Frame, list: number): Frame => {
  const rows = frame.after.list.map((row, i) =>
    i === list && row.known === 1 ? { ...row, known: MASKED } : row,
  );
  const after = { ...frame.after, list: rows };
  return { ...frame, before: after, after };
});

/** The state that the next decision meets, and nobody who decides. */
export const maskDecision = frameCache((frame: Frame): Frame => ({
  ...frame,
  before: frame.after,
  event: null,
  verdict: null,
  trail: [],
  trailVerdicts: [],
  others: [],
  trailOthers: [],
}));
