import type { FC } from 'react';
import { GhostArrow, GhostRing } from '../../marks/GhostMark';
import type { Ghost } from '../../scene';
import { fitted } from '../../font-metrics';
import type { Grid } from './grid';
import type { ListPlace, TankPlace, Box } from './layout';

interface Props {
  grid: Grid;
  elsewhere: Ghost;
  chains: readonly ListPlace[];
  /** The list that was walked. */
  asked: ListPlace | undefined;
  tanks: readonly TankPlace[];
}

/** The device another rule takes: its place on the list, and an arrow to its tank. */
export const GhostMarks: FC<Props> = ({ grid, elsewhere, chains, asked, tanks }) => {
  const ghost = ghostOf(grid, elsewhere.cell.place ?? -1, chains, asked, tanks);
  if (!ghost) return null;
  const { chip, from, tip, y } = ghost;
  const px = grid.compact ? 12 : 13;
  const beside = fitted([elsewhere.words], tip - 34 - from, px, 600);
  const words = beside || (grid.compact ? '' : elsewhere.words);
  const begin = tip - (beside ? 30 : 26);
  return (
    <g data-ghost={elsewhere.cell.place}>
      {chip && <GhostRing {...chip} />}
      <GhostArrow d={`M${begin} ${y}H${tip}`} x={tip} y={y} to="right" />
      {words !== '' && (
        <text
          x={beside ? begin - 5 : tip - 8}
          y={y + (beside ? px * 0.35 : px + 4)}
          className="ghost-words end"
          style={{ fontSize: px }}
        >
          {words}
        </text>
      )}
    </g>
  );
};

interface GhostPlace {
  /** Of the device on the list that was walked; null where it is not drawn there. */
  chip: Box | null;
  /** Words may begin here: what stands in the tank's row ends. */
  from: number;
  /** Tip of the arrow, at the tank. */
  tip: number;
  y: number;
}

/** `type`: swap type of the device. Null where it has no tank. */
function ghostOf(
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
