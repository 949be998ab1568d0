/** A name behind the colour of its node. */
import type { FC } from 'react';
import { tone } from './nodes';

/** `letter`: what is written on the colour, as in drawing and strip. */
export const Swatched: FC<{ node: number; name: string | undefined; letter?: string | undefined }> = ({
  node,
  name,
  letter,
}) => (
  <>
    <span
      className={letter === undefined ? 'sw' : 'sw lettered'}
      style={{ background: tone(node).fill, color: tone(node).on }}
      aria-hidden="true"
    >
      {letter}
    </span>
    {name}
  </>
);
