/** A name behind the colour of its node. */
import type { FC } from 'react';
import { tone } from './nodes';

export const Swatched: FC<{ node: number; name: string | undefined }> = ({ node, name }) => (
  <>
    <span className="sw" style={{ background: tone(node).fill }} aria-hidden="true" />
    {name}
  </>
);
