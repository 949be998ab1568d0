/** What comes next? Asked beside the drawing, answered there or here, and then shown. */
import { createContext, use, useEffect, useRef, useState, type FC } from 'react';
import type { Choice, ChoiceQuestion, Question } from '../../scenes/question';
import { QuestionView } from './QuestionView';
import { textOf } from '../../core/message';
import { grouped } from '../../core/number';
import type { SourceInfo } from '../../scenes/scene';
import { LetterTile } from '../../ui/nodes/LetterTile';
import { Tag } from '../../ui/Tag';
import { withoutBreaks } from '../../ui/line-break';
import { UsageBar } from '../../ui/nodes/UsageBar';
import { NO_SCORE, storedScore, storeScore } from '../score';
import type { Quiz } from '../quiz';
import { choiceOf, choicesIn, solutionChoice, type QuizState } from '../state';
import '../../ui/style/blocks.css';
import './question.css';

/** The quiz that the panel shows, for its parts. */
const QuizContext = createContext<Quiz | null>(null);

function useQuiz(): Quiz {
  const quiz = use(QuizContext);
  if (!quiz) throw new Error('a part of the question outside its panel');
  return quiz;
}

/** `info`: of the source that is asked about. */
export interface QuestionPanelProps {
  quiz: Quiz;
  predict: QuizState;
  info: SourceInfo | null;
}

export const QuestionPanel: FC<QuestionPanelProps> = ({ quiz, predict, info }) => (
  <QuizContext value={quiz}>
    <Panel predict={predict} info={info} />
  </QuizContext>
);

const Panel: FC<Omit<QuestionPanelProps, 'quiz'>> = ({ predict, info }) => {
  const quiz = useQuiz();
  const panel = useRef<HTMLElement>(null);
  const { question, shown, k } = predict;
  // A new question is read from its beginning; shown, from what came of it.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, [k, shown, question]);
  return (
    <section
      ref={panel}
      className="question"
      tabIndex={-1}
      aria-label={shown ? 'What came of it' : 'Question'}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const choice = choicesIn(question)[Number(event.key) - 1];
        if (choice && !shown) quiz.choose(choice.key);
        else if (event.key === 'Escape') quiz.stop();
        else if (event.key === 'Enter' && event.target === panel.current && !shown && predict.chosen !== null)
          quiz.show();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Spoken words={shown ? '' : spoken(predict)} />
      {predict.none !== '' && (
        <>
          <p role="alert">{predict.none}</p>
          {predict.set.length > 0 && <Next />}
        </>
      )}
      {question === null && predict.none === '' && <p role="status">looking for a question …</p>}
      {question && question.form !== 'choice' && <Ahead key={k} predict={predict} question={question} />}
      {question?.form === 'choice' && !shown && <Asked predict={predict} question={question} />}
      <div role="status">{shown && <Said predict={predict} info={info} />}</div>
      {question?.form === 'choice' && shown && <Shown predict={predict} info={info} />}
      <Below predict={predict} />
    </section>
  );
};

/** For who listens: a status is heard only if it was there before its words. */
const Spoken: FC<{ words: string }> = ({ words }) => {
  const [said, say] = useState('');
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      say(words);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [words]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
};

/** What there is to choose from, then what was chosen of it. What is asked is said by the caption. */
function spoken(predict: QuizState): string {
  const { question } = predict;
  const chosen = choiceOf(predict);
  if (chosen) return `You chose ${chosen.words}.`;
  return choicesIn(question)
    .map(({ words }, i) => `${i + 1}: ${words}`)
    .join('; ');
}

