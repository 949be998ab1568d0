/** Swap devices, small: who asks, the order of the list that is walked, what each device has given so far. */
import type { FC } from 'react';
import { NodePlate } from '../../../../ui/nodes/NodePlate';
import { texture, Textures } from '../../../../ui/nodes/Textures';
import { tone } from '../../../../ui/nodes/colours';
import { memoMark } from '../../../../ui/memo';
import { humanSize } from '../../../../scenes/swap-devices/facts/size';
import { letterOf } from '../../../../core/number';
import { namesOf } from '../../../../scenes/voices/names';
import type { StateView } from '../../../../core/types';
import { LISTED, SWAP } from '../columns';
import { RatioBar } from './RatioBar';
import { at, type SmallScene, type SmallSceneProps } from './scene';

interface Device {
  type: number;
  node: number;
  pages: number;
}

interface Row {
  /** Node whose plate stands in it; null where it stands above. */
  node: number | null;
  device: Device | null;
}

interface Layout {
  rows: readonly Row[];
  devices: readonly Device[];
  /** px from the top of one row to the next. */
  step: number;
}

const made = new WeakMap<StateView, Layout>();
const [ROW, LEAST, PLATE] = [40, 26, 28];

/** A row for each device, by node; and for a node without one. */
function layoutOf(state: StateView): Layout {
  const old = made.get(state);
  if (old) return old;
  const devices = state.dev
    .flatMap(({ present, node_id: node, pages }, type) => (present === 1 ? [{ type, node, pages }] : []))
    .sort((a, b) => a.node - b.node || a.type - b.type);
  const nodes = state.node.flatMap(({ present }, nid) => (present === 1 ? [nid] : []));
  const rows: Row[] = [];
  for (const node of [...nodes, -1]) {
    const own = devices.filter((device) => device.node === node);
    own.forEach((device, i) => rows.push({ node: i === 0 ? node : null, device }));
    if (own.length === 0 && node >= 0) rows.push({ node, device: null });
  }
  const step = Math.max(LEAST, Math.min(ROW, Math.floor(176 / Math.max(1, rows.length))));
  const layout = { rows, devices, step };
  made.set(state, layout);
  return layout;
}

const TankOutline = memoMark<{
  x: number;
  y: number;
  width: number;
  height: number;
  type: number;
  node: number;
}>('TankOutline', ({ x, y, width, height, type, node }) => {
  const { fill, on } = tone(node);
  return (
    <g>
      <rect x={x - height} y={y} width={height - 2} height={height} rx="2" fill={fill} />
      <text x={x - height / 2 - 1} y={y + height / 2 + 4.5} className="t13 w6 mid" style={{ fill: on }}>
        {letterOf(type)}
      </text>
      <rect x={x} y={y} width={width} height={height} rx="2" fill="none" stroke="var(--control)" />
    </g>
  );
});

