/** Below a question on a phone: how to answer, whether the answer has arrived, and how many there are. */
import type { FC } from 'react';
import { useStore } from 'zustand';
import { footerHeightRef } from '../../ui/footer-size';
import type { Member } from '../member';
import { answeredWords } from '../phrases';

export const AnswerNotice: FC<{ member: Member; how?: string }> = ({ member, how = 'Tap one.' }) => {
  const { choice, confirmed, line, members, ...count } = useStore(member.store);
  // One's own is said sooner than how many there are.
  const answered = Math.max(count.answered, confirmed ? 1 : 0);
  return (
    <div ref={footerHeightRef} className="room-foot">
      <div className="room-sent" role="status">
        <p>
          {choice === null ? (
            `${how} You may change it until the reveal.`
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
