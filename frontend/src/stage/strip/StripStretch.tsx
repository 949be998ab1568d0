/**
 * A stretch of the strip's cells, drawn once: cells of one look in one path, a bar where both panes did the same. What is the
 * same several times running is one bar of as many parts, with the letter where it begins.
 */
import { memo, type FC } from 'react';
import type { Columns } from '../../core/columns';
import { keyOf } from '../../core/decision';
import { tone } from '../../ui/nodes/colours';
import { CELL, OTHER_BELOW, STRETCH, type LaneOf, type RowOf, type StretchAt } from './strip-layout';

/** A cell that wears no node's colour. */
const LIGHT = { fill: 'var(--n-none-wash)', on: 'var(--ink-2)', stroke: 'var(--control)' };
const ROUND = 1.5;

const cellOf = (columns: Columns, k: number) => columns.cells[columns.cell[k - 1] ?? -1];

export const Stretch = memo<StretchAt & { lane: LaneOf; pitch: number }>(({ lane, ...at }) => {
  const [upper, lower] = lane.rows;
  const top = upper.y - 1;
  return (
    <>
      {lane.rows.map(({ id, columns, y, other }) => (
        <g key={id}>
          <Row columns={columns} places={lane.places} y={y - top} {...at} />
          {other && <OtherRow columns={columns} other={other} y={y + OTHER_BELOW - top} {...at} />}
        </g>
      ))}
      {lower && !upper.other && (
        <path
          className="join"
          d={joins(upper.columns, lower.columns, upper.y + CELL - top, lower.y - top, at)}
        />
      )}
    </>
  );
});
Stretch.displayName = 'Stretch';

type At = StretchAt & { pitch: number };

interface Look {
  /** Whose colour they wear; -1 for none. */
  node: number;
  place: number | undefined;
  cells: LookCell[];
}

interface LookCell {
  i: number;
  /** Left out where the cells before say it. */
  letter: string | null;
  /** Its neighbours are the same: to its left, to its right. */
  joins: readonly [boolean, boolean];
}

/** Cells of a run without a letter of their own, at most. */
const SILENT = 8;
/** So near to the beginning of a run its letter need not be said again. */
const SOON = 4;

/** Whether decision k is the same as the one before, to who looks at the strip. */
function repeats(columns: Columns, k: number): boolean {
  const [own, before] = [cellOf(columns, k), cellOf(columns, k - 1)];
  return (
    own !== undefined &&
    before !== undefined &&
    (own === before ||
      (own.letter === before.letter && own.node === before.node && own.place === before.place))
  );
}

/** Where a run begins; of a long one again and again, for who sees none of its beginning. */
function isNamed(columns: Columns, k: number): boolean {
  if (!repeats(columns, k)) return true;
  if (k % SILENT !== 0) return false;
  return Array.from({ length: SOON - 1 }, (_, i) => k - 1 - i).every((j) => repeats(columns, j));
}

/** Cells of a row that look alike and are of the same thing. */
function looksOf(columns: Columns, first: number): Iterable<Look> {
  const looks = new Map<string, Look>();
  for (let i = 0; i < STRETCH; i++) {
    const cell = cellOf(columns, first + i);
    if (!cell) continue;
    const [node, { place }] = [Math.max(-1, cell.node), cell];
    const key = `${node} ${place ?? ''}`;
    const same = looks.get(key) ?? { node, place, cells: [] };
    const k = first + i;
    same.cells.push({
      i,
      letter: isNamed(columns, k) ? cell.letter : null,
      joins: [repeats(columns, k), repeats(columns, k + 1)],
    });
    looks.set(key, same);
  }
  return looks.values();
}

