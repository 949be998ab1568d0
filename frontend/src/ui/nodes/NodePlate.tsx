import { tone } from './colours';
import { memoMark } from '../memo';

/** A node's plate inside a drawing: its number on its colour; a dashed grey outline where there is no node. */
export const NodePlate = memoMark<{
  node: number;
  x: number;
  y: number;
  size: number;
}>('NodePlate', ({ node, x, y, size }) => {
  const { fill, on } = tone(node);
  const none = node < 0;
  const px = Math.max(13, Math.round(size * 0.53));
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={size}
        height={size}
        rx="4"
        fill={none ? 'none' : fill}
        {...(none ? { stroke: fill, strokeWidth: 1.5, strokeDasharray: '4 3' } : {})}
      />
      <text
        x={size / 2}
        y={size / 2 + px * 0.355}
        className="mid w6"
        style={{ fontSize: px, fill: none ? 'var(--ink-2)' : on }}
      >
        {none ? '–' : node}
      </text>
    </g>
  );
});