const Asked: FC<{ predict: QuizState; question: ChoiceQuestion }> = ({ predict, question }) => {
  const quiz = useQuiz();
  const { chosen, k } = predict;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        quiz.show();
      }}
    >
      <fieldset>
        <legend>
          <h2>{textOf(question.title)}</h2>
        </legend>
        <p className="note">{textOf(question.lead)}</p>
        {question.choices.map((choice, i) => (
          <label key={choice.key} className="choice">
            <input
              type="radio"
              name={`answer-${k}`}
              checked={choice.key === chosen}
              onChange={() => {
                quiz.choose(choice.key);
              }}
            />
            {choice.cell && <LetterTile letter={choice.cell.letter} node={choice.cell.node} />}
            <b>{choice.words}</b>
            <span className="choice-note">{withoutBreaks(choice.note)}</span>
            {choice.used !== undefined && <UsageBar share={choice.used} node={choice.cell?.node ?? -1} />}
            {i < 9 && <kbd aria-hidden="true">{i + 1}</kbd>}
          </label>
        ))}
      </fieldset>
      <p className="question-acts">
        <button type="submit" className="btn" disabled={chosen === null}>
          Show <kbd>Enter</kbd>
        </button>
        <Skip />
      </p>
      <h3>What you may use</h3>
      <p className="note">{textOf(question.hint)}</p>
    </form>
  );
};

const Skip: FC = () => {
  const quiz = useQuiz();
  return (
    <button
      type="button"
      className="link-btn"
      onClick={() => {
        void quiz.next();
      }}
    >
      Skip
    </button>
  );
};

/** A number, an order, a curve: the same as in lessons, with what is drawn above it. */
const Ahead: FC<{ predict: QuizState; question: Question }> = ({ predict, question }) => {
  const quiz = useQuiz();
  const { chosen, shown } = predict;
  return (
    <QuestionView
      ready={question}
      ask={textOf(question.title)}
      lead={textOf(question.lead)}
      hint={textOf(question.hint)}
      draws
      beside={`#pane-${predict.pane} .drawing svg.zones`}
      shown={shown}
      draft={chosen}
      onDraft={(draft) => {
        quiz.choose(draft);
      }}
      onShow={() => {
        quiz.show();
      }}
      next={<Next />}
      skip={<Skip />}
    />
  );
};

const WHO = { model: 'The model', kernel: 'The kernel', asif: 'As if, it', published: 'It' };

const Said: FC<{ predict: QuizState; info: SourceInfo | null }> = ({ predict, info }) => {
  const { question } = predict;
  const [chosen, answer] = [choiceOf(predict), question && solutionChoice(question)];
  if (!answer) return null;
  const from = info?.provenance ?? 'model';
  const said = !chosen
    ? `${WHO[from]}: ${answer.words}.`
    : chosen.key === answer.key
      ? `Yes: ${answer.words}.`
      : `You said ${chosen.words}. ${WHO[from]}: ${answer.words}.`;
  return (
    <>
      <h2>{said}</h2>
      <p className="question-because">{textOf((chosen ?? answer).reason)}</p>
    </>
  );
};

const Shown: FC<{ predict: QuizState; info: SourceInfo | null }> = ({ predict, info }) => {
  const { question } = predict;
  const [chosen, answer] = [choiceOf(predict), question && solutionChoice(question)];
  if (!answer) return null;
  return (
    <>
      <div className="answers">
        {chosen && chosen.key !== answer.key && (
          <Answer choice={chosen} who={<span className="tag you">you</span>} />
        )}
        <Answer choice={answer} who={<Tag of={info?.provenance ?? 'model'} />} took />
      </div>
      <Next />
    </>
  );
};

const Next: FC = () => {
  const quiz = useQuiz();
  return (
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
};

const Answer: FC<{ choice: Choice; who: React.ReactNode; took?: boolean }> = ({
  choice,
  who,
  took = false,
}) => (
  <div className={took ? 'answer took' : 'answer'}>
    {who}
    <p>
      {choice.cell && <LetterTile letter={choice.cell.letter} node={choice.cell.node} />}{' '}
      <b>{choice.words}</b> <span className="choice-note">{withoutBreaks(choice.note)}</span>
    </p>
  </div>
);

const Below: FC<{ predict: QuizState }> = ({ predict }) => {
  const quiz = useQuiz();
  const [, renew] = useState(0);
  const { asked, right, streak } = storedScore();
  const at = predict.set.indexOf(predict.k);
  const place =
    at < 0
      ? `Decision ${grouped(predict.k)}, not of the set.`
      : `Question ${at + 1} of ${predict.set.length}, easy ones first.`;
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
