/** What a drawing with motion is drawn on. */
import { useState, type FC, type ReactNode } from 'react';

interface Props {
  /** Class of the scene's own rules. */
  name: string;
  /** Decision that is drawn. */
  k: number;
  animate: boolean;
  width: number;
  height: number;
  label: string;
  /** Id of the element that describes it. */
  describedBy?: string | undefined;
  children: ReactNode;
}

/**
 * Tells a step back from a step forward, so that motion can play the inverse. It is rendered twice at each
 * step; what is on it is not.
 */
export const DrawingRoot: FC<Props> = ({ name, k, animate, width, height, label, describedBy, children }) => {
  const [seen, setSeen] = useState({ k, back: false });
  if (seen.k !== k) setSeen({ k, back: k < seen.k });
  const back = seen.k === k ? seen.back : k < seen.k;
  return (
    <svg
      className={`${name}${animate ? ' animate' : ''}${back ? ' back' : ''}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    >
      {children}
    </svg>
  );
};
