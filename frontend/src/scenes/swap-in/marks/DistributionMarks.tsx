import type { FC } from 'react';
import { denialLabels } from '../../../core/coverage';
import { grouped } from '../../../core/number';
import { Band } from '../../../ui/marks/Band';
import { memoMark } from '../../../ui/memo';
import { place, type Axis } from './axis';
import { curvePath } from './curve';
import type { Facts, Distribution, Row } from '../facts/facts';
import type { Grid } from './grid';
import { labelsOf, type Label } from './labels';
import { paint } from './SpanTextures';
import { binsOf } from '../facts/distribution';

/** Means of CPU time as a bar: work, switching, spinning. */
const Cost: FC<{
  axis: Axis;
  cpu: NonNullable<Distribution['cpu']>;
  y: number;
  height: number;
  id: string;
}> = ({ axis, cpu, y, height, id }) => {
  const ends = [0, cpu.work, cpu.work + cpu.switch, cpu.total].map((ns) =>
    Math.min(place(axis, ns), axis.edge),
  );
  return (['work', 'switch', 'spin'] as const).map((kind, i) => {
    const [from = 0, to = 0] = [ends[i], ends[i + 1]];
    return to - from > 0.5 ? (
      <rect key={kind} x={from} y={y} width={to - from} height={height} {...paint(id, kind)} />
    ) : null;
  });
};

const Words: FC<{ label: Label; y: number; className: string }> = ({ label, y, className }) => (
  <text x={label.x} y={y + label.y} className={`${className} halo ${label.end ? 'end' : ''}`}>
    {label.words}
  </text>
);

interface Props {
  grid: Grid;
  row: Pick<Row, 'mode' | 'taken'>;
  many: Distribution;
  y: number;
  /** Density, in reads per px, that is as high as a curve gets. */
  top: number;
  id: string;
}

/** Latency of many reads above the line, their CPU time below it. */
export const DistributionMarks = memoMark<Props>('ManyMarks', ({ grid, row, many, y, top, id }) => {
  const { axis, curve, cost } = grid;
  const at = place(axis, many.lat);
  const { mean, costs, longer } = labelsOf(axis, many, row.mode);
  return (
    <g>
      <path d={curvePath(axis, binsOf(many.by_lat), y, curve, top)} className="curve" />
      {many.range ? (
        <Band
          x={axis.left}
          y={y - curve}
          height={curve}
          from={place(axis, many.range[0]) - axis.left}
          to={place(axis, many.range[1]) - axis.left}
        />
      ) : (
        <path d={`M${at} ${y - curve}V${y}`} className="ends" />
      )}
      <Words label={mean} y={y} className="t15 w6" />
      {longer && <Words label={longer} y={y} className="t12 i2" />}
      {many.cpu && <Cost axis={axis} cpu={many.cpu} y={y + cost.y} height={cost.height} id={id} />}
      <Words label={costs} y={y} className={`t13 ${row.taken ? '' : 'i2'}`} />
    </g>
  );
});

/** Title, lines and axis of the distributions. */
export const DistributionTitle: FC<{ grid: Grid; facts: Facts }> = ({ grid, facts }) => {
  const n = Math.max(0, ...facts.rows.map(({ many }) => many?.n ?? 0));
  const total = facts.seen ? facts.rows.reduce((sum, { many }) => sum + (many?.n ?? 0), 0) : n;
  const noun = facts.seen ? 'read' : 'fault';
  const what = grid.compact
    ? facts.seen
      ? 'time above, looks below'
      : 'latency above, CPU below'
    : facts.seen
      ? 'time above the line (log axis), looks at the queue below'
      : 'latency above the line, CPU time below';
  return (
    <text x="0" y={grid.manyY} className="t15 w5">
      {total > 0
        ? `${grouped(total)} ${noun}${total === 1 ? '' : 's'}: ${what}`
        : denialLabels(facts.coverage, ['swap_in_done'], [`no ${noun} is complete yet`], `${noun}s`)[0]}
    </text>
  );
};
