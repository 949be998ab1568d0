/** Predict, then see: until a decision is shown, the state that it meets. */
import { perFrame } from './per-frame';
import type { Frame } from './scene';

/** The state that the next decision meets, and nobody who decides. */
export const unseen = perFrame((frame: Frame): Frame => ({
  ...frame,
  before: frame.after,
  event: null,
  verdict: null,
  trail: [],
  trailVerdicts: [],
  others: [],
  trailOthers: [],
}));
