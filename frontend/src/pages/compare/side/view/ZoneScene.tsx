/**
 * Zones, small: the marks straight across, what is free, the zone that gives, what each node has given so far; and of a model
 * when each kswapd is awake, below what is free in the largest zone of the first node.
 */
import { memo, useMemo, type FC } from 'react';
import { texture, Textures } from '../../../../ui/nodes/Textures';
import { tone } from '../../../../ui/nodes/colours';
import type { StateView } from '../../../../core/types';
import { grouped } from '../../../../core/number';
import { levelY, Y as LARGE } from '../../../../scenes/zones/marks/scale';
import { numberOf } from '../../../../scenes/zones/facts/variation';
import { fitted } from '../../../../scenes/font-metrics';
import { RatioBar } from './RatioBar';
import { ZONES } from '../columns';
import { at, type SmallScene, type SmallSceneProps } from './scene';
import type { Demand, SideRun } from '../runs';

const NAMES = ['DMA', 'DMA32', 'Normal', 'Movable'];
const Y = {
  name: 12,
  top: 34,
  foot: 132,
  share: 146,
  end: 166,
  course: 184,
  courseFoot: 222,
  lane: 230,
} as const;
const [LEFT, GAP, LISTED] = [42, 8, 64];
/** Of the lane of a kswapd, and walks to the left and the right of the cursor. */
const [LANE, BAR, BACK, AHEAD] = [16, 9, 600, 200];
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
      {wakingNodes(run, demand.state).length > 0 && <Courses run={run} demand={demand} k={k} width={width} />}
    </>
  );
};

/** Nodes of which a run says when their kswapd is awake. */
const wakingNodes = (run: SideRun, state: StateView): number[] =>
  [...new Set(zonesOf(state).map(({ node }) => node))].filter((node) => run.numbers[ZONES.awake + node]);

/** The stretch of walks around the cursor: it moves on by thirds, so that what was there can be followed. */
function stretchOf(k: number, decisions: number): { first: number; last: number } {
  const turn = BACK / 2;
  const first = Math.max(1, Math.min(Math.floor((k - 1) / turn) * turn - turn, decisions - BACK - AHEAD) + 1);
  return { first, last: Math.min(decisions, first + BACK + AHEAD) };
}

/** Stretches of walks, from and to, in which the number is 1. */
function spansOf(run: SideRun, number: number, first: number, last: number): [number, number][] {
  const column = run.numbers[number];
  const out: [number, number][] = [];
  let from = 0;
  for (let i = first; column && i <= last; i++) {
    if (column[i] === 1 && from === 0) from = i;
    if (column[i] !== 1 && from > 0) {
      out.push([from, i]);
      from = 0;
    }
  }
  if (from > 0) out.push([from, last + 1]);
  return out;
}

const seconds = (ns: number) => `${(ns / 1e9).toFixed(1)} s`;

interface CourseProps {
  run: SideRun;
  demand: Demand;
  nodes: readonly number[];
  zone: Zone;
  first: number;
  last: number;
  width: number;
}

/** What is free in one zone over a stretch of walks, and when each kswapd is awake; drawn once for as long as the cursor stays on it. */
const Course = memo<CourseProps>(
  ({ run, demand, nodes, zone: { zone, node, name, marks }, first, last, width }) => {
    const x = (i: number) => LEFT + ((i - first) / Math.max(1, last - first)) * (width - LEFT);
    const y = (free: number) => {
      const level = small(levelY(marks, free)) - Y.top;
      return (Y.course + (Math.max(0, level) / (Y.foot - Y.top)) * (Y.courseFoot - Y.course)).toFixed(1);
    };
    let d = '';
    for (let i = first; i <= last; i++) {
      const free = at(run, numberOf(zone, 'free'), i);
      if (!Number.isNaN(free)) d += `${d === '' ? 'M' : 'L'}${x(i).toFixed(1)} ${y(free)}`;
    }
    const foot = Y.lane + nodes.length * LANE;
    return (
      <>
        <text x={width} y={Y.course - 4} className="t12 i2 end">
          {fitted([`free in ${name} of node ${node}`, `${name} of node ${node}`, ''], width - LEFT, 12)}
        </text>
        {(['high', 'low'] as const).map((mark) => (
          <path
            key={mark}
            d={`M${LEFT} ${y(marks[mark])}H${width}`}
            stroke={`var(--wm-${mark})`}
            strokeDasharray={mark === 'low' ? '4 3' : undefined}
          />
        ))}
        <path d={d} fill="none" stroke={tone(node).fill} strokeWidth="2" />
        {nodes.map((own, row) => {
          const top = Y.lane + row * LANE;
          return (
            <g key={own}>
              <text x="0" y={top + BAR} className="t12 i2">
                {nodes.length > 1 ? `awake ${own}` : 'awake'}
              </text>
              <path className="quiet" strokeDasharray="2 3" d={`M${LEFT + 8} ${top + BAR / 2}H${width}`} />
              <path
                fill={tone(own).fill}
                d={spansOf(run, ZONES.awake + own, first, last)
                  .map(
                    ([from, to]) =>
                      `M${x(from).toFixed(1)} ${top}H${Math.min(width, x(to)).toFixed(1)}v${BAR}H${x(from).toFixed(1)}z`,
                  )
                  .join('')}
              />
            </g>
          );
        })}
        <text x={LEFT} y={foot + 12} className="t12 i2">
          {seconds(demand.ts[first - 1] ?? 0)}
        </text>
        <text x={width} y={foot + 12} className="t12 i2 end">
          {seconds(demand.ts[last - 1] ?? 0)}
        </text>
      </>
    );
  },
);
Course.displayName = 'Course';

