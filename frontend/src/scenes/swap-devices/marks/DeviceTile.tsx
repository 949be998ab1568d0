import { tone } from '../../../ui/nodes/colours';
import { memoMark } from '../../../ui/memo';

/** A device's letter on the colour of its node; dashed and grey where there is none. The same wherever it is shown. */
export const DeviceTile = memoMark<{
  letter: string;
  node: number;
  x: number;
  y: number;
  size: number;
}>('DeviceTile', ({ letter, node, x, y, size }) => {
  const { fill, on } = tone(node);
  const px = Math.max(12, Math.round(size * 0.66));
  return (
    <g className="tile" transform={`translate(${x} ${y})`}>
      <rect
        width={size}
        height={size}
        rx="2"
        fill={node < 0 ? 'none' : fill}
        {...(node < 0 ? { stroke: fill, strokeWidth: 1.25, strokeDasharray: '3 2' } : {})}
      />
      <text
        x={size / 2}
        y={size / 2 + px * 0.355}
        className="mid w6"
        style={{ fontSize: px, fill: node < 0 ? 'var(--ink-2)' : on }}
        {...(letter.length > 1 && size < 24
          ? { textLength: size - 3, lengthAdjust: 'spacingAndGlyphs' }
          : {})}
      >
        {letter}
      </text>
    </g>
  );
});
