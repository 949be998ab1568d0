/** Beside what is asked: answers in the rows of the drawing, the code, and the question's three states. */
import { useMemo, type FC } from 'react';
import { useStore } from 'zustand';
import { choicesOf } from '../../quiz/choices';
import { choicesIn } from '../../quiz/state';
import { grouped } from '../../core/number';
import { lessonStore } from '../../lessons/state';
import { ROOM_KEYS } from '../../stage/presenter/room-keys';
import { useStageState } from '../../stage/control/stage-context';
import { footerHeightRef } from '../../ui/footer-size';
import { QrPicture } from '../../ui/QrPicture';
import type { Stage } from '../gen/protocol';
import type { Leader } from '../leader';
import { askOfLesson, askOfStage, revealedOf } from '../question';
import { answeredWords, spaced } from '../phrases';
import { linkOf, typedOf } from './links';
import { AnswerRows } from './AnswerRows';
import '../../ui/style/fields.css';

const STAGES: readonly (readonly [stage: Stage, words: string])[] = [
  ['question', 'Question'],
  ['answers', 'Answers'],
  ['reveal', 'Reveal'],
];
/** What PageDown leads to. */
const NEXT: Record<Stage, string> = { question: 'Show answers', answers: 'Reveal', reveal: 'Next question' };

/** On the stage. */
export const ClassPanel: FC<{ leader: Leader; base: string }> = ({ leader, base }) => {
  const { question, counts, before, members, link } = useStore(leader.store);
  const quiz = useStageState((s) => s.quiz);
  if (!quiz) return null;
  const own = quiz.question;
  const asked = askOfStage(quiz);
  const stage = question?.stage ?? 'question';
  return (
    <div className="room-beside">
      {own && asked && (
        <AnswerRows
          pane={quiz.pane}
          choices={choicesIn(own)}
          counts={counts}
          before={before}
          everyone={members}
          on={stage !== 'question'}
          revealed={stage === 'reveal' ? revealedOf(own, counts) : null}
        />
      )}
      <aside ref={footerHeightRef} className="room-aside" aria-label="Question to the class">
        <div className="room-join-here">
          {link !== '' && (
            <QrPicture
              text={linkOf(base, link)}
              label={`A picture that leads to room ${spaced(leader.code)}`}
            />
          )}
          <p>
            Scan, or open <b>{typedOf(base)}</b> and type
          </p>
        </div>
        <p className="room-aside-code">{spaced(leader.code)}</p>
        {quiz.refusal !== '' && <p role="alert">{quiz.refusal}</p>}
        {own && !asked && <p>Phones have nothing to choose from here: let the class raise hands.</p>}
        {asked && <Asking leader={leader} next={NEXT[stage]} />}
      </aside>
    </div>
  );
};

/** What the class says to a lesson's question, beside its picture. */
export const StepAnswers: FC<{ leader: Leader }> = ({ leader }) => {
  const { question, counts, before, members } = useStore(leader.store);
  const asked = useStore(lessonStore, ({ now }) => now?.questions[now.nth]);
  const choices = useMemo(() => (asked ? choicesOf(asked.question) : []), [asked]);
  if (!asked) return null;
  return (
    <div className="room-beside">
      <AnswerRows
        pane={asked.pane ?? 'A'}
        choices={choices}
        counts={counts}
        before={before}
        everyone={members}
        on={(question?.stage ?? 'question') !== 'question'}
        revealed={question?.stage === 'reveal' ? revealedOf(asked.question, counts) : null}
      />
    </div>
  );
};

/** The question's states, below its words in a lesson. */
export const StepControls: FC<{ leader: Leader }> = ({ leader }) => {
  const { question } = useStore(leader.store);
  const now = useStore(lessonStore, (s) => s.now);
  if (!now) return null;
  if (!askOfLesson(now)) return <p>Phones have nothing to choose from here: let the class raise hands.</p>;
  const stage = question?.stage ?? 'question';
  const more = now.nth + 1 < now.questions.length;
  return (
    <div className="room-aside">
      <Asking leader={leader} next={stage === 'reveal' ? (more ? NEXT.reveal : null) : NEXT[stage]} />
    </div>
  );
};

/** `next`: what PageDown leads to; null: out of this question. */
const Asking: FC<{ leader: Leader; next: string | null }> = ({ leader, next }) => {
  const { question, members, answered } = useStore(leader.store);
  const stage = question?.stage ?? 'question';
  return (
    <>
      <p className="room-many">
        <b>{grouped(answered)}</b>
        {answeredWords(answered, members).slice(grouped(answered).length)}
      </p>
      <progress className="room-answered" max={Math.max(1, members)} value={answered} aria-hidden="true" />
      <p id="room-sees" aria-hidden="true">
        The class sees
      </p>
      <div className="seg room-stages" role="group" aria-label="The class sees">
        {STAGES.map(([is, words]) => (
          <button
            key={is}
            type="button"
            aria-pressed={stage === is}
            disabled={!question}
            onClick={() => {
              leader.show(is);
            }}
          >
            {words}
          </button>
        ))}
      </div>
      {next !== null && (
        <button
          type="button"
          className="btn main room-go"
          disabled={!question}
          onClick={() => {
            leader.next();
          }}
        >
          {next} <kbd>PageDown</kbd>
        </button>
      )}
      <p className="room-acts">
        <button
          type="button"
          className="link-btn"
          disabled={!question}
          onClick={() => {
            leader.again();
          }}
        >
          Ask again
        </button>
        {stage !== 'reveal' && (
          <button
            type="button"
            className="link-btn"
            disabled={!question}
            onClick={() => {
              leader.toggle();
            }}
          >
            {stage === 'question' ? 'Show answers' : 'Hide answers'} <kbd>{ROOM_KEYS.toggle.shown}</kbd>
          </button>
        )}
      </p>
    </>
  );
};
