/** Where the path of another rule stands. In px; pure. */
import type { Grid } from './grid';
import type { Box, ListPlace, TankPlace } from './layout';

export interface GhostPlace {
  /** Of the device on the list that was walked; null where it is not drawn there. */
  chip: Box | null;
  /** Words may begin here: what stands in the tank's row ends. */
  from: number;
  /** Tip of the arrow, at the tank. */
  tip: number;
  y: number;
}

/** `type`: swap type of the device. Null where it has no tank. */
export function ghostOf(
  grid: Grid,
  type: number,
  chains: readonly ListPlace[],
  asked: ListPlace | undefined,
  tanks: readonly TankPlace[],
): GhostPlace | null {
  const tank = tanks.find(({ device }) => device.type === type);
  if (!tank) return null;
  const { bar } = tank;
  const y = bar.y + bar.height / 2;
  // Lists whose chips, or the words below them, stand at the same height.
  const beside = chains.filter((c) => y > c.y - c.height && y < c.floor + 8);
  const ends = beside.flatMap((c) => [...c.chips, ...(c.rest ? [c.rest] : [])].map((b) => b.x + b.width));
  return {
    chip: asked?.chips.find(({ entry }) => entry.type === type) ?? null,
    from: Math.max(grid.left, ...ends) + 10,
    tip: grid.tankX - 2,
    y,
  };
}
