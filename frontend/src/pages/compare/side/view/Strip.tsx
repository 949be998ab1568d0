/** A stretch of decisions, a row for each run: what each decided, and how many of them go elsewhere than the first. */
import { memo, useMemo, type FC } from 'react';
import { tone } from '../../../../ui/nodes/colours';
import type { SideRun } from '../runs';

const CELL = 22;
const [BARS, ROW, GAP, LABEL] = [18, 16, 2, 96];

interface StretchProps {
  runs: readonly SideRun[];
  names: readonly string[];
  apart: Uint8Array;
  first: number;
  count: number;
  cell: number;
}

/** Cells of one node: their shapes as one path, their letters as one text in which each has a place of its own. */
interface Fill {
  node: number;
  d: string;
  letters: string;
  places: string[];
}

function fillsOf(run: SideRun, first: number, count: number, y: number, cell: number): Fill[] {
  const fills = new Map<number, Fill>();
  const wide = (cell - GAP).toFixed(1);
  for (let i = 0; i < count; i++) {
    const found = run.cells[run.cell[first + i - 1] ?? -1];
    if (!found) continue;
    const x = LABEL + i * cell;
    const fill = fills.get(found.node) ?? { node: found.node, d: '', letters: '', places: [] };
    fill.d += `M${x.toFixed(1)} ${y}h${wide}v${ROW - GAP}h-${wide}z`;
    const letter = found.letter.slice(0, 1);
    if (letter !== '') fill.places.push((x + (cell - GAP) / 2).toFixed(1));
    fill.letters += letter;
    fills.set(found.node, fill);
  }
  return [...fills.values()];
}

/** Drawn once for as long as the cursor stays on it. */
const Stretch = memo<StretchProps>(({ runs, names, apart, first, count, cell }) => {
  let bars = '';
  for (let i = 0; i < count; i++) {
    const n = apart[first + i - 1] ?? 0;
    if (n === 0) continue;
    const height = (n / Math.max(1, runs.length - 1)) * (BARS - 2);
    bars += `M${(LABEL + i * cell).toFixed(1)} ${BARS}v-${height.toFixed(1)}h${(cell - GAP).toFixed(1)}v${height.toFixed(1)}z`;
  }
  return (
    <g>
      <path d={bars} fill="var(--ink-2)" />
      {runs.map((run, row) => {
        const y = BARS + 4 + row * ROW;
        return (
          <g key={row}>
            <text x={LABEL - 8} y={y + 11} className="t12 i2 end">
              {names[row]}
            </text>
            {fillsOf(run, first, count, y, cell).map(({ node, d, letters, places }) => (
              <g key={node}>
                <path d={d} fill={tone(node).fill} />
                <text x={places.join(' ')} y={y + 11} className="t12 w6 mid" style={{ fill: tone(node).on }}>
                  {letters}
                </text>
              </g>
            ))}
          </g>
        );
      })}
    </g>
  );
});
Stretch.displayName = 'Stretch';

interface Props {
  runs: readonly SideRun[];
  names: readonly string[];
  apart: Uint8Array;
  k: number;
  decisions: number;
  width: number;
  onSeek: (k: number) => void;
}

export const Strip: FC<Props> = ({ runs, names, apart, k, decisions, width, onSeek }) => {
  const places = Math.max(8, Math.floor((width - LABEL) / CELL));
  const cell = (width - LABEL) / places;
  const first = 1 + places * Math.floor((Math.max(1, k) - 1) / places);
  const count = Math.min(places, decisions - first + 1);
  const height = BARS + 4 + runs.length * ROW + 2;
  const x = LABEL + (k - first) * cell;
  const seek = useMemo(
    () => (event: React.MouseEvent<SVGSVGElement>) => {
      const at = event.clientX - event.currentTarget.getBoundingClientRect().left - LABEL;
      if (at >= 0) onSeek(Math.min(decisions, first + Math.floor(at / cell)));
    },
    [onSeek, first, cell, decisions],
  );
  return (
    <svg
      className="side-strip"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      onClick={seek}
    >
      <Stretch runs={runs} names={names} apart={apart} first={first} count={count} cell={cell} />
      <rect
        x={(x + cell).toFixed(1)}
        y="0"
        width={Math.max(0, width - x - cell).toFixed(1)}
        height={height}
        fill="var(--paper)"
        opacity="0.65"
      />
      {k > 0 && (
        <rect
          x={(x - 2).toFixed(1)}
          y="1"
          width={(cell + 2).toFixed(1)}
          height={height - 2}
          rx="3"
          fill="none"
          stroke="var(--now)"
          strokeWidth="2"
        />
      )}
    </svg>
  );
};
