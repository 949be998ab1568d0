import { NodePlate } from '../../../ui/nodes/NodePlate';
import { memoMark } from '../../../ui/memo';
import type { Node } from '../facts/facts';
import type { Grid } from './grid';
import type { Row } from './rows';
import type { PlatePlace } from './layout';

/** The row of the node that asks stands on a wash; others are parted by hairlines. */
export const RowGround = memoMark<{
  grid: Grid;
  hot: number | null;
  own: readonly Row[];
}>('RowGround', ({ grid, hot, own }) => {
  // A wash that covers everything would tell nothing.
  const hotRow = own.length > 1 ? own.find((r) => r.nid === hot) : undefined;
  return (
    <g>
      {hotRow && (
        <rect
          x={-8}
          y={hotRow.top + 2}
          width={grid.width + 16}
          height={hotRow.height - 4}
          rx="4"
          fill="var(--wash)"
        />
      )}
      {!grid.compact &&
        own.slice(1).map((row, i) => {
          if (row.nid === hot || own[i]?.nid === hot) return null;
          return <line key={row.nid} x1="0" x2={grid.width} y1={row.top} y2={row.top} className="hair" />;
        })}
    </g>
  );
});

/** A node's plate and its CPUs; the CPU that decides is red. */
export const RowHead = memoMark<{
  row: Row;
  node: Node | null;
  place: PlatePlace;
}>('RowHead', ({ row, node, place }) => (
  <g data-node={row.nid} data-of={`node:${row.nid}`}>
    <NodePlate node={node ? node.nid : -1} x={place.x} y={place.y} size={place.size} />
    {place.label && (
      <text x={place.label.x} y={place.label.y} className={node ? 't15 w5' : 't13 i2'}>
        {place.label.text}
      </text>
    )}
    {place.cpus.map((box) => (
      <g key={box.cpu}>
        <rect
          x={box.x}
          y={box.y}
          width={box.width}
          height={box.height}
          rx="2"
          fill={box.hot ? 'var(--now)' : 'var(--paper)'}
          stroke={box.hot ? 'var(--now)' : 'var(--control)'}
          strokeWidth="1.25"
        />
        <text x={box.x + box.width / 2} y={box.y + 14.5} className={`t13 mid w5 ${box.hot ? 'ip' : 'i2'}`}>
          {box.cpu}
        </text>
      </g>
    ))}
    {place.cpuText && (
      <text x={place.cpuText.x} y={place.cpuText.y} className="t13 i2">
        {place.cpuText.text}
      </text>
    )}
  </g>
));
