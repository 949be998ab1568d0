/** The letter of a choice that stands in the drawing; nothing for others. */
import type { FC } from 'react';
import type { Cell } from '../../core/decision';
import { LetterTile } from '../../ui/nodes/LetterTile';

export const ChoiceTile: FC<{ of: { cell: Cell | null } }> = ({ of: { cell } }) =>
  cell && cell.letter !== '' ? <LetterTile letter={cell.letter} node={cell.node} /> : null;
