import type { FC } from 'react';
import { grouped } from '../../../core/number';
import { Disc } from '../../../ui/marks/Disc';
import { fitted, textWidth } from '../../font-metrics';
import type { Column, Grid } from './grid';
import { headPlaces } from './NodeHead';
import { Y } from './scale';
import { arrowX } from './TankLabels';
import type { Step, Walk } from '../facts/walk';

const R = 9;
const PX = 14.5;

interface Placed extends Step {
  column: Column;
  x: number;
}

/** Where the disc of a zone that is looked at stands: in the middle of a narrow column. */
export const discX = ({ x, width }: Column): number => (width < 44 ? x + width / 2 : x + R + 1);

export function discPlaces(layout: Grid, walk: Walk): Placed[] {
  return walk.steps.flatMap((step) => {
    const column = layout.columns.find((c) => c.zone === step.zone);
    if (!column) return [];
    return [{ ...step, column, x: discX(column) }];
  });
}

/** From disc to disc along the row; back to an earlier column below the words. */
export function pathOf(steps: readonly { x: number }[]): string {
  return steps
    .slice(1)
    .map((to, i) => {
      const from = steps[i]?.x ?? to.x;
      return to.x > from
        ? `M${from + R + 1} ${Y.walk}H${to.x - R - 1}`
        : `M${from} ${Y.walk + R}V${Y.walk + 13}H${to.x}V${Y.walk + R}`;
    })
    .join('');
}

/** What stands over a column that was not looked at. */
const notAsked = (column: Column) => fitted(['not asked'], column.width, 13);

/**
 * The words beside a disc, the longest that there is room for: to the next disc, or to the next column. Over a column that
 * has no words of its own they go only where none is short enough.
 */
function wordsOf(layout: Grid, steps: readonly Placed[], step: Placed): string {
  const discs = steps.filter((s) => s !== step).map((s) => s.x - R - 4);
  const columns = layout.columns.filter((c) => !steps.some((s) => s.column === c));
  const to = (of: readonly Column[]) =>
    Math.min(layout.width, ...[...discs, ...of.map((c) => c.x - 6)].filter((x) => x > step.x)) -
    step.x -
    R -
    5;
  const named = columns.filter((c) => notAsked(c) !== '');
  return fitted(step.labels, to(columns), PX, 600) || fitted(step.labels, to(named), PX, 600);
}

/** Where the page comes from: the level of the zone that gave it. */
const Take: FC<{ column: Column; level: number; taken: number; pages: number }> = ({
  column,
  level,
  taken,
  pages,
}) => {
  const x = arrowX(column);
  const from = Y.walk + 11;
  const end = Math.max(level, from + 12);
  const half = textWidth(grouped(pages), 13, 600) / 2 + 8;
  return (
    <g>
      <path d={`M${x} ${from}V${end - 9}`} className="flow" />
      <path d={`M${x} ${end}l-4.8 -9h9.6z`} className="flow-head" />
      {taken < 1 && (
        <g className="token" transform={`translate(${x} ${end + (from - end) * taken})`}>
          <rect x={-half} y="-10" width={2 * half} height="20" rx="10" />
          <text y="4.6" className="t13 w6 mid ip">
            {grouped(pages)}
          </text>
        </g>
      )}
    </g>
  );
};

interface Props {
  layout: Grid;
  walk: Walk;
  kind: 'zone_select' | 'kswapd_wake';
  /** Level of the zone that gave the page; null: none did. */
  level: number | null;
  /** Node whose kswapd is asked for. */
  nid: number;
  /** How far what is taken has gone; null before it leaves. */
  taken: number | null;
  /** How many pages that are. */
  pages: number;
  /** The answer of a check has come to kswapd. */
  woken: boolean;
}

/** The walk along the zones, in red; its reasons stand beside the numbers of the why panel. */
export const WalkMarks: FC<Props> = ({ layout, walk, kind, level, nid, taken, pages, woken }) => {
  const steps = discPlaces(layout, walk);
  const hit = steps.find((s) => s.hit);
  const last = steps.at(-1);
  const group = layout.groups.find((g) => g.nid === nid);
  const icon = group && woken && kind === 'kswapd_wake' ? headPlaces(group).icon + 1 : null;
  return (
    <g className="walk">
      <path d={pathOf(steps)} className="flow thin" pathLength={1} />
      {icon !== null && last && (
        <path
          d={`M${last.x} ${Y.walk - R - 1}V${Y.bracket + 8}H${icon}V30`}
          className="flow thin"
          pathLength={1}
        />
      )}
      {taken !== null && hit && level !== null && (
        <Take column={hit.column} level={level} taken={taken} pages={pages} />
      )}
      {layout.columns.map((c) => {
        // Zones that the event has no lanes for may have been looked at.
        if (walk.more > 0 || steps.some((s) => s.column === c)) return null;
        const words = notAsked(c);
        return (
          words !== '' && (
            <text key={c.zone} x={c.x} y={Y.walk + 5} className="t13 i3">
              {words}
            </text>
          )
        );
      })}
      {steps.map((step) => {
        const words = wordsOf(layout, steps, step);
        return (
          <g key={step.n}>
            {words !== '' && textWidth(words, PX, 600) > 0 && (
              <text
                x={step.x + R + 5}
                y={Y.walk + 5}
                className="w6"
                style={{
                  fontSize: PX,
                  fill: step.hit ? 'var(--now)' : 'var(--ink-2)',
                  paintOrder: 'stroke',
                  stroke: 'var(--paper)',
                  strokeWidth: 9,
                }}
              >
                {words}
              </text>
            )}
            <Disc n={step.n} x={step.x} y={Y.walk} of={`zone:${step.zone}`} />
          </g>
        );
      })}
    </g>
  );
};
