import { Band } from '../../../ui/marks/Band';
import { tone } from '../../../ui/nodes/colours';
import { memoMark } from '../../../ui/memo';
import { texture } from '../../../ui/nodes/Textures';
import type { Device } from '../facts/facts';
import { shortName, type Grid } from './grid';
import { tankName } from './rows';
import { signed } from '../../phrases';
import { wordsEnd, type TankPlace } from './layout';
import { humanSize, humanSizes } from '../facts/size';
import { fitted, textWidth } from '../../font-metrics';
import { DeviceTile } from './DeviceTile';

/** Why a device cannot be chosen, in few words; null if it can. */
function remark(device: Device): string | null {
  if (device.status === 'full') return 'full, off every list';
  if (device.status === 'gone') return 'swapped off';
  if (device.status === 'off') return 'on no list';
  return device.pages === 0 ? 'size not known' : null;
}

/** Width of the full-colour edge of a level, which shows small levels and small changes. */
const EDGE = 4;

/**
 * A device as a tank: its length is its size, on the scale of both panes, the filled part its slots in
 * use. `id` is that of the textures.
 */
export const TankMark = memoMark<{
  grid: Grid;
  place: TankPlace;
  id: string;
  /** What was given arrives. */
  arrives: boolean;
}>('TankMark', ({ grid, place, id, arrives }) => {
  const { device, bar, y } = place;
  const { tank } = grid;
  const gone = device.status === 'gone';
  const at = (pages: number) => Math.min(1, pages / device.pages) * bar.width;
  const band = gone || device.pages === 0 ? null : device.band;
  const level = gone || device.pages === 0 ? 0 : at(band ? band[0] : device.used);
  const edge = Math.min(arrives ? 2 * EDGE : EDGE, level);
  const clip = `${id}-tank-${device.type}`;
  const note = remark(device);
  const value = gone ? '–' : band ? humanSizes(band) : device.used === 0 ? 'empty' : humanSize(device.used);
  // Two sizes are as long as a size and a name.
  const valueSize = band ? Math.min(tank.value, 14) : tank.value;
  const named = tank.density === 'line' ? 500 : 600;
  const nameX = grid.tankX + tank.tile + 5;
  const whole = tankName(device, grid.compact, tank);
  const nameRoom =
    tank.density === 'line' ? bar.x - 4 - nameX : grid.width - textWidth(value, valueSize, 600) - 6 - nameX;
  const name = fitted([whole, shortName(whole)], nameRoom, tank.name, named);
  const prio = gone ? '' : `prio ${signed(device.prio)}`;
  const room = nameRoom - textWidth(name, tank.name, named) - 8;
  // A big bar has room for it within.
  const words =
    tank.density === 'mid' ? (note ? [note, note.split(',')[0] ?? ''] : grid.compact ? [] : [prio]) : [];
  const beside = fitted(words, room, tank.prio);
  const within = tank.density === 'big' && bar.width >= textWidth(prio, 12) + 20;
  // A dash needs some length to be seen as one.
  const dashed = bar.width >= 16 && (gone || device.pages === 0 || device.node < 0);
  const quarter = grid.scale(grid.largest) / 4;
  const ticks =
    tank.density === 'line'
      ? []
      : [1, 2, 3].map((i) => bar.x + i * quarter).filter((x) => x < bar.x + bar.width - 3);
  return (
    <g data-device={device.type} data-of={`device:${device.type}`} data-status={device.status}>
      <g opacity={gone ? 0.5 : undefined}>
        <DeviceTile
          letter={device.letter}
          node={device.node}
          x={grid.tankX}
          y={y + tank.base - tank.name * 0.35 - tank.tile / 2}
          size={tank.tile}
        />
      </g>
      <text
        x={nameX}
        y={y + tank.base}
        className={`w${named / 100} ${gone ? 'i3' : ''}`}
        style={{ fontSize: tank.name }}
      >
        {name}
      </text>
      {beside && (
        <text
          x={nameX + textWidth(name, tank.name, named) + 8}
          y={y + tank.base}
          className="i2"
          style={{ fontSize: tank.prio }}
        >
          {beside}
        </text>
      )}
      <text
        x={grid.width}
        y={y + tank.base + (tank.value > 18 ? 1 : 0)}
        className={`w6 end ${gone ? 'i3' : arrives ? 'inow' : ''}`}
        style={{ fontSize: valueSize }}
      >
        {value}
      </text>
      <clipPath id={clip}>
        <rect x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx="3" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect
          className="level"
          x={bar.x}
          y={bar.y}
          height={bar.height}
          fill={texture(id, device.node)}
          style={{ width: level }}
        />
        <rect
          className="level"
          x={bar.x}
          y={bar.y}
          height={bar.height}
          fill={tone(device.node).fill}
          style={{ width: edge, transform: `translate(${level - edge}px, 0)` }}
        />
      </g>
      <rect
        x={bar.x}
        y={bar.y}
        width={bar.width}
        height={bar.height}
        rx="3"
        fill="none"
        pointerEvents="all"
        stroke={gone || device.pages === 0 ? 'var(--control)' : 'var(--ink-2)'}
        strokeWidth="1.5"
        strokeDasharray={dashed ? '5 4' : undefined}
      />
      {band && <Band x={bar.x} y={bar.y} height={bar.height} from={at(band[0])} to={at(band[1])} />}
      {!gone &&
        ticks.map((x) => (
          <line key={x} x1={x} x2={x} y1={bar.y + bar.height - 6} y2={bar.y + bar.height} className="axis" />
        ))}
      {within && prio && (
        <text
          x={bar.x + wordsEnd(bar.width, textWidth(prio, 12), { from: level - edge, to: level })}
          y={bar.y + bar.height / 2 + 4.2}
          className="t12 i2 end on-level"
        >
          {prio}
        </text>
      )}
      {note && tank.density === 'big' && (
        <text x={grid.tankX} y={bar.y + bar.height + 13} className="t12 i2">
          {note}
        </text>
      )}
    </g>
  );
});
