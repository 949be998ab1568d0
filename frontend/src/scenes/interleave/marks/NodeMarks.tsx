import type { FC } from 'react';
import { tone } from '../../../ui/nodes/colours';
import { memoMark } from '../../../ui/memo';
import { byNode, clusters, shapes, strokes } from './mark-paths';
import type { Box } from './layout';

const Filled = memoMark<{ node: number; boxes: readonly Box[] }>('Filled', ({ node, boxes }) => (
  <>
    <path d={shapes(boxes)} fill={tone(node).fill} />
    <path d={strokes(node, boxes)} className="mark-texture" />
  </>
));

/** Marks of nodes, filled. */
export const NodeMarks: FC<{ boxes: readonly (Box & { node: number })[]; faint?: boolean }> = ({
  boxes,
  faint,
}) =>
  boxes.length > 0 && (
    <g opacity={faint ? 0.35 : undefined}>
      {byNode(boxes).map(([node, own]) => (
        <g key={node} data-node={node} data-of={`node:${node}`}>
          {clusters(own).map((boxes, i) => (
            <Filled key={i} node={node} boxes={boxes} />
          ))}
        </g>
      ))}
    </g>
  );

const Shapes = memoMark<{ boxes: readonly Box[] }>('Shapes', ({ boxes }) => <path d={shapes(boxes)} />);

/** Places that nothing is in: the clusters are of all places, so that a step changes one of them. */
export function EmptyMarks<B extends Box>({
  places,
  isEmpty,
}: {
  places: readonly B[];
  isEmpty: (place: B) => boolean;
}) {
  return (
    <g className="empty">
      {clusters(places).map((some, i) => (
        <Shapes key={i} boxes={some.filter(isEmpty)} />
      ))}
    </g>
  );
}

/** Marks whose node is known and whose place is not: an outline in the node's colour. */
export const HollowMarks: FC<{ boxes: readonly (Box & { node: number })[] }> = ({ boxes }) => (
  <g>
    {byNode(boxes).map(([node, own]) => (
      <g
        key={node}
        data-node={node}
        data-of={`node:${node}`}
        fill={tone(node).wash}
        stroke={tone(node).fill}
        strokeWidth="1.1"
        strokeDasharray="2.5 1.5"
      >
        {clusters(own).map((some, i) => (
          <Shapes key={i} boxes={some} />
        ))}
      </g>
    ))}
  </g>
);

/** The mark of the decision under the cursor: red, and nothing else is. It moves, and keeps its size. */
export const CursorMark: FC<{ box: Box }> = ({ box: { x, y, width, height } }) => (
  <rect
    className="here"
    transform={`translate(${x - 1.6} ${y - 2})`}
    width={width + 3.2}
    height={height + 4}
    rx="2"
    fill="none"
    stroke="var(--now)"
    strokeWidth="2.5"
  />
);
