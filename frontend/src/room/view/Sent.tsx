/** Below a question on a phone: whether one's answer has arrived, and how many there are. */
import type { FC } from 'react';
import { useStore } from 'zustand';
import { coveringDock } from '../../ui/covered';
import type { Member } from '../member';
import { answeredWords } from '../words';

export const Sent: FC<{ member: Member }> = ({ member }) => {
  const { choice, confirmed, line, answered, members } = useStore(member.store);
  return (
    <div ref={coveringDock} className="room-foot">
      <div className="room-sent" role="status">
        <p>
          {choice === null ? (
            'Tap one. You may change it until the reveal.'
          ) : confirmed ? (
            <b>Confirmed</b>
          ) : line === 'in' ? (
            'Sending …'
          ) : (
            'Sent when the network is back.'
          )}
        </p>
        {choice !== null && <p>{answeredWords(answered, members)}</p>}
      </div>
      <progress className="room-answered" max={Math.max(1, members)} value={answered} aria-hidden="true" />
    </div>
  );
};
