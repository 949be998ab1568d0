/** A name behind the colour of its node. */
import type { FC } from 'react';
import { tone } from '../../ui/nodes/colours';

/** `letter`: what is written on the colour, as in drawing and strip. */
export const NodeName: FC<{ node: number; name: string | undefined; letter?: string | undefined }> = ({
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
