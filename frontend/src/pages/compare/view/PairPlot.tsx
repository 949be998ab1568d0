/** One row of a comparison drawn: A above, solid; B below, hatched. What the numbers beside it say. */
import { useId, type FC } from 'react';
import { scaleLinear, scaleLog } from 'd3-scale';
import type Fraction from 'fraction.js';
import { Axis } from '../../../ui/Axis';
import type { Difference } from '../pair';
import { mean } from '../rational';
import { short } from '../table';

const WIDTH = 320;
const LEFT = 22;
const RIGHT = 52;
const BAR = 10;
const END = WIDTH - RIGHT;

const number = (values: readonly Fraction[]) => mean(values).valueOf();

const Hatch: FC<{ id: string }> = ({ id }) => (
  <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path d="M0 0V5" stroke="currentColor" strokeWidth={2} />
  </pattern>
);

/** From 0: a bar a side, and where a side has several sources, from the least to the most of them. */
export const Bars: FC<{ row: Difference }> = ({ row }) => {
  const hatch = useId();
  const sides = [row.a, row.b].map((values) => values.map(Number));
  const x = scaleLinear([0, Math.max(0, ...sides.flat()) || 1], [LEFT, END]).clamp(true);
  return (
    <svg className="cmp-bars" width={WIDTH} height={40} aria-hidden="true">
      <Hatch id={hatch} />
      <path className="cmp-zero" d="M22 2V38" />
      {[row.a, row.b].map((values, side) => {
        const [y, value] = [4 + side * 18, number(values)];
        const own = sides[side] ?? [];
        const [least, most] = [Math.min(...own), Math.max(...own)];
        return (
          <g key={side}>
            <text className="t12 b" x={4} y={y + 10}>
              {side === 0 ? 'A' : 'B'}
            </text>
            <rect
              className="cmp-bar"
              x={LEFT}
              y={y}
              width={Math.max(0, x(value) - LEFT)}
              height={BAR + 2}
              fill={side === 0 ? 'currentColor' : `url(#${hatch})`}
            />
            {most > least && <path className="cmp-range" d={`M${x(least)} ${y + 6}H${x(most)}`} />}
            <text className="t12" x={x(most) + 6} y={y + 10}>
              {short(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
};

/** Further apart than this, values stand on a logarithmic axis. */
const FAR = 20;
const LINES = 88;
const AXIS = 68;
/** Half the thickness from each percentile to the next, of QUANTILES. */
const THICK = [6, 3, 1];

/** Four percentiles a side: a wedge that thins from the median to the greatest. `rows`: of one measure. */
export const Percentiles: FC<{ rows: readonly Difference[] }> = ({ rows }) => {
  const hatch = useId();
  const sides = (['a', 'b'] as const).map((side) => rows.map((row) => number(row[side])));
  const all = sides.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const log = least > 0 && most / least > FAR;
  const x = log
    ? scaleLog([least, most], [LEFT + 4, END]).nice()
    : scaleLinear([0, most || 1], [LEFT + 4, END]).clamp(true);
  const ticks = log ? x.ticks().filter((value) => Number.isInteger(Math.log10(value))) : [0, most / 2, most];
  return (
    <svg className="cmp-bars" width={WIDTH} height={LINES} aria-hidden="true">
      <Hatch id={hatch} />
      <Axis
        scale={x}
        ticks={ticks}
        side="bottom"
        words={short}
        at={LINES - 4}
        lines={[4, AXIS]}
        lineClass="cmp-grid"
        textClass="t12 i3 mid"
      />
      {sides.map((values, side) => {
        const y = 18 + side * 32;
        return (
          <g key={side}>
            <text className="t12 b" x={4} y={y + 4}>
              {side === 0 ? 'A' : 'B'}
            </text>
            {THICK.map((half, i) => {
              const [left, right] = [x(values[i] ?? 0), x(values[i + 1] ?? 0)];
              return (
                <rect
                  key={half}
                  className="cmp-bar"
                  x={left}
                  y={y - half}
                  width={Math.max(0, right - left)}
                  height={2 * half}
                  fill={side === 0 || half === 1 ? 'currentColor' : `url(#${hatch})`}
                />
              );
            })}
            <path className="cmp-median" d={`M${x(values[0] ?? 0)} ${y - 9}v18`} />
          </g>
        );
      })}
    </svg>
  );
};
