/** What comes next? Asked beside the drawing, answered there or here, and then shown. */
import { useEffect, useRef, useState, type FC } from 'react';
import { grouped } from '../../core/number';
import type { Quiz } from '../quiz';
import { NO_SCORE, storedScore, storeScore } from '../score';
import { choicesIn, type QuizState } from '../state';
import { QuestionView } from './QuestionView';
import { hasModifier } from '../../ui/keyboard';
import './question.css';

export interface QuestionPanelProps {
  quiz: Quiz;
  state: QuizState;
}

export const QuestionPanel: FC<QuestionPanelProps> = ({ quiz, state }) => {
  const panel = useRef<HTMLElement>(null);
  const { pane, question, chosen, shown, k, refusal, set } = state;
  // A new question is read from its beginning; once shown, from its result.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, [k, shown, question]);
  return (
    <section
      ref={panel}
      className="question"
      tabIndex={-1}
      aria-label={shown ? 'Result' : 'Question'}
      data-k={k}
      onKeyDown={(event) => {
        if (hasModifier(event)) return;
        const choice = choicesIn(question)[Number(event.key) - 1];
        if (choice && !shown) quiz.choose(choice.key);
        else if (event.key === 'Escape') quiz.stop();
        else if (event.key === 'Enter' && event.target === panel.current && !shown && chosen !== null)
          quiz.show();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {refusal !== '' && (
        <>
          <p role="alert">{refusal}</p>
          {set.length > 0 && <Next quiz={quiz} />}
        </>
      )}
      {question === null && refusal === '' && <p role="status">looking for a question …</p>}
      {question && (
        <QuestionView
          key={k}
          question={question}
          draws
          beside={`#pane-${pane} .drawing svg.zones`}
          answer={chosen}
          revealed={shown}
          onAnswer={(answer) => {
            quiz.choose(answer);
          }}
          onReveal={() => {
            quiz.show();
          }}
          skip={
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                void quiz.next();
              }}
            >
              Skip
            </button>
          }
          next={<Next quiz={quiz} />}
        />
      )}
      <Below quiz={quiz} state={state} />
    </section>
  );
};

const Next: FC<{ quiz: Quiz }> = ({ quiz }) => (
  <p className="question-acts">
    <button
      type="button"
      className="btn main"
      onClick={() => {
        void quiz.next();
      }}
    >
      Next question <kbd>N</kbd>
    </button>
  </p>
);

const Below: FC<QuestionPanelProps> = ({ quiz, state: { k, set } }) => {
  const [, renew] = useState(0);
  const { asked, right, streak } = storedScore();
  const at = set.indexOf(k);
  const place =
    at < 0
      ? `Decision ${grouped(k)}, not of the set.`
      : `Question ${at + 1} of ${set.length}, easy ones first.`;
  return (
    <div className="question-score">
      <p>
        <b>
          {grouped(right)} of {grouped(asked)}
        </b>{' '}
        right{streak > 1 ? `, ${grouped(streak)} in a row` : ''}. {place} Kept on this machine only
        {asked > 0 && (
          <>
            ;{' '}
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                storeScore(NO_SCORE);
                renew((n) => n + 1);
              }}
            >
              forget it
            </button>
          </>
        )}
        .
      </p>
      <button
        type="button"
        className="link-btn"
        onClick={() => {
          quiz.stop();
        }}
      >
        Leave, and show all
      </button>
    </div>
  );
};
