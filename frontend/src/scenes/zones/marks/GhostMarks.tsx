import type { FC } from 'react';
import { GhostArrow } from '../../marks/GhostMark';
import type { Ghost } from '../../scene';
import { fitted } from '../../font-metrics';
import type { Grid } from './grid';
import { Y } from './scale';
import { arrowX } from './TankLabels';

interface Props {
  layout: Grid;
  elsewhere: Ghost;
  /** Of the zone's free pages; null: not known. */
  level: number | null;
}

/** The zone another rule takes the page from. */
export const GhostMarks: FC<Props> = ({ layout, elsewhere, level }) => {
  const column = layout.columns.find((c) => c.zone === elsewhere.cell.place);
  if (!column) return null;
  const x = arrowX(column);
  const from = Y.walk + 11;
  const end = Math.max(level ?? Y.high, from + 16);
  const px = 13;
  const words = fitted([elsewhere.words], x - 6 - column.x, px, 600);
  return (
    <g data-ghost={elsewhere.cell.place}>
      <GhostArrow d={`M${x} ${from}V${end}`} x={x} y={end} to="down" />
      {words !== '' && (
        <text x={x - 6} y={from + 11} className="ghost-words end" style={{ fontSize: px }}>
          {words}
        </text>
      )}
    </g>
  );
};
