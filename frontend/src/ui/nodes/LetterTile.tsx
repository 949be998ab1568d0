/** A letter on the colour of its node, in a line of text. */
import type { FC } from 'react';
import { tone } from './colours';
import './letter-tile.css';

export const LetterTile: FC<{ letter: string; node: number }> = ({ letter, node }) => {
  const { fill, on } = tone(node);
  return (
    <span
      className="letter-tile"
      aria-hidden="true"
      style={node < 0 ? undefined : { background: fill, color: on, borderColor: fill }}
    >
      {letter}
    </span>
  );
};
