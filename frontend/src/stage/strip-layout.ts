/** Which decisions the detail strip shows, and where. Pure geometry; pixels are CSS pixels. */

export interface Window {
  /** Decision in the leftmost cell; may be less than 1 near the start, then the cell is empty. */
  first: number;
  cells: number;
  pitch: number;
  left: number;
}

const LABEL = 28;
const PITCH_MIN = 24;
export const CELLS_MAX = 44;

/** As many cells as fit, 44 at most; the cursor sits in the middle, or off it near the ends. */
export function windowAt(k: number, extent: number, width: number): Window {
  const room = width - LABEL;
  const cells = Math.max(1, Math.min(CELLS_MAX, Math.floor(room / PITCH_MIN)));
  const centred = k - Math.floor(cells / 2);
  const first = Math.max(1, Math.min(centred, extent - cells + 1));
  return { first, cells, pitch: room / cells, left: LABEL };
}
