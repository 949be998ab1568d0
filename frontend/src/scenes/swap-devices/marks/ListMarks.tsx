import type { FC } from 'react';
import { tone } from '../../../ui/nodes/colours';
import { memoMark } from '../../../ui/memo';
import { textWidth } from '../../font-metrics';
import type { NamedDevice } from '../../voices/names';
import { DeviceTile } from './DeviceTile';
import type { Facts } from '../facts/facts';
import { CHIP, shortName, type ChipStyle, type Grid } from './grid';
import type { DrawnPlan } from './path-plan';
import { keyPlaces, type ListPlace, type ChipPlace, type KeyPlace } from './layout';

type ChipDevice = Pick<NamedDevice, 'type' | 'node' | 'name' | 'letter'>;

interface ChipProps {
  chip: ChipPlace;
  device: ChipDevice;
  style: ChipStyle;
  tried: 'took' | 'failed' | undefined;
  faint: boolean;
}

const Chip = memoMark<ChipProps>('Chip', ({ chip, device, style, tried, faint }) => {
  const { fill } = tone(device.node);
  const { width: w, height: h } = chip;
  const size = style === 'name' ? CHIP.tile : style === 'box' ? Math.min(w, h) - 9 : Math.min(w, h);
  const inset = style === 'name' ? CHIP.pad : (w - size) / 2;
  const frame =
    tried === undefined
      ? { stroke: fill, strokeWidth: 1.6, ...(device.node < 0 ? { strokeDasharray: '4 3' } : {}) }
      : tried === 'took'
        ? { stroke: 'var(--now)', strokeWidth: 'var(--stroke-now)' }
        : { stroke: 'var(--now)', strokeWidth: 'var(--stroke)', strokeDasharray: '4 3' };
  return (
    <g
      className="chip"
      style={{ transform: `translate(${chip.x}px, ${chip.y}px)` }}
      opacity={faint ? 0.5 : undefined}
      data-type={device.type}
      data-of={`device:${device.type}`}
    >
      {style !== 'tile' && <rect width={w} height={h} rx="4" fill="var(--paper)" style={frame} />}
      <DeviceTile letter={device.letter} node={device.node} x={inset} y={(h - size) / 2} size={size} />
      {style === 'tile' && tried && (
        <rect x="-1" y="-1" width={w + 2} height={h + 2} rx="3" fill="none" style={frame} />
      )}
      {style === 'name' && (
        <text x={inset + size + CHIP.pad} y={h / 2 + 4.5} className="w6" style={{ fontSize: CHIP.px }}>
          {shortName(device.name)}
        </text>
      )}
    </g>
  );
});

/** A key over those that have it: one bracket for all that are equal. */
const Key = memoMark<{ place: KeyPlace }>('Key', ({ place: { from, to, y, text, bracket, promoted } }) => {
  const mid = (from + to) / 2;
  const half = textWidth(text, 12) / 2 + 4;
  return (
    <g className={promoted ? 'key promoted' : 'key'}>
      {bracket && (
        <path
          d={`M${from + 3} ${y + 1}v-5H${mid - half}M${mid + half} ${y - 4}H${to - 3}v5`}
          className="axis"
        />
      )}
      <text x={mid} y={y} className="t12 mid i2">
        {text}
      </text>
    </g>
  );
});

/** In outline: one must see that something will come. */
const HiddenList: FC<{ left: number; y: number }> = ({ left, y }) => (
  <g className="hidden-list">
    <rect
      {...{ x: left, y: y - 15, width: 116, height: 30, rx: 4 }}
      fill="var(--wash)"
      stroke="var(--control)"
      strokeDasharray="5 4"
    />
    <text x={left + 12} y={y + 4.5} className="t13 i2">
      order hidden
    </text>
  </g>
);

/** One list as a chain of devices in order; its ghost where the requeued device will stand. */
export const ListMarks: FC<{ grid: Grid; facts: Facts; place: ListPlace; plan: DrawnPlan | null }> = ({
  grid,
  facts,
  place,
  plan,
}) => {
  const { chips, chain, y } = place;
  const faint = plan !== null && facts.event?.visit_type.length === 0 && facts.event.list === chain.list;
  const boxes = [...chips, ...(place.rest ? [place.rest] : []), ...(plan?.ghost?.slot ? [plan.ghost] : [])];
  // In order of swap type: a chip keeps its element while the list is reordered, so that it can slide.
  const stable = [...chips].sort((a, b) => a.entry.type - b.entry.type);
  if (chain.hidden) return <HiddenList left={grid.left} y={y} />;
  if (boxes.length === 0 && facts.event?.list !== chain.list) {
    return (
      <text x={grid.left} y={y + 4.5} className="t13 i3">
        {chain.known ? 'empty' : 'not seen yet'}
      </text>
    );
  }
  return (
    <g data-list={chain.list}>
      {keyPlaces(grid, facts, place).map((key) => (
        <Key key={key.from} place={key} />
      ))}
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
        const { type, node, name, letter } = facts.names.device(chip.entry.type);
        return (
          <Chip
            key={type}
            chip={chip}
            device={{ type, node, name, letter }}
            style={grid.chip.style}
            tried={plan?.tried.get(type)}
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
          ghost={onItsWay(plan.ghost, chips)}
          device={facts.names.device(plan.ghost.type)}
          y={plan.ghost.away > 0 ? y + dip(plan.ghost) : y}
        />
      )}
    </g>
  );
};

/** Below the list, so that it passes the others. */
const dip = ({ away, height }: NonNullable<DrawnPlan['ghost']>) => Math.sin(Math.PI * away) * (height + 4);

/** Where the requeued device has come to: from its chip to the slot behind the last. */
function onItsWay(
  ghost: NonNullable<DrawnPlan['ghost']>,
  chips: readonly ChipPlace[],
): NonNullable<DrawnPlan['ghost']> {
  const from = chips.find(({ entry }) => entry.type === ghost.type);
  if (ghost.away === 0 || !from) return ghost;
  return { ...ghost, x: ghost.x + (from.x - ghost.x) * ghost.away, y: ghost.y + dip(ghost) };
}

function rect({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x, y, width, height };
}

const Ghost: FC<{ ghost: NonNullable<DrawnPlan['ghost']>; device: NamedDevice; y: number }> = ({
  ghost,
  device,
  y,
}) => (
  <g>
    <rect
      {...rect(ghost)}
      rx={ghost.slot ? 4 : 1}
      fill={ghost.away > 0 ? 'var(--paper)' : 'none'}
      stroke={tone(device.node).fill}
      strokeWidth="1.75"
      strokeDasharray="4 3"
    />
    {ghost.slot && (
      <text x={ghost.x + ghost.width / 2} y={y + 4.3} className="mid i2 t12 w6">
        {device.letter}
      </text>
    )}
  </g>
);
