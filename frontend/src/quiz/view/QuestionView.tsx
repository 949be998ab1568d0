/** A question of any form: an offer, never a gate. Answered, it says both and why they differ, never right or wrong. */
import { useEffect, useId, useRef, useState, type FC, type ReactNode } from 'react';
import { LetterTile } from '../../ui/nodes/LetterTile';
import { Tag } from '../../ui/Tag';
import { textOf } from '../../core/message';
import { withoutBreaks } from '../../ui/line-break';
import { UsageBar } from '../../ui/nodes/UsageBar';
import { isRight, revealOf, solutionText, toleranceText } from '../answers';
import {
  isNames,
  isNumbers,
  type Answer,
  type Choice,
  type NumberQuestion,
  type Question,
} from '../../scenes/question';
import { choiceOf, choicesIn, solutionChoice } from '../state';
import { formatValue } from '../values';
import '../../ui/style/blocks.css';
import '../../ui/style/fields.css';
import './answer.css';
import { LevelBar } from './LevelBar';
import { Curve } from './Curve';
import { hasModifier } from '../../ui/keyboard';

interface Props {
  question: Question;
  /** A lesson's words, with their markup, which say how things stand as well; left out: the question's own. */
  title?: ReactNode;
  /** Said before it, for those who listen: "Question 2 of 3: ". */
  place?: string;
  /** The bar or the curve is part of this; left out: it stands in the picture. */
  draws?: boolean;
  /** Selector of a drawing of zones that it stands beside. */
  beside?: string;
  answer: Answer;
  revealed: boolean;
  onAnswer: (answer: Answer) => void;
  onReveal: () => void;
  /** Beside the button that shows what came. */
  skip: ReactNode;
  /** Below what came. */
  next: ReactNode;
}

/** The question, then its result. It stands in a section of class `question`. */
export const QuestionView: FC<Props> = (props) => {
  const {
    question,
    title,
    place,
    draws = false,
    beside,
    answer,
    revealed,
    onAnswer,
    onReveal,
    skip,
    next,
  } = props;
  const result = useRef<HTMLHeadingElement>(null);
  // The focus was on what is gone now.
  useEffect(() => {
    if (revealed) result.current?.focus({ preventScroll: true });
  }, [revealed]);
  // A status is heard only if it was there before its words.
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      setThere(true);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);
  const reveal = revealed ? revealOf(question, answer) : null;
  const [lead, hint] = [textOf(question.lead), textOf(question.hint)];
  const folded = title === undefined ? hint : `${lead} ${hint}`.trim();
  return (
    <>
      <p className="visually-hidden" role="status">
        {reveal ? `${reveal.said} ${reveal.why}` : isThere ? saidSoFar(question, answer) : ''}
      </p>
      {reveal ? (
        <>
          <h2 ref={result} tabIndex={-1}>
            {reveal.said}
          </h2>
          {/* Where it was drawn, and level with the drawing: words come below. */}
          {question.form === 'curve' && (
            <AnswerComparison question={question} answer={answer} beside={beside} />
          )}
          {reveal.why !== '' && <p className="question-because">{reveal.why}</p>}
          {question.form !== 'curve' && <AnswerComparison question={question} answer={answer} />}
          {next}
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (answer !== null) onReveal();
          }}
          onKeyDown={(event) => {
            const target = event.target;
            const typing = target instanceof HTMLInputElement && target.type !== 'radio';
            if (hasModifier(event) || typing) return;
            const choice = choicesIn(question)[Number(event.key) - 1];
            if (!choice) return;
            event.preventDefault();
            onAnswer(choice.key);
          }}
        >
          <fieldset>
            <legend>
              {place !== undefined && <span className="visually-hidden">{place}</span>}
              <h2>{title ?? textOf(question.title)}</h2>
            </legend>
            {title === undefined && lead !== '' && <p className="note">{lead}</p>}
            {draws && (
              <AnswerDrawing question={question} answer={answer} onAnswer={onAnswer} beside={beside} />
            )}
            <AnswerInput question={question} answer={answer} onAnswer={onAnswer} />
          </fieldset>
          <p className="question-acts">
            <button type="submit" className="btn main" disabled={answer === null}>
              Show <kbd aria-hidden="true">Enter</kbd>
            </button>
            {skip}
          </p>
          {folded !== '' && (
            <details className="question-hint">
              <summary>What you may use</summary>
              <p>{folded}</p>
            </details>
          )}
        </form>
      )}
    </>
  );
};

type Said = Pick<Props, 'question' | 'answer' | 'onAnswer'>;
interface Level {
  beside?: string | undefined;
}

/** A level or a curve to drag; nothing for what is answered otherwise. */
export const AnswerDrawing: FC<Said & Level> = ({ question, answer, onAnswer, beside }) => {
  if (question.form === 'number' && question.max !== null && question.kind === 'amount')
    return (
      <LevelBar
        max={question.max}
        unit={question.unit}
        value={typeof answer === 'number' ? answer : null}
        onChange={onAnswer}
      />
    );
  if (question.form !== 'curve') return null;
  const said = isNumbers(answer) ? answer : null;
  return <Curve question={question} said={said} shown={false} beside={beside} onChange={onAnswer} />;
};

/** What there is to choose from, then what was chosen of it. */
function saidSoFar(question: Question, answer: Answer): string {
  if (question.form === 'choice' && typeof answer === 'string')
    return `You chose ${question.choices.find(({ key }) => key === answer)?.words ?? ''}.`;
  if (question.form === 'choice')
    return question.choices.map(({ words }, i) => `${i + 1}: ${words}`).join('; ');
  // What moved stands elsewhere now; the button that moved it has the focus, and its name is not said again.
  if (question.form === 'order' && isNames(answer)) return `Now in this order: ${answer.join(', ')}.`;
  return '';
}

