/** The ticks of a scale: lines across the drawing, and words at their ends. d3-axis writes the DOM; this is rendered. */
import type { ReactNode } from 'react';

interface Props<T> {
  /** To px along the axis. */
  scale: (value: T) => number | undefined;
  ticks: readonly T[];
  side: 'left' | 'bottom';
  words: (value: T) => string;
  /** px across the axis: of the words' base, and of both ends of the lines, where there are lines. */
  at: number;
  lines?: readonly [number, number];
  lineClass?: string;
  textClass: string;
}

export function Axis<T extends number | string>(props: Props<T>): ReactNode {
  const { scale, ticks, side, words, at, lines, lineClass, textClass } = props;
  const left = side === 'left';
  return ticks.map((tick) => {
    const along = scale(tick) ?? 0;
    const text = words(tick);
    return (
      <g key={tick}>
        {lines && (
          <path
            d={left ? `M${lines[0]} ${along}H${lines[1]}` : `M${along} ${lines[0]}V${lines[1]}`}
            className={lineClass}
          />
        )}
        {text !== '' && (
          <text x={left ? at : along} y={left ? along + 4 : at} className={textClass}>
            {text}
          </text>
        )}
      </g>
    );
  });
}
