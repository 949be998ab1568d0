/** The path that was not taken: where another rule, with its own history, goes instead. It does not move. */
import type { FC } from 'react';

/** An arrow, open at its tip. `to`: where it points. */
export const GhostArrow: FC<{ d: string; x: number; y: number; to: 'right' | 'down' }> = ({
  d,
  x,
  y,
  to,
}) => (
  <g className="ghost">
    <path d={d} />
    <path
      d={to === 'right' ? `M${x - 8} ${y - 4.5}L${x} ${y}l-8 4.5` : `M${x - 4.5} ${y - 8}L${x} ${y}l4.5 -8`}
      className="tip"
    />
  </g>
);

/** Around what it would have chosen. */
export const GhostRing: FC<{ x: number; y: number; width: number; height: number }> = (box) => {
  const off = 3;
  return (
    <g className="ghost">
      <rect
        x={box.x - off}
        y={box.y - off}
        width={box.width + 2 * off}
        height={box.height + 2 * off}
        rx="4"
      />
    </g>
  );
};
