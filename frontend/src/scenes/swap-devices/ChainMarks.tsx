import type { FC } from 'react';
import { tone } from '../../ui/nodes';
import { still } from '../../ui/still';
import type { NamedDevice } from '../voices/names';
import type { Facts } from './facts';
import type { ChipShape, ChipStyle, Grid } from './grid';
import { signed } from '../text';
import type { PathPlan } from './path-plan';
import type { ChainPlace, ChipPlace } from './places';
import { textWidth } from '../text-width';
import { isPromoted } from '../voices/swap-walk';

interface ChipText {
  nameX: number;
  nameY: number;
  namePx: number;
  keyX: number;
  keyY: number;
  keyPx: number;
  chevron: { x: number; y: number };
}

/** Where name and key stand within a chip, from its top left corner. */
function chipText(shape: ChipShape, h: number, key: string, promoted: boolean): ChipText {
  const { style, width: w } = shape;
  const mid = h / 2;
  if (style === 'pair' && !shape.stacked && key.length <= 2) {
    const x = w * 0.79;
    return {
      nameX: w * 0.45,
      nameY: mid + 5.5,
      namePx: 16,
      keyX: x,
      keyY: mid + 5.5,
      keyPx: 13,
      chevron: { x: x - 4.5, y: mid - 6.5 },
    };
  }
  const named = style === 'name' || style === 'tight';
  const x = named ? 9 + (w - 9) / 2 : 7 + (w - 8) / 2;
  const [a, b] = h >= 44 ? [mid - 2, mid + 15] : h >= 32 ? [mid - 2.5, mid + 12] : [mid - 1.5, mid + 10.5];
  const px = h >= 32 && style !== 'tight' ? 13 : 12;
  const keyPx = h >= 32 ? 13 : 12;
  // A narrow chip makes room for the chevron beside its key.
  const keyX = promoted && !named ? x - 3 : x;
  const after = textWidth(key, keyPx) / 2 + (named ? 6 : 1.5);
  return { nameX: x, nameY: a, namePx: px, keyX, keyY: b, keyPx, chevron: { x: keyX + after, y: b } };
}

interface ChipProps {
  chip: ChipPlace;
  device: Pick<NamedDevice, 'type' | 'node' | 'name' | 'letter'>;
  shape: ChipShape;
  promoted: boolean;
  tried: 'took' | 'failed' | undefined;
  faint: boolean;
}

const Chip = still<ChipProps>('Chip', ({ chip, device, shape, promoted, tried, faint }) => {
  const { fill, ink } = tone(device.node);
  const { width: w, height: h } = chip;
  const key = signed(chip.entry.key);
  const at = chipText(shape, h, key, promoted);
  const named = shape.style === 'name' || shape.style === 'tight';
  const keyRoom = w - 12;
  const squeeze =
    at.keyPx * 0.6 * key.length > keyRoom
      ? { textLength: keyRoom, lengthAdjust: 'spacingAndGlyphs' as const }
      : {};
  const frame =
    tried === 'took'
      ? { stroke: 'var(--now)', strokeWidth: 'var(--stroke-now)' }
      : tried === 'failed'
        ? { stroke: 'var(--now)', strokeWidth: 'var(--stroke)', strokeDasharray: '4 3' }
        : { stroke: fill, strokeWidth: 1.75, ...(device.node < 0 ? { strokeDasharray: '4 3' } : {}) };
  return (
    <g
      className="chip"
      style={{ transform: `translate(${chip.x}px, ${chip.y}px)` }}
      opacity={faint ? 0.5 : undefined}
      data-type={device.type}
    >
      <rect width={w} height={h} rx="4" fill="var(--paper)" style={frame} />
      <rect
        x={named ? 4 : 3.5}
        y="4"
        width={named ? 5 : w < 34 ? 3 : 4}
        height={h - 8}
        rx="1.5"
        fill={fill}
      />
      <text x={at.nameX} y={at.nameY} className="w6 mid" style={{ fontSize: at.namePx }}>
        {named ? device.name : device.letter}
      </text>
      <text x={at.keyX} y={at.keyY} className="mono mid i2" style={{ fontSize: at.keyPx }} {...squeeze}>
        {key}
      </text>
      {promoted && (
        <path
          className="promoted"
          d={named ? 'M0 0l4.5 -6 4.5 6' : w < 34 ? 'M0 0l2.5 -4 2.5 4' : 'M0 0l4.5 -4.5 4.5 4.5'}
          transform={`translate(${at.chevron.x} ${at.chevron.y})`}
          fill="none"
          stroke={ink}
          strokeWidth="2"
        />
      )}
    </g>
  );
});

