/** Ratios of one row on the page's one axis: published above, model below, captures as squares. */
import type { FC } from 'react';
import { isOff, place, TICKS } from '../axis';
import type { Range } from '../cells';
import { WITHIN } from '../rows';

interface Props {
  published: Range | null;
  model: number | null;
  kernel: number | null;
}

const pct = (ratio: number) => `${place(ratio).toFixed(2)}%`;

/** From no change to the ratio. */
const span = (ratio: number) => {
  const [a, b] = [place(1), place(ratio)].sort((x, y) => x - y) as [number, number];
  return { x: `${a.toFixed(2)}%`, width: `${(b - a).toFixed(2)}%` };
};

export const Ratio: FC<Props> = ({ published, model, kernel }) => (
  <svg className="ratio" aria-hidden="true" width="100%" height="100%">
    {TICKS.map((tick) => (
      <rect key={tick} className={tick === 1 ? 'one' : 'other'} x={pct(tick)} width="1" height="100%" />
    ))}
    <svg y="50%" overflow="visible">
      {published && <Allowed range={published} />}
      {published && <PublishedBar range={published} />}
      {model !== null && (
        <g className="model">
          <rect {...span(model)} y="3" height="5" />
          <End ratio={model} y={5.5} />
        </g>
      )}
      {kernel !== null && (
        <svg x={pct(kernel)} overflow="visible" className="kernel">
          <rect x="-3" y="11" width="6" height="6" />
        </svg>
      )}
    </svg>
  </svg>
);

/** Where a model's ratio counts as near. */
const Allowed: FC<{ range: Range }> = ({ range: [least, most] }) => {
  const [a, b] = [place(least * (1 - WITHIN)), place(most * (1 + WITHIN))];
  return (
    <rect className="allowed" x={`${a.toFixed(2)}%`} width={`${(b - a).toFixed(2)}%`} y="-13" height="26" />
  );
};

const PublishedBar: FC<{ range: Range }> = ({ range }) => {
  const far = Math.abs(Math.log(range[0])) > Math.abs(Math.log(range[1])) ? range[0] : range[1];
  return (
    <g className="published">
      <rect {...span(far)} y="-8" height="1.5" />
      <rect {...span(far)} y="-4.5" height="1.5" />
      {range.map((end, i) => (
        <End key={i} ratio={end} y={-5.5} />
      ))}
    </g>
  );
};

/** A tick where the bar ends; an arrow where the axis ends first. */
const End: FC<{ ratio: number; y: number }> = ({ ratio, y }) => (
  <svg x={pct(ratio)} overflow="visible">
    <path
      className="end"
      d={
        isOff(ratio)
          ? `M${ratio < 1 ? '' : '-'}5 ${y - 4}L0 ${y}L${ratio < 1 ? '' : '-'}5 ${y + 4}`
          : `M0 ${y - 5}V${y + 5}`
      }
    />
  </svg>
);

/** Where columns are narrow, 5 would touch 10. */
const NAMED = TICKS.filter((tick) => tick !== 5);

export const AxisHead: FC = () => (
  <svg className="ratio axis" aria-hidden="true" width="100%" height="18">
    {NAMED.map((tick) => (
      <text
        key={tick}
        x={pct(tick)}
        y="13"
        textAnchor={tick === TICKS[0] ? 'start' : tick === TICKS.at(-1) ? 'end' : 'middle'}
      >
        {tick}
      </text>
    ))}
  </svg>
);
