/** Zones, small: the marks straight across, what is free, the zone that gives, and what each node has given so far. */
import type { FC } from 'react';
import { texture, Textures } from '../../../../ui/nodes/Textures';
import { tone } from '../../../../ui/nodes/colours';
import type { StateView } from '../../../../core/types';
import { grouped } from '../../../../core/number';
import { levelY, Y as LARGE } from '../../../../scenes/zones/marks/scale';
import { numberOf } from '../../../../scenes/zones/facts/variation';
import { fitted } from '../../../../scenes/font-metrics';
import { RatioBar } from './RatioBar';
import { at, type SmallScene, type SmallSceneProps } from './scene';
import type { SideRun } from '../runs';

const NAMES = ['DMA', 'DMA32', 'Normal', 'Movable'];
const Y = { name: 12, top: 34, foot: 132, share: 146, end: 166 } as const;
const [LEFT, GAP, ZONES] = [42, 8, 8];
/** Heights of the large drawing, in this one. */
const small = (y: number) => Y.top + ((y - LARGE.top) / (LARGE.foot - LARGE.top)) * (Y.foot - Y.top);

interface Zone {
  zone: number;
  node: number;
  name: string;
  marks: { min: number; low: number; high: number };
}

const made = new WeakMap<StateView, readonly Zone[]>();

function zonesOf(state: StateView): readonly Zone[] {
  const old = made.get(state);
  if (old) return old;
  const zones = state.zone.flatMap(({ present, managed, min, low, high }, zone) =>
    present === 1 && managed > 0
      ? [{ zone, node: zone >> 3, name: NAMES[zone & 7] ?? `zone ${zone & 7}`, marks: { min, low, high } }]
      : [],
  );
  made.set(state, zones);
  return zones;
}

const MARKS = [
  ['high', small(LARGE.high), 'var(--wm-high)', undefined],
  ['low', small(LARGE.low), 'var(--wm-low)', '6 3'],
  ['min', small(LARGE.min), 'var(--wm-min)', '1.5 3'],
] as const;

const Scene: FC<SmallSceneProps> = ({ run, demand, k, width, id }) => {
  const zones = zonesOf(demand.state);
  const nodes = [...new Set(zones.map(({ node }) => node))];
  const room = (width - LEFT - GAP * (zones.length - 1)) / Math.max(1, zones.length);
  const cell = run.cells[run.cell[k - 1] ?? -1];
  const hit = zones.findIndex(({ zone }) => zone === cell?.place);
  const x = (i: number) => LEFT + i * (room + GAP);
  return (
    <>
      <Textures id={id} nodes={nodes} />
      {zones.map(({ zone, node, name, marks }, i) => {
        const free = at(run, numberOf(zone, 'free'), k);
        const level = Number.isNaN(free) ? null : Math.max(Y.top, small(levelY(marks, free)));
        return (
          <g key={zone}>
            <text x={x(i) + room / 2} y={Y.name} className={`t12 mid ${i === hit ? 'w6' : 'i2'}`}>
              {fitted([`${node} ${name}`, name, name.slice(0, 3)], room + GAP, 12)}
            </text>
            {level !== null && (
              <>
                <rect
                  x={x(i)}
                  y={level.toFixed(1)}
                  width={room}
                  height={(Y.foot - level).toFixed(1)}
                  fill={texture(id, node)}
                />
                <path d={`M${x(i)} ${level.toFixed(1)}h${room}`} stroke={tone(node).fill} strokeWidth="2.5" />
              </>
            )}
            <path className="quiet" d={`M${x(i)} ${Y.top}V${Y.foot}M${x(i) + room} ${Y.top}V${Y.foot}`} />
            {level !== null && room > 54 && (
              <text x={x(i) + 4} y={Y.foot - 4} className="t12 w6 side-halo">
                {grouped(free)}
              </text>
            )}
          </g>
        );
      })}
      {MARKS.map(([name, y, color, dashes]) => (
        <g key={name}>
          <text x="0" y={y + 4} className="t12 w6" style={{ fill: color }}>
            {name}
          </text>
          <path d={`M${LEFT - 4} ${y}H${width}`} stroke={color} strokeWidth="1.5" strokeDasharray={dashes} />
        </g>
      ))}
      {hit >= 0 && (
        <g className="side-now">
          <path d={`M${x(hit) + room / 2} ${Y.name + 6}V${Y.top + 10}`} />
          <path className="tip" d={`M${x(hit) + room / 2 - 4} ${Y.top + 8}l4 7l4 -7z`} />
        </g>
      )}
      <RatioBar
        shares={zones.map(({ zone, node }) => ({
          key: zone,
          node,
          share: at(run, numberOf(zone, 'taken'), k) || 0,
        }))}
        y={Y.share}
        width={width}
        id={id}
      />
    </>
  );
};

/** The zone that has given most. */
function mostOf(run: SideRun, state: StateView, k: number): { zone: Zone; share: number } | null {
  let best: { zone: Zone; share: number } | null = null;
  for (const zone of zonesOf(state).slice(0, ZONES * ZONES)) {
    const share = at(run, numberOf(zone.zone, 'taken'), k) || 0;
    if (share > (best?.share ?? 0)) best = { zone, share };
  }
  return best;
}

export const zoneScene: SmallScene = {
  Scene,
  heightOf: () => Y.end,
  value: (run, k) => {
    const shares = run.numbers.flatMap((column, number) =>
      column && number % 3 === 0 && (column[k] ?? 0) > 0 ? [column[k] ?? 0] : [],
    );
    return shares.length === 0 ? null : [`${Math.round(100 * Math.max(...shares))} %`, 'from one zone'];
  },
  sentence: (run, { state }, k) => {
    const most = mostOf(run, state, k);
    const cell = run.cells[run.cell[k - 1] ?? -1];
    const now = cell ? `Now: ${cell.name}. ` : '';
    return most
      ? `${now}${Math.round(100 * most.share)} of 100 pages are from ${most.zone.name} of node ${most.zone.node}.`
      : `${now}No page is taken yet.`;
  },
  topOf: () => 1,
};