/** One list as a chain of devices in order; its ghost where the requeued device will stand. */
export const ChainMarks: FC<{ grid: Grid; facts: Facts; place: ChainPlace; plan: PathPlan | null }> = ({
  grid,
  facts,
  place,
  plan,
}) => {
  const { chips, chain, y } = place;
  const faint = plan !== null && plan.tried.size === 0 && facts.event?.list === chain.list;
  const boxes = [...chips, ...(place.rest ? [place.rest] : []), ...(plan?.ghost?.slot ? [plan.ghost] : [])];
  // In order of swap type: a chip keeps its element while the list is reordered, so that it can slide.
  const stable = [...chips].sort((a, b) => a.entry.type - b.entry.type);
  if (boxes.length === 0 && facts.event?.list !== chain.list) {
    return (
      <text x={grid.left} y={y + 4.5} className="t13 i3">
        {chain.known ? 'empty' : 'not seen yet'}
      </text>
    );
  }
  return (
    <g data-list={chain.list}>
      {boxes.slice(1).map((box, i) => {
        const last = i === boxes.length - 2 && plan?.ghost?.slot === true;
        const x = (boxes[i]?.x ?? 0) + (boxes[i]?.width ?? 0);
        return (
          <line
            key={box.x}
            x1={x}
            x2={box.x}
            y1={y}
            y2={y}
            className="quiet"
            strokeDasharray={last ? '3 3' : undefined}
          />
        );
      })}
      {stable.map((chip) => {
        const { type, node, name, letter, prio } = facts.names.device(chip.entry.type);
        return (
          <Chip
            key={chip.entry.type}
            chip={chip}
            device={{ type, node, name, letter }}
            shape={grid.chip}
            promoted={isPromoted(facts.rule, prio, chip.entry.key)}
            tried={plan?.tried.get(chip.entry.type)}
            faint={faint}
          />
        );
      })}
      {place.rest && (
        <g>
          <rect {...rect(place.rest)} rx="4" fill="none" stroke="var(--control)" strokeDasharray="2 3" />
          <text x={place.rest.x + place.rest.width / 2} y={y + 4.5} className="t12 mid i2">
            +{place.rest.n}
          </text>
        </g>
      )}
      {plan?.ghost && (
        <Ghost
          ghost={plan.ghost}
          device={facts.names.device(plan.ghost.type)}
          style={grid.chip.style}
          y={y}
        />
      )}
    </g>
  );
};

function rect(box: { x: number; y: number; width: number; height: number }) {
  return { x: box.x, y: box.y, width: box.width, height: box.height };
}

const Ghost: FC<{
  ghost: NonNullable<PathPlan['ghost']>;
  device: NamedDevice;
  style: ChipStyle;
  y: number;
}> = ({ ghost, device, style, y }) => (
  <g className="ghost">
    <rect
      {...rect(ghost)}
      rx={ghost.slot ? 4 : 2}
      fill="none"
      stroke={tone(device.node).fill}
      strokeWidth="1.75"
      strokeDasharray="4 3"
    />
    {ghost.slot && (
      <text x={ghost.x + ghost.width / 2} y={y + 5} className={`mid i2 ${style === 'tight' ? 't12' : 't13'}`}>
        {style === 'name' || style === 'tight' ? device.name : device.letter}
      </text>
    )}
  </g>
);
