/** When the parts of a step come, one behind the other (../../timing.ts). */
import type { Part } from '../../timing';

export const PARTS = {
  /** A page is wanted: its place is marked. */
  asks: { from: 0, to: 160 },
  /** The policy has said which node. */
  chosen: { from: 400, to: 400 },
  /** The page falls to its frame. */
  falls: { from: 440, to: 760 },
  /** Its segment grows, or a new one begins. */
  listed: { from: 760, to: 900 },
  /** The request grows. */
  gathered: { from: 900, to: 1060 },
  /** It is open still, or closes. */
  told: { from: 1060, to: 1180 },
} as const satisfies Record<string, Part>;
