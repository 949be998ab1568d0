import type { FC } from 'react';
import { tone } from '../../ui/nodes';
import { byNode, shapes, strokes } from './marks';
import type { Box } from './places';

/** Marks of nodes, filled: two paths for each node, however many marks there are. */
export const NodeMarks: FC<{ boxes: readonly (Box & { node: number })[]; faint?: boolean }> = ({
  boxes,
  faint,
}) => (
  <g opacity={faint ? 0.35 : undefined}>
    {byNode(boxes).map(([node, own]) => (
      <g key={node} data-node={node}>
        <path d={shapes(own)} fill={tone(node).fill} />
        <path d={strokes(node, own)} className="mark-texture" />
      </g>
    ))}
  </g>
);

/** Marks whose node is known and whose place is not: an outline in the node's colour. */
export const HollowMarks: FC<{ boxes: readonly (Box & { node: number })[] }> = ({ boxes }) => (
  <g>
    {byNode(boxes).map(([node, own]) => (
      <path
        key={node}
        d={shapes(own)}
        data-node={node}
        fill={tone(node).wash}
        stroke={tone(node).fill}
        strokeWidth="1.1"
        strokeDasharray="2.5 1.5"
      />
    ))}
  </g>
);

/** The mark of the decision under the cursor: red, and nothing else is. */
export const Here: FC<{ box: Box }> = ({ box: { x, y, width, height } }) => (
  <rect
    className="here"
    x={x - 1.6}
    y={y - 2}
    width={width + 3.2}
    height={height + 4}
    rx="2"
    fill="none"
    stroke="var(--now)"
    strokeWidth="2.5"
  />
);
