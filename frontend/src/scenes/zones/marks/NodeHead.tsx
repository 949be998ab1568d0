import type { FC } from 'react';
import { grouped } from '../../../core/number';
import { NodePlate } from '../../../ui/nodes/NodePlate';
import { memoMark } from '../../../ui/memo';
import { textWidth } from '../../font-metrics';
import type { Group } from './grid';
import { Y } from './scale';

const RAYS = [0, 1, 2, 3, 4, 5, 6, 7]
  .map((i) => {
    const [cos, sin] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
    return `M${(8 * cos).toFixed(2)} ${(8 * sin).toFixed(2)}L${(11 * cos).toFixed(2)} ${(11 * sin).toFixed(2)}`;
  })
  .join('');

/** A disc with rays while awake, a crescent while asleep. */
const Icon: FC<{ x: number; awake: boolean }> = ({ x, awake }) =>
  awake ? (
    <g transform={`translate(${x} 16)`}>
      <circle r="5.5" fill="var(--awake)" />
      <path d={RAYS} stroke="var(--awake)" strokeWidth="2" />
    </g>
  ) : (
    <path
      d={`M${x - 2} 8a8 8 0 1 0 10 11a7 7 0 0 1 -10 -11z`}
      fill="none"
      stroke="var(--asleep)"
      strokeWidth="1.75"
    />
  );

/** Side of the plate. */
export const PLATE = 22;
const PX = 13.5;

interface Props {
  group: Group;
  /** Null: not known. */
  awake: boolean | null;
  /** State and reason, the longest first. */
  words: readonly (readonly [state: string, reason: string])[];
  /** The decision is about this node's kswapd. */
  hot: boolean;
  /** Pages that tasks reclaimed themselves just now; 0: none. */
  direct: number;
}

/** Where the icon of kswapd stands, and how much of the name of the node there is room for. */
export function headPlaces(group: Group): { named: boolean; icon: number; words: number } {
  const named = group.width >= 200;
  const start = group.x + PLATE + 8 + (named ? textWidth(`node ${group.nid}`, 15, 500) + 10 : 0);
  return { named, icon: start + 11, words: start + 26 };
}

const width = ([state, reason]: readonly [string, string]) =>
  textWidth(state, PX, 600) + textWidth(reason, PX);

/** A node: its plate, whether kswapd sleeps and why, and the bracket over its zones. */
export const NodeHead = memoMark<Props>('NodeHead', ({ group, awake, words, hot, direct }) => {
  const { nid, x } = group;
  const place = headPlaces(group);
  const end = x + Math.max(group.width, PLATE);
  // Where nothing else stands there, the name needs no more than itself.
  const alone = awake === null && words.length === 0;
  const named = place.named || (alone && PLATE + 8 + textWidth(`node ${nid}`, 15, 500) <= end - x);
  // Without an icon the words begin where it would stand.
  const from = awake === null ? place.icon - 11 : place.words + (hot ? 4 : 0);
  const [state, reason] = words.find((w) => width(w) <= end - from) ?? ['', ''];
  const color = hot
    ? 'var(--now)'
    : awake === null
      ? 'var(--ink-3)'
      : awake
        ? 'var(--awake)'
        : 'var(--asleep)';
  const icon = awake !== null && place.icon + 9 <= end + 6;
  const fallback = direct > 0 ? `direct reclaim: ${grouped(direct)} pages` : '';
  return (
    <g
      data-node={nid}
      data-of={`node:${nid}`}
      data-kswapd={awake === null ? 'unknown' : awake ? 'awake' : 'asleep'}
    >
      <NodePlate node={nid} x={x} y={Y.plate + 1} size={PLATE} />
      {named && (
        <text x={x + PLATE + 8} y="21" className="t15 w5">
          node {nid}
        </text>
      )}
      {icon && <Icon x={place.icon} awake={awake} />}
      {hot && icon && (
        <circle cx={place.icon + 1} cy="16" r="13" fill="none" stroke="var(--now)" strokeWidth="2" />
      )}
      <text x={from} y="21" className="w6" style={{ fontSize: PX, fill: color }}>
        {state}
        <tspan style={{ fontWeight: 400 }}>{reason}</tspan>
      </text>
      <path d={`M${x} ${Y.bracket + 5}V${Y.bracket}H${end}V${Y.bracket + 5}`} className="axis" />
      {fallback !== '' && (
        <text x={end} y={Y.bracket - 2} className="t12 w5 end inow">
          {textWidth(fallback, 12, 500) < group.width ? fallback : 'direct'}
        </text>
      )}
    </g>
  );
});
