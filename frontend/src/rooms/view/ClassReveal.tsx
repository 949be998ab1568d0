/** The result of a question, on a phone: one's own answer and whether it was right, the class's answers, and why. */
import type { FC, RefObject } from 'react';
import { useStore } from 'zustand';
import { grouped } from '../../core/number';
import { choicesOf, classRevealOf, solutionIndexOf } from '../../quiz/choices';
import { storedScore } from '../../quiz/score';
import type { Question } from '../../scenes/question';
import { Tag } from '../../ui/Tag';
import type { Asked } from '../gen/protocol';
import type { Member } from '../member';
import { Bar } from './Bar';
import { ChoiceTile } from './ChoiceTile';

/** Of more choices, those stand alone that somebody chose. */
export const FEW = 10;

interface Props {
  member: Member;
  asked: Asked;
  question: Question;
  head: RefObject<HTMLHeadingElement | null>;
}

export const ClassReveal: FC<Props> = ({ member, asked, question, head }) => {
  const { choice, confirmed, members } = useStore(member.store);
  const choices = choicesOf(question);
  const own = confirmed ? choice : null;
  const took = solutionIndexOf(question);
  const { said, why } = classRevealOf(question, own);
  const counts = asked.counts ?? [];
  const all = counts.reduce((sum, n) => sum + n, 0);
  const { asked: times, right } = storedScore();
  return (
    <>
      <h2 ref={head} tabIndex={-1}>
        {said}
      </h2>
      <ul className="room-came">
        {choices.map((one, i) =>
          choices.length > FEW && !counts[i] && i !== took ? null : (
            <li key={one.key} className={i === took ? 'took' : ''}>
              <ChoiceTile of={one} />
              <div>
                <p>
                  <b>{one.words}</b> {i === took && <Tag of={question.from} />}
                  {i === own && <span className="tag you">you</span>}
                </p>
                <Bar
                  n={counts[i] ?? 0}
                  answered={all}
                  everyone={Math.max(members, all)}
                  before={asked.before?.[i]}
                />
              </div>
            </li>
          ),
        )}
      </ul>
      <p className="room-because" role="status">
        {why}
      </p>
      <p className="note">
        {own === null
          ? 'No answer of yours arrived in time.'
          : `${grouped(counts[own] ?? 0)} of ${grouped(all)} said what you did.`}{' '}
        {times > 0 && `So far ${grouped(right)} of ${grouped(times)}, kept on this device.`}
      </p>
    </>
  );
};
