import type { FC, ReactNode } from 'react';
import { grouped as n } from '../../../core/number';
import { Band } from '../../../ui/marks/Band';
import { NodePlate } from '../../../ui/nodes/NodePlate';
import { tone } from '../../../ui/nodes/colours';
import { memoMark } from '../../../ui/memo';
import { texture } from '../../../ui/nodes/Textures';
import { timePhrase } from '../../phrases';
import { fitted, textWidth } from '../../font-metrics';
import { axisPlaceOf, curve, edge, extent, quantile } from '../facts/age';
import { percent, sharePhrase, type Share } from '../facts/footer';
import type { Kswapd } from '../facts/facts';
import { namesOf } from './TankLabels';

export interface RowPlace {
  x: number;
  right: number;
  /** The line that marks stand on. */
  base: number;
  pitch: number;
}

const px = ({ pitch }: RowPlace) => (pitch >= 21 ? 15 : 13);
const value = ({ pitch }: RowPlace) => (pitch >= 21 ? 16 : 13);

export const FooterRow: FC<RowHeadProps & { children: ReactNode }> = ({ place, nid, name, children }) => (
  <g>
    <RowHead place={place} nid={nid} name={name} />
    {children}
  </g>
);

interface RowHeadProps {
  place: RowPlace;
  nid: number;
  name: string;
}

const RowHead = memoMark<RowHeadProps>('RowHead', ({ place, nid, name }) => {
  const size = Math.min(18, place.pitch - 2);
  return (
    <>
      <NodePlate node={nid} x={0} y={place.base - size} size={size} />
      <text
        x={size + 8}
        y={place.base - (place.pitch >= 21 ? 4 : 2)}
        className="w5"
        style={{ fontSize: px(place) }}
      >
        {fitted(namesOf(name), place.x - size - 14, px(place), 500)}
      </text>
      <path d={`M${place.x} ${place.base}H${place.right}`} className="quiet" style={{ strokeWidth: 1 }} />
    </>
  );
});

/** Time in memory of the pages that were reclaimed, or that none was. */
export const Age = memoMark<{
  place: RowPlace;
  nid: number;
  id: string;
  age: readonly number[] | null;
  /** Seconds so far, and whether any page was taken: of interest where none was reclaimed. */
  now: number;
  used: boolean;
}>('Age', ({ place, nid, id, age, now, used }) => {
  const { x, right, base, pitch } = place;
  const at = (part: number) => x + part * (right - x);
  if (!age) {
    const arrow = Math.min(at(axisPlaceOf(now)), right - 36);
    const words = fitted(
      used
        ? [
            `none reclaimed: still there after ${timePhrase(now)}`,
            `none reclaimed in ${timePhrase(now)}`,
            'none reclaimed',
          ]
        : ['nothing taken from it', 'none taken'],
      Math.max(arrow - x, right - arrow - 40) - 8,
      14,
    );
    const before = textWidth(words, 14) + 8 <= arrow - x;
    if (!used) {
      return (
        <text x={x + 8} y={base - 4} className="i3" style={{ fontSize: px(place) - 1 }}>
          {words}
        </text>
      );
    }
    return (
      <g stroke={tone(nid).fill} strokeWidth="2.5">
        <path
          d={`M${arrow} ${base - 13}V${base}M${arrow} ${base - 6.5}H${arrow + 26}`}
          strokeDasharray="4 3"
        />
        <path d={`M${arrow + 34} ${base - 6.5}l-6.75 -3.6v7.2z`} fill={tone(nid).fill} stroke="none" />
        <text
          x={before ? arrow - 8 : arrow + 40}
          y={base - 4}
          className={before ? 'i2 end' : 'i2'}
          style={{ fontSize: px(place) - 1 }}
        >
          {words}
        </text>
      </g>
    );
  }
  const median = timePhrase(quantile(age, 0.5));
  const ends = extent(age) ?? { from: 0, to: 0 };
  const after = at(axisPlaceOf(edge(ends.to - 0.5))) + 5;
  const width = textWidth(median, value(place), 600);
  const left = after + width > right + 6;
  return (
    <g>
      <path
        d={curve(age, at, base, pitch - 3)}
        fill={texture(id, nid)}
        stroke={tone(nid).fill}
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <text
        x={left ? at(axisPlaceOf(edge(ends.from + 0.5))) - 5 : after}
        y={base - 5}
        className={left ? 'w6 end' : 'w6'}
        style={{ fontSize: value(place) }}
      >
        {median}
      </text>
    </g>
  );
});

