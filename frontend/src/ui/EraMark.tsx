import type { FC } from 'react';
import { axisTicks, eraSpan, type Era } from './era';

const WIDTH = 60;

/**
 * The kernels that behave so: an axis from 3.0 to 7.0 with a tick per major version, filled where the
 * rule lived, and the words beside it. `lived: false` leaves the axis empty, for what was never merged.
 */
export const EraMark: FC<Era> = ({ words, from, to, again, lived = true }) => {
  const spans = lived ? [{ from, to }, ...(again ? [again] : [])] : [];
  return (
    <span className="era">
      <svg width={WIDTH} height="14" aria-hidden="true">
        <path d={`M0 10.5H${WIDTH}`} stroke="var(--control)" />
        {axisTicks().map((at) => (
          <path key={at} d={`M${(at * (WIDTH - 1) + 0.5).toFixed(2)} 7V14`} stroke="var(--control)" />
        ))}
        {spans.map((span) => {
          const [a, b] = eraSpan(span.from, span.to);
          return (
            // A rule of the last release alone would be a hair: 3 px are the least that is seen.
            <rect
              key={a}
              x={Math.min(a * WIDTH, WIDTH - 3)}
              y="6"
              width={Math.max((b - a) * WIDTH, 3)}
              height="6"
              fill="var(--ink)"
            />
          );
        })}
      </svg>
      <span>
        <span className="visually-hidden">in Linux </span>
        {words}
      </span>
    </span>
  );
};
