/** What runs across all tanks: names of the marks and their lines, and the texture of a reserve. */
import { memoMark } from '../../../ui/memo';
import type { Grid } from './grid';
import { stripY, Y } from './scale';

/** Names of marks and of the strip's doublings, before the columns. */
export const AxisNames = memoMark<{ layout: Grid; pass: number }>('AxisNames', ({ layout, pass }) => {
  const size = layout.compact ? 13 : 15;
  const name = (y: number, words: string, color: string) => (
    <text y={y + 5} className="w6" style={{ fontSize: size, fill: color }}>
      {words}
    </text>
  );
  return (
    <g>
      {pass > 0 && (
        <text y={Y.walk + 5} className="t13 w5 i2">
          {layout.compact ? `${pass + 1}.` : `walk ${pass + 1}`}
        </text>
      )}
      {[10, 100].map((times) => (
        <g key={times}>
          <text x={layout.left - 10} y={stripY(times) + 4} className="t12 i3 end">
            {layout.compact ? `${times}` : `${times}×`}
          </text>
          <path d={`M${layout.left - 7} ${stripY(times)}h5`} className="axis" />
        </g>
      ))}
      {name(Y.high, 'high', 'var(--wm-high)')}
      {name(Y.low, 'low', 'var(--wm-low)')}
      {name(Y.min, 'min', 'var(--wm-min)')}
    </g>
  );
});

/** The marks, straight across all zones: each zone's scale is made so. */
export const MarkLines = memoMark<{ layout: Grid }>('MarkLines', ({ layout }) => {
  const from = layout.left - (layout.compact ? 4 : 20);
  return (
    <g fill="none" strokeWidth="1.75">
      <path d={`M${from} ${Y.high}H${layout.width}`} stroke="var(--wm-high)" />
      <path d={`M${from} ${Y.low}H${layout.width}`} stroke="var(--wm-low)" strokeDasharray="7 4" />
      <path
        d={`M${from} ${Y.min}H${layout.width}`}
        stroke="var(--wm-min)"
        strokeWidth="2.5"
        strokeDasharray="1.5 4"
        strokeLinecap="round"
      />
    </g>
  );
});

/** Definitions that the zones' marks refer to. */
export const ReservePattern = memoMark<{ id: string }>('ReservePattern', ({ id }) => (
  <defs>
    <pattern
      id={`${id}-reserve`}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0V6" stroke="var(--wm-reserve)" strokeWidth="2" />
    </pattern>
  </defs>
));