export const AnswerInput: FC<Said> = ({ question, answer, onAnswer }) => {
  const name = useId();
  switch (question.form) {
    case 'choice':
      return (
        <div className={`choices of-${question.choices.length}`}>
          {question.choices.map((choice, i) => (
            <label key={choice.key} className="choice">
              <input
                type="radio"
                name={name}
                checked={choice.key === answer}
                onChange={() => {
                  onAnswer(choice.key);
                }}
              />
              {choice.cell && <LetterTile letter={choice.cell.letter} node={choice.cell.node} />}
              <b>{choice.words}</b>
              {i < 9 && <kbd aria-hidden="true">{i + 1}</kbd>}
              <span className="choice-note">{withoutBreaks(choice.note)}</span>
              {choice.used !== undefined && <UsageBar share={choice.used} node={choice.cell?.node ?? -1} />}
            </label>
          ))}
        </div>
      );
    case 'number':
      return <NumberField question={question} answer={answer} onAnswer={onAnswer} />;
    case 'order':
      return (
        <Order items={isNames(answer) ? answer : question.items} said={isNames(answer)} onChange={onAnswer} />
      );
    case 'curve':
      return (
        <p className="note">Drag the handles, or begin with one of the shapes. {toleranceText(question)}</p>
      );
  }
};

/** Sizes are typed in MiB, as swapon has them. */
const scaleOf = (unit: string) => (unit === 'size' ? 256 : 1);

const NumberField: FC<{
  question: NumberQuestion;
  answer: Answer;
  onAnswer: (to: Answer) => void;
}> = ({ question, answer, onAnswer }) => {
  const scale = scaleOf(question.unit);
  const value = typeof answer === 'number' ? answer : null;
  const [text, setText] = useState('');
  const id = useId();
  // The bar was dragged meanwhile.
  const written =
    value === null
      ? text
      : sameNumber(text, value / scale)
        ? text
        : String(Math.round((value / scale) * 10) / 10);
  const hasBar = question.kind === 'amount' && question.max !== null;
  const suffix = question.unit === 'size' ? 'MiB' : question.unit;
  return (
    <div className="answer-number">
      <p>
        <label htmlFor={id}>{hasBar ? 'The level, or typed' : 'Your number'}</label>
        <input
          id={id}
          className="num"
          inputMode="decimal"
          autoComplete="off"
          value={written}
          aria-describedby={`${id}-close`}
          onChange={({ target }) => {
            setText(target.value);
            const n = Number(target.value.replaceAll(',', '').trim());
            const good = target.value.trim() !== '' && Number.isFinite(n) && Math.abs(n) <= 1e12;
            onAnswer(
              good
                ? question.max === null
                  ? n * scale
                  : Math.min(question.max, Math.max(0, n * scale))
                : null,
            );
          }}
        />
        <span>{suffix}</span>
      </p>
      <p className="note" id={`${id}-close`}>
        Close is within {formatValue(question.unit, question.within)}
        {question.max !== null && `, of ${formatValue(question.unit, question.max)} at most`}.
      </p>
    </div>
  );
};

const sameNumber = (text: string, n: number) =>
  text.trim() !== '' && Math.abs(Number(text.replaceAll(',', '')) - n) < 0.05;

const Order: FC<{ items: readonly string[]; said: boolean; onChange: (to: readonly string[]) => void }> = ({
  items,
  said,
  onChange,
}) => {
  const move = (i: number, by: number) => {
    const to = [...items];
    const [one] = to.splice(i, 1);
    if (one !== undefined) to.splice(i + by, 0, one);
    onChange(to);
  };
  return (
    <>
      <ol className="answer-order">
        {items.map((name, i) => (
          <li key={name}>
            <b>{name}</b>
            <button
              type="button"
              className="btn"
              disabled={i === 0}
              aria-label={`${name}: up, to place ${i}`}
              onClick={() => {
                move(i, -1);
              }}
            >
              ↑
            </button>
            <button
              type="button"
              className="btn"
              disabled={i === items.length - 1}
              aria-label={`${name}: down, to place ${i + 2}`}
              onClick={() => {
                move(i, 1);
              }}
            >
              ↓
            </button>
          </li>
        ))}
      </ol>
      {!said && (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            onChange(items);
          }}
        >
          It is in order as it stands
        </button>
      )}
    </>
  );
};

/** What was said beside what came. */
const AnswerComparison: FC<{ question: Question; answer: Answer } & Level> = ({
  question,
  answer,
  beside,
}) => {
  if (question.form === 'number' && question.max !== null)
    return (
      <LevelBar
        max={question.max}
        unit={question.unit}
        value={typeof answer === 'number' ? answer : null}
        answer={question.solution}
      />
    );
  if (question.form === 'curve')
    return <Curve question={question} said={isNumbers(answer) ? answer : null} shown beside={beside} />;
  const took = solutionChoice(question);
  if (!took) return null;
  const own = choiceOf({ question, chosen: answer });
  const right = isRight(question, answer);
  const you = <span className="tag you">you</span>;
  return (
    <div className="answers">
      {own && !right && (
        <div className="answer">
          {you}
          <ChoiceLine choice={own} words={own.words} />
        </div>
      )}
      <div className="answer took">
        {right && you} <Tag of={question.from} />
        <ChoiceLine choice={took} words={solutionText(question)} />
      </div>
    </div>
  );
};

const ChoiceLine: FC<{ choice: Choice; words: string }> = ({ choice: { cell, note }, words }) => (
  <p>
    {cell && <LetterTile letter={cell.letter} node={cell.node} />} <b>{words}</b>{' '}
    <span className="choice-note">{withoutBreaks(note)}</span>
  </p>
);
