/** Before a decision is shown it is known who asks, and not yet what comes of it: a thread that ends in a ring. */
import type { FC } from 'react';

interface Props {
  /** From who asks to the ring. */
  thread: string;
  x: number;
  y: number;
  /** Of the ring. */
  r: number;
}

export const AskedMark: FC<Props> = ({ thread, x, y, r }) => (
  <g className="asked">
    <path d={thread} className="asked-thread" />
    <circle cx={x} cy={y} r={r} className="asked-ring" />
    <text x={x} y={y + 4.8} className={`${r < 10 ? 't13' : 't15'} w6 mid inow`}>
      ?
    </text>
  </g>
);
