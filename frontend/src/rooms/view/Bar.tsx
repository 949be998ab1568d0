/** A bar of answers: its frame is everyone in the room, so that silence shows, too; of few, counts only. In ink: people are not nodes. */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import { FEW_PEOPLE, share } from '../phrases';

interface Props {
  n: number;
  /** Who answered. */
  answered: number;
  /** Everyone in the room. */
  everyone: number;
  /** Of the round before, drawn in outline. */
  before?: number | undefined;
}

export const Bar: FC<Props> = ({ n, answered, everyone, before }) => {
  const part = (count: number) => `${everyone === 0 ? 0 : Math.min(100, (100 * count) / everyone)}%`;
  return (
    <div className="room-bar-of">
      <p>
        <b>{grouped(n)}</b> {answered >= FEW_PEOPLE && <span>{share(n, answered)}</span>}
        {before !== undefined && <span className="room-before"> before: {grouped(before)}</span>}
      </p>
      <div className="room-frame" aria-hidden="true">
        <i style={{ width: part(n) }} />
        {before !== undefined && <em style={{ width: part(before) }} />}
      </div>
    </div>
  );
};