/** Share of the pages taken as a bar, share of the memory as a tick. */
export const ShareBar = memoMark<{
  place: RowPlace;
  nid: number;
  id: string;
  share: Share;
  scale: number;
}>('ShareBar', ({ place, nid, id, share, scale }) => {
  const { x, right, base, pitch } = place;
  const at = (part: number) => x + Math.min(1, part / scale) * (right - x - 150);
  const height = Math.max(8, pitch - 10);
  const { taken, memory, range } = share;
  const words = [sharePhrase(share), memory === null ? '' : `, of memory ${percent(memory)}`];
  const end = Math.max(at(range?.[1] ?? taken ?? 0), memory === null ? 0 : at(memory));
  const narrow = end + 12 + textWidth(words.join(''), value(place), 600) > right + 6;
  return (
    <g>
      {taken !== null && (
        <rect
          className="bar"
          x={x}
          y={base - height}
          width={right - x - 150}
          height={height}
          fill={texture(id, nid)}
          style={{ transform: `scaleX(${Math.min(1, taken / scale)})`, transformOrigin: `${x}px 0` }}
        />
      )}
      {taken !== null && (
        <path d={`M${at(taken)} ${base - height}V${base}`} stroke={tone(nid).fill} strokeWidth="4" />
      )}
      {range && (
        <Band x={x} y={base - height} height={height} from={at(range[0]) - x} to={at(range[1]) - x} />
      )}
      {memory !== null && (
        <path d={`M${at(memory)} ${base - height - 4}V${base + 3}`} stroke="var(--ink)" strokeWidth="1.5" />
      )}
      <text x={end + 10} y={base - 4} className="w6" style={{ fontSize: value(place) }}>
        {words[0]}
        {!narrow && (
          <tspan className="i2" style={{ fontSize: 13, fontWeight: 400, fill: 'var(--ink-2)' }}>
            {words[1]}
          </tspan>
        )}
      </text>
    </g>
  );
});

/** How often kswapd of a node was asked for, and with which result. */
export const Checks = memoMark<{
  place: RowPlace;
  kswapd: Pick<Kswapd, 'asked' | 'woken' | 'declined'> | null;
  most: number;
  /** Where there were none, the longest first. */
  none: readonly string[];
}>('Checks', ({ place, kswapd, most, none }) => {
  const { x, right, base, pitch } = place;
  if (!kswapd || (kswapd.asked === 0 && kswapd.woken === 0)) {
    return (
      <text x={x + 8} y={base - 4} className="i3 t13">
        {fitted(none, right - x - 8, 13)}
      </text>
    );
  }
  const { woken, declined } = kswapd;
  // A stock kernel tells of wake-ups alone.
  const asked = Math.max(kswapd.asked, woken);
  const scale = (v: number) => (v / Math.max(1, most)) * (right - x) * 0.5;
  const height = Math.max(7, pitch - 12);
  const running = asked - woken - declined;
  const parts = [
    [woken, 'var(--awake)', 'none'],
    [running, 'var(--n-none-wash)', 'var(--control)'],
    [declined, 'none', 'var(--asleep)'],
  ] as const;
  const starts = [0, woken, woken + running];
  const words = fitted(
    [
      ...(kswapd.asked > 0
        ? [
            `${n(woken)} woken, ${n(running)} while awake, ${n(declined)} declined`,
            `${n(woken)} woken, ${n(declined)} declined`,
          ]
        : []),
      `${n(woken)} woken`,
    ],
    right - x - scale(asked) - 10,
    13,
    500,
  );
  return (
    <g>
      {parts.map(([v, fill, stroke], i) => (
        <rect
          key={i}
          x={x + scale(starts[i] ?? 0)}
          y={base - height}
          width={scale(v)}
          height={height}
          fill={fill}
          stroke={stroke}
          strokeWidth="1.25"
        />
      ))}
      <text x={x + scale(asked) + 8} y={base - 3} className="t13 w5">
        {words}
      </text>
    </g>
  );
});
