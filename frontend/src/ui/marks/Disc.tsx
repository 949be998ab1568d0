import { memo } from 'react';
import type { Entity } from '../../core/key';
import { memoMark } from '../memo';

/** A numbered disc inside a drawing: the same number stands before a sentence of the why panel. */
export const Disc = memoMark<{
  n: number;
  x: number;
  y: number;
  r?: number;
  /** What its sentence is about. */
  of?: Entity | undefined;
}>('Disc', ({ n, x, y, r = 9, of }) => (
  <g data-n={n} data-of={of} transform={`translate(${x} ${y})`}>
    <Face n={n} r={r} />
  </g>
));

/** It moves with the steps, and looks the same. */
const Face = memo<{ n: number; r: number }>(({ n, r }) => (
  <>
    <circle r={r + 1.5} fill="var(--paper)" />
    <circle r={r} fill="var(--ink)" />
    <text y="4.3" className="t12 w6 mid ip">
      {n}
    </text>
  </>
));
Face.displayName = 'Face';