const Row: FC<At & Pick<LaneOf, 'places'> & { columns: Columns; y: number }> = (props) => {
  const { columns, places, y, first, x, pitch } = props;
  return Array.from(looksOf(columns, first), ({ node, place, cells }) => {
    const { fill, on, stroke } = node < 0 ? LIGHT : { ...tone(node), stroke: undefined };
    return (
      <g key={`${node} ${place ?? ''}`}>
        <path
          data-of={places && place !== undefined ? `${places}:${place}` : undefined}
          d={cells.map(({ i, joins }) => partOf(x + i * pitch, y, pitch, joins)).join('')}
          fill={fill}
          stroke={stroke}
        />
        <text className="t13 w6 mid" style={{ fill: on }}>
          {cells.map(
            ({ i, letter }) =>
              letter !== null && (
                <tspan key={i} x={x + (i + 0.5) * pitch} y={y + 14.5}>
                  {letter}
                </tspan>
              ),
          )}
        </text>
      </g>
    );
  });
};

interface OtherProps extends At {
  columns: Columns;
  other: NonNullable<RowOf['other']>;
  y: number;
}

/** What another rule decides: dashed, in the colour of its node, where it goes elsewhere; a dot where it does not. */
const OtherRow: FC<OtherProps> = ({ columns, other, y, first, x, pitch }) => {
  const [inset, width] = [1.5, pitch - 2.75];
  const cells = Array.from({ length: STRETCH }, (_, i) => {
    const cell = other.cells[other.cell[first + i - 1] ?? -1];
    const own = cellOf(columns, first + i);
    return cell && own ? { i, cell, same: keyOf(cell) === keyOf(own) } : null;
  }).filter((cell) => cell !== null);
  return (
    <g className="strip-other">
      {cells.map(({ i, cell, same }) =>
        same ? (
          <circle key={i} cx={x + (i + 0.5) * pitch} cy={y + CELL / 2} r="1.5" />
        ) : (
          <g key={i}>
            <path
              d={rounded(x + i * pitch + inset, y, width)}
              fill={cell.node < 0 ? 'none' : tone(cell.node).wash}
              stroke={cell.node < 0 ? 'var(--control)' : tone(cell.node).fill}
            />
            <text x={x + (i + 0.5) * pitch} y={y + 14.5} className="t13 w6 mid">
              {cell.letter}
            </text>
          </g>
        ),
      )}
    </g>
  );
};

/** From an edge of a cell to where it is filled: of a run, and elsewhere. */
const [WITHIN, APART] = [0.4, 1];

/** A cell in its place from x on, square where it goes on as its neighbour. */
function partOf(x: number, y: number, pitch: number, [left, right]: LookCell['joins']): string {
  const from = x + (left ? WITHIN : APART);
  const width = x + pitch - (right ? WITHIN : APART) - from;
  if (!left && !right) return rounded(from, y, width);
  const [a, b] = [left ? 0 : ROUND, right ? 0 : ROUND];
  const corner = (r: number, dx: number, dy: number) =>
    r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  return (
    `M${(from + a).toFixed(2)} ${y}h${(width - a - b).toFixed(2)}${corner(b, 1, 1)}v${CELL - 2 * b}${corner(b, -1, 1)}` +
    `h${(a + b - width).toFixed(2)}${corner(a, -1, -1)}v${2 * a - CELL}${corner(a, 1, -1)}z`
  );
}

/** A cell with its left edge at x. */
function rounded(x: number, y: number, width: number): string {
  const arc = (dx: number, dy: number) => `a${ROUND} ${ROUND} 0 0 1 ${dx} ${dy}`;
  const [w, h] = [(width - 2 * ROUND).toFixed(2), CELL - 2 * ROUND];
  return (
    `M${(x + ROUND).toFixed(2)} ${y}h${w}${arc(ROUND, ROUND)}v${h}${arc(-ROUND, ROUND)}` +
    `h-${w}${arc(-ROUND, -ROUND)}v-${h}${arc(ROUND, -ROUND)}z`
  );
}

/** From y to the lower row, where both panes did the same. */
function joins(upper: Columns, lower: Columns, y: number, to: number, { first, x, pitch }: At): string {
  const bars = Array.from({ length: STRETCH }, (_, i) => {
    const [one, other] = [cellOf(upper, first + i), cellOf(lower, first + i)];
    const same = one && other && keyOf(one) === keyOf(other);
    return same ? `M${(x + (i + 0.5) * pitch).toFixed(2)} ${y}v${to - y}` : '';
  });
  return bars.join('');
}
