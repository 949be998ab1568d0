import type { FC } from 'react';
import { Disc } from '../../../ui/marks/Disc';
import type { Grid } from './grid';
import { textWidth } from '../../font-metrics';
import type { DrawnPlan, Stroke } from './path-plan';

const CLASS = { flow: 'flow', thin: 'flow thin', dash: 'flow thin dash' } as const;

const Head: FC<{ head: NonNullable<Stroke['head']>; size: number }> = ({ head, size }) => {
  const half = size * 0.53;
  const back = head.to === 'right' ? `l${-size} ${-half}v${2 * half}z` : `l${-half} ${size}h${2 * half}z`;
  return <path d={`M${head.x} ${head.y}${back}`} className="flow-head" />;
};

/** The walk of the decision, drawn over the rows. Solid strokes have a length of 1, so that one rule draws them. */
export const WalkMarks: FC<{ plan: DrawnPlan; grid: Grid }> = ({ plan, grid }) => {
  return (
    <g className="walk">
      {plan.strokes.map((s) => (
        <g key={s.d}>
          <path
            d={s.d}
            className={CLASS[s.kind]}
            pathLength={s.kind === 'dash' ? undefined : 1}
            {...(s.share < 1 && s.kind !== 'dash'
              ? { strokeDasharray: 1, strokeDashoffset: 1 - s.share }
              : {})}
          />
          {s.share === 1 && s.head && <Head head={s.head} size={grid.compact || s.kind === 'thin' ? 7 : 9} />}
        </g>
      ))}
      {plan.labels.map((l) => (
        <text
          key={`${l.x} ${l.y}`}
          x={l.x}
          y={l.y}
          className={`w6 inow ${l.anchor === 'middle' ? 'mid' : l.anchor}`}
          style={{ fontSize: l.px }}
        >
          {l.text}
        </text>
      ))}
      {plan.discs.map((d) => (
        <Disc key={d.n} n={d.n} x={d.x} y={d.y} r={d.r} of={d.of} />
      ))}
      {plan.token && <Token {...plan.token} />}
    </g>
  );
};

/** What is given, on its way: as many slots as it says. */
const Token: FC<NonNullable<DrawnPlan['token']>> = ({ slots, x, y }) => {
  const half = textWidth(String(slots), 13, 600) / 2 + 8;
  return (
    <g className="token" transform={`translate(${x} ${y})`}>
      <rect x={-half} y="-10" width={2 * half} height="20" rx="10" />
      <text y="4.6" className="t13 w6 mid ip">
        {slots}
      </text>
    </g>
  );
};
