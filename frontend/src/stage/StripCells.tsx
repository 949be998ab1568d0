/** The strip's cells. They keep their places while the row slides; a stretch of them is drawn once. */
import { memo, useCallback, useMemo, type FC } from 'react';
import type { Columns } from '../core/columns';
import { tone } from '../ui/nodes';
import { keyOf } from './compare';
import { CELL, ROW, STRETCH, stretches, stretchesUnder, type Stretch, type Window } from './strip-layout';

/** A cell that wears no node's colour. */
const LIGHT = { fill: 'var(--n-none-wash)', on: 'var(--ink-2)' };

const cellOf = (columns: Columns, k: number) => columns.cells[columns.cell[k - 1] ?? -1];

interface SlideProps {
  window: Window;
  y: number;
  height: number;
  draw: (stretch: Stretch, pitch: number) => React.ReactNode;
}

/** What lies under the window, cut off at its edges. While it slides nothing else changes, for a stretch. */
const Slide: FC<SlideProps> = ({ window, y, height, draw }) => {
  const { shift, ...at } = stretchesUnder(window);
  const { from, to, base } = at;
  const { pitch } = window;
  const drawn = useMemo(
    () => stretches({ from, to, base }, pitch).map((s) => draw(s, pitch)),
    [draw, from, to, base, pitch],
  );
  return (
    <svg x={window.left} y={y} width={window.cells * pitch} height={height}>
      <g transform={`translate(${shift} 0)`}>{drawn}</g>
    </svg>
  );
};

export const Cells: FC<{ columns: Columns; window: Window; y: number }> = ({ columns, window, y }) => {
  const draw = useCallback(
    (s: Stretch, pitch: number) => <Marks key={s.first} columns={columns} pitch={pitch} {...s} />,
    [columns],
  );
  return <Slide window={window} y={y - 1} height={CELL + 2} draw={draw} />;
};

const Marks = memo<Stretch & { columns: Columns; pitch: number }>(({ columns, first, x, pitch }) =>
  Array.from({ length: STRETCH }, (_, i) => {
    const cell = cellOf(columns, first + i);
    if (!cell) return null;
    const { fill, on } = cell.node < 0 ? LIGHT : tone(cell.node);
    const [left, width] = [x + i * pitch + 1, pitch - 1.75];
    return (
      <g key={i}>
        <rect
          x={left}
          y="1"
          width={width}
          height={CELL}
          rx="1.5"
          fill={fill}
          stroke={cell.node < 0 ? 'var(--control)' : undefined}
        />
        <text x={left + width / 2} y="15.5" className="t13 w6 mid" style={{ fill: on }}>
          {cell.letter}
        </text>
      </g>
    );
  }),
);
Marks.displayName = 'Marks';

/** A short bar where both panes decided the same. */
export const Joins: FC<{ upper: Columns; lower: Columns; window: Window }> = ({ upper, lower, window }) => {
  const draw = useCallback(
    (s: Stretch, pitch: number) => <Bars key={s.first} upper={upper} lower={lower} pitch={pitch} {...s} />,
    [upper, lower],
  );
  return <Slide window={window} y={ROW.A + CELL} height={ROW.B - ROW.A - CELL} draw={draw} />;
};

const Bars = memo<Stretch & { upper: Columns; lower: Columns; pitch: number }>(
  ({ upper, lower, first, x, pitch }) => {
    const bars = Array.from({ length: STRETCH }, (_, i) => {
      const [one, other] = [cellOf(upper, first + i), cellOf(lower, first + i)];
      const same = one && other && keyOf(one) === keyOf(other);
      return same ? `M${x + (i + 0.5) * pitch} 0V${ROW.B - ROW.A - CELL}` : '';
    });
    return <path className="join" d={bars.join('')} />;
  },
);
Bars.displayName = 'Bars';
