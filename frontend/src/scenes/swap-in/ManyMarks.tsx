import type { FC } from 'react';
import { grouped } from '../../core/number';
import { still } from '../../ui/still';
import { textWidth } from '../text-width';
import { inUnit, unitFor, withUnit } from './amounts';
import { place, type Axis } from './axis';
import { curvePath } from './curve';
import type { Facts, Many, Row } from './facts';
import { COST, CURVE, type Grid } from './grid';
import { paint } from './Patterns';
import { beyond, binsOf, laneStart, LANES } from './spread';

/** Means of CPU time as a bar: work, switching, spinning. */
const Cost: FC<{ axis: Axis; cpu: NonNullable<Many['cpu']>; y: number; id: string }> = ({
  axis,
  cpu,
  y,
  id,
}) => {
  const ends = [0, cpu.work, cpu.work + cpu.switch, cpu.total].map((ns) =>
    Math.min(place(axis, ns), axis.edge),
  );
  return (['work', 'switch', 'spin'] as const).map((kind, i) => {
    const [from = 0, to = 0] = [ends[i], ends[i + 1]];
    return to - from > 0.5 ? (
      <rect key={kind} x={from} y={y} width={to - from} height={COST.height} {...paint(id, kind)} />
    ) : null;
  });
};

/** What the line below the curve says. */
function costWords({ cpu, seen }: Many, mode: Row['mode']): string {
  const unit = (ns: number) => unitFor(ns);
  if (cpu) return `${inUnit(cpu.total, unit(cpu.total))} CPU`;
  if (!seen || mode === 'interrupt') return 'CPU time: –, not in this capture';
  const looks = `${seen.polls.toFixed(1)} looks at the queue`;
  const slept = `${inUnit(seen.slept, unit(seen.slept))} ${unit(seen.slept).words} of it asleep, `;
  return mode === 'hybrid' ? slept + looks : looks;
}

interface Props {
  grid: Grid;
  row: Pick<Row, 'mode' | 'taken'>;
  many: Many;
  y: number;
  /** Density, in reads per px, that is as high as a curve gets. */
  top: number;
  id: string;
}

/** Latency of many reads above the line, their CPU time below it. */
export const ManyMarks = still<Props>('ManyMarks', ({ grid, row, many, y, top, id }) => {
  const { axis } = grid;
  const bins = binsOf(many.by_lat);
  const at = place(axis, many.lat);
  const start = place(axis, bins[0]?.from ?? 0);
  const words = axis.log ? withUnit(many.lat) : inUnit(many.lat, unitFor(many.lat));
  const room = start - 7 - textWidth(words, 15, 600) > grid.left;
  const longer = beyond(many.by_lat);
  const last = place(axis, laneStart(LANES - 1)) + 4;
  const costs = costWords(many, row.mode);
  const costEnd = many.cpu
    ? Math.min(place(axis, many.cpu.total), axis.edge - textWidth(costs, 13) - 7)
    : grid.left - 1;
  return (
    <g>
      <path d={curvePath(axis, bins, y, CURVE, top)} className="curve" />
      <path d={`M${at} ${y - CURVE}V${y}`} className="ends" />
      <text x={room ? start - 7 : at + 6} y={y - 5} className={`t15 w6 halo ${room ? 'end' : ''}`}>
        {words}
      </text>
      {longer > 0 && (
        <text x={Math.min(last, axis.edge - 74)} y={y - 5} className="t12 i2 halo">
          {grouped(longer)} longer
        </text>
      )}
      {many.cpu && <Cost axis={axis} cpu={many.cpu} y={y + COST.y} id={id} />}
      <text x={costEnd + 7} y={y + COST.y + 10} className={`t13 halo ${row.taken ? '' : 'i2'}`}>
        {costs}
      </text>
    </g>
  );
});

/** Title, lines and axis of the distributions. */
export const ManyTitle: FC<{ grid: Grid; facts: Facts }> = ({ grid, facts }) => {
  const n = Math.max(0, ...facts.rows.map(({ many }) => many?.n ?? 0));
  const total = facts.kernel ? facts.rows.reduce((sum, { many }) => sum + (many?.n ?? 0), 0) : n;
  const noun = facts.kernel ? 'read' : 'fault';
  const what = grid.compact
    ? facts.kernel
      ? 'time above, looks below'
      : 'latency above, CPU below'
    : facts.kernel
      ? 'time above the line (log axis), looks at the queue below'
      : 'latency above the line, CPU time below';
  return (
    <text x="0" y={grid.manyY} className="t15 w5">
      {total > 0
        ? `${grouped(total)} ${noun}${total === 1 ? '' : 's'}: ${what}`
        : `no ${noun} is complete yet`}
    </text>
  );
};
