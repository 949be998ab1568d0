import type { FC } from 'react';
import { GhostArrow, GhostRing } from '../../marks/GhostMark';
import type { Ghost } from '../../scene';
import { fitted } from '../../text-width';
import type { Grid } from './grid';
import { ghostOf } from './path-ghost';
import type { ListPlace, TankPlace } from './layout';

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