/** The course, with what is still to come pale. */
const Courses: FC<Omit<SmallSceneProps, 'top' | 'id'>> = ({ run, demand, k, width }) => {
  const nodes = useMemo(() => wakingNodes(run, demand.state), [run, demand]);
  const zone = useMemo(
    () =>
      zonesOf(demand.state)
        .filter(({ node }) => node === nodes[0])
        .sort((a, b) => b.marks.high - a.marks.high)[0],
    [demand, nodes],
  );
  const { first, last } = stretchOf(k, demand.decisions);
  if (!zone) return null;
  const now = LEFT + ((k - first) / Math.max(1, last - first)) * (width - LEFT);
  const foot = Y.lane + nodes.length * LANE;
  return (
    <>
      <Course run={run} demand={demand} nodes={nodes} zone={zone} first={first} last={last} width={width} />
      <rect
        x={now.toFixed(1)}
        y={Y.course - 2}
        width={Math.max(0, width - now).toFixed(1)}
        height={foot - Y.course}
        fill="var(--paper)"
        opacity="0.6"
      />
      <path d={`M${now.toFixed(1)} ${Y.course}V${foot - 4}`} stroke="var(--now)" strokeWidth="1.5" />
    </>
  );
};

/** Whether the tunable is about when kswapd is woken: how often it was is what matters then. */
const isAboutWaking = ({ varies }: Demand): boolean => varies === 'kswapd_wake_mark';

/** The zone that has given most. */
function mostOf(run: SideRun, state: StateView, k: number): { zone: Zone; share: number } | null {
  let best: { zone: Zone; share: number } | null = null;
  for (const zone of zonesOf(state).slice(0, LISTED)) {
    const share = at(run, numberOf(zone.zone, 'taken'), k) || 0;
    if (share > (best?.share ?? 0)) best = { zone, share };
  }
  return best;
}

export const zoneScene: SmallScene = {
  Scene,
  heightOf: (state, run) => {
    const nodes = wakingNodes(run, state).length;
    return nodes > 0 ? Y.lane + nodes * LANE + 16 : Y.end;
  },
  value: (run, k, demand) => {
    if (isAboutWaking(demand)) {
      const woken = at(run, ZONES.woken, k);
      return Number.isNaN(woken)
        ? null
        : [grouped(woken), woken === 1 ? 'wake-up of kswapd' : 'wake-ups of kswapd'];
    }
    const shares = run.numbers.flatMap((column, number) =>
      column && number < ZONES.woken && number % 3 === 0 && (column[k] ?? 0) > 0 ? [column[k] ?? 0] : [],
    );
    return shares.length === 0 ? null : [`${Math.round(100 * Math.max(...shares))} %`, 'from one zone'];
  },
  sentence: (run, { state }, k) => {
    const most = mostOf(run, state, k);
    const cell = run.cells[run.cell[k - 1] ?? -1];
    const awake = wakingNodes(run, state).filter((node) => at(run, ZONES.awake + node, k) === 1);
    const asleep = wakingNodes(run, state).length > 0 && awake.length === 0;
    const kswapd = asleep
      ? 'kswapd sleeps. '
      : awake.length > 0
        ? `${awake.map((node) => `kswapd${node}`).join(' and ')} awake. `
        : '';
    const now = `${cell ? `Now: ${cell.name}. ` : ''}${kswapd}`;
    return most
      ? `${now}${Math.round(100 * most.share)} of 100 pages are from ${most.zone.name} of node ${most.zone.node}.`
      : `${now}No page is taken yet.`;
  },
  topOf: () => 1,
};
