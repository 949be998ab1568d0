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

export const TaskMark: FC<Props> = ({ thread, x, y, r }) => (
  <g className="asked">
    <path d={thread} className="asked-thread" />
    <circle cx={x} cy={y} r={r} className="asked-ring" />
    <text x={x} y={y + 4.8} className={`${r < 10 ? 't13' : 't15'} w6 mid inow`}>
      ?
    </text>
  </g>
);

interface WordsProps {
  /** Where they begin; where they end, if they are not to the right of it. */
  x: number;
  /** The middle of the line. */
  y: number;
  right: boolean;
  words: string;
}

/** Who asks, in words beside the ring. */
export const TaskLabel: FC<WordsProps> = ({ x, y, right, words }) => (
  <text x={x} y={y + 4.5} className={`t13 w6 inow asked-words ${right ? '' : 'end'}`}>
    {words}
  </text>
);