const Scene: FC<SmallSceneProps> = ({ run, demand, k, width, id }) => {
  const { rows, devices, step } = layoutOf(demand.state);
  const asker = demand.asker[k - 1] ?? -1;
  const chosen = run.cells[run.cell[k - 1] ?? -1]?.place ?? -1;
  const from = rows.findIndex(({ node }) => node === asker);
  const to = rows.findIndex(({ device }) => device?.type === chosen);
  const [listX, box] = [Math.round(width * 0.45), 24];
  const height = Math.min(30, step - 6);
  const tankX = listX + box + 24 + height;
  const tankWidth = Math.max(40, width - tankX - 52);
  const mid = (row: number) => row * step + step / 2;
  const order = new Map<number, number>();
  for (let i = 0; i < LISTED; i++) {
    const type = at(run, SWAP.order + i, k);
    if (type >= 0) order.set(type, i + 1);
  }
  const total = devices.reduce((sum, { type }) => sum + (at(run, SWAP.given + type, k) || 0), 0);
  const turn = listX - 24;
  const below = rows.length * step + 6;
  return (
    <>
      <Textures id={id} nodes={devices.map(({ node }) => node)} />
      {from >= 0 && <rect x="-8" y={from * step} width={width + 16} height={step} fill="var(--wash)" />}
      {rows.map(({ node, device }, i) => {
        const y = mid(i) - height / 2;
        const hot = device !== null && device.type === chosen;
        const used = device ? Math.max(0, at(run, device.type, k) || 0) : 0;
        const share = device && device.pages > 0 ? Math.min(1, used / device.pages) : 0;
        const place = device ? order.get(device.type) : undefined;
        return (
          <g key={device ? `d${device.type}` : `n${node ?? ''}`}>
            {node !== null && <NodePlate node={node} x={0} y={mid(i) - PLATE / 2} size={PLATE} />}
            {i === from && (
              <text x={PLATE + 8} y={mid(i) + 4.5} className="t13 w6">
                asks
              </text>
            )}
            {device && (
              <>
                <rect
                  x={listX}
                  y={mid(i) - 10}
                  width={box}
                  height="20"
                  rx="3"
                  fill="var(--paper)"
                  stroke={hot ? 'var(--now)' : 'var(--control)'}
                  strokeWidth={hot ? 2 : 1}
                />
                <text x={listX + box / 2} y={mid(i) + 4.5} className={`t12 mid ${hot ? 'w6 inow' : 'i2'}`}>
                  {place ?? '–'}
                </text>
                <TankOutline
                  x={tankX}
                  y={y}
                  width={tankWidth}
                  height={height}
                  type={device.type}
                  node={device.node}
                />
                {share > 0 && (
                  <>
                    <rect
                      x={tankX}
                      y={y}
                      width={(share * tankWidth).toFixed(1)}
                      height={height}
                      fill={texture(id, device.node)}
                    />
                    <path
                      d={`M${(tankX + share * tankWidth).toFixed(1)} ${y}v${height}`}
                      stroke={tone(device.node).fill}
                      strokeWidth="2.5"
                    />
                  </>
                )}
                <text x={width} y={mid(i) + 4.5} className={`t13 end ${used > 0 ? 'w6' : 'i3'}`}>
                  {used > 0 ? humanSize(used) : 'none'}
                </text>
              </>
            )}
          </g>
        );
      })}
      {from >= 0 && to >= 0 && (
        <g className="side-now">
          <path
            d={
              from === to
                ? `M${PLATE + 44} ${mid(from)}H${listX - 6}`
                : `M${PLATE + 44} ${mid(from)}H${turn}V${mid(to)}H${listX - 6}`
            }
          />
          <path className="tip" d={`M${listX - 8} ${mid(to) - 4}l7 4l-7 4z`} />
        </g>
      )}
      {total > 0 && (
        <RatioBar
          shares={devices.map(({ type, node }) => ({
            key: type,
            node,
            share: (at(run, SWAP.given + type, k) || 0) / total,
          }))}
          y={below}
          width={width}
          id={id}
        />
      )}
    </>
  );
};

const percent = (share: number) => (share > 99.5 && share < 100 ? '99.9' : String(Math.round(share)));

export const swapScene: SmallScene = {
  Scene,
  heightOf: (state) => {
    const { rows, step } = layoutOf(state);
    return rows.length * step + 22;
  },
  value: (run, k) => {
    const home = at(run, SWAP.home, k);
    return Number.isNaN(home) ? null : [`${percent(home)} %`, 'stays at home'];
  },
  sentence: (run, { state }, k) => {
    const names = namesOf(state);
    const { devices } = layoutOf(state);
    const shares = devices
      .filter(({ pages }) => pages > 0)
      .map(({ type, pages }) => ({ type, share: (at(run, type, k) || 0) / pages }))
      .sort((a, b) => b.share - a.share);
    const [most, next] = shares;
    if (!most || most.share === 0) return 'Every device is empty.';
    const name = names.device(most.type).name;
    if (most.share >= 1) return `${name} is full.`;
    if (next && Math.round(100 * next.share) === Math.round(100 * most.share))
      return `The fullest: ${percent(100 * most.share)} %, more than one device.`;
    return `${name} is the fullest: ${percent(100 * most.share)} %.`;
  },
  topOf: () => 1,
};
