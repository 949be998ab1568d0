/** A question that is answered by more than one click: an offer, never a gate. Answered, it says both and why they differ, never right or wrong. */
import { useEffect, useId, useRef, useState, type FC, type ReactNode } from 'react';
import { LetterTile } from '../../ui/nodes/LetterTile';
import { Tag } from '../../ui/Tag';
import { withoutBreaks } from '../../ui/line-break';
import { UsageBar } from '../../ui/nodes/UsageBar';
import { revealOf, solutionText, toleranceText } from '../answers';
import { isNames, isNumbers, type Answer, type NumberQuestion, type Question } from '../../scenes/question';
import { formatValue } from '../values';
import '../../ui/style/blocks.css';
import '../../ui/style/fields.css';
import './answer.css';
import { LevelBar } from './LevelBar';
import { Curve } from './Curve';

interface Props {
  ready: Question;
  /** The question in words. */
  ask: ReactNode;
  /** Said before it, for those who listen: "Question 2 of 3: ". */
  place?: string;
  /** How things stand, in a sentence. */
  lead?: string;
  /** What one needs to know. */
  hint: string;
  /** The bar or the curve is part of this; left out: it stands in the picture. */
  draws?: boolean;
  /** Selector of a drawing of zones that it stands beside. */
  beside?: string;
  shown: boolean;
  draft: Answer;
  onDraft: (draft: Answer) => void;
  onShow: () => void;
  /** Beside the button that shows what came. */
  skip: ReactNode;
  /** Below what came. */
  next: ReactNode;
}

/** The question, then what came of it. It stands in a section of class `question`. */
export const QuestionView: FC<Props> = (props) => {
  const {
    ready,
    ask,
    place,
    lead,
    hint,
    draws = false,
    beside,
    shown,
    draft,
    onDraft,
    onShow,
    skip,
    next,
  } = props;
  const result = useRef<HTMLHeadingElement>(null);
  // The focus was on what is gone now.
  useEffect(() => {
    if (shown) result.current?.focus({ preventScroll: true });
  }, [shown]);
  const said = shown ? revealOf(ready, draft) : null;
  const spoken = saidSoFar(ready, draft);
  return (
    <>
      <p className="visually-hidden" role="status">
        {said ? `${said.said} ${said.why}` : spoken}
      </p>
      {said ? (
        <>
          <h2 ref={result} tabIndex={-1}>
            {said.said}
          </h2>
          {/* Where it was drawn, and level with the drawing: words come below. */}
          {ready.form === 'curve' && <AnswerComparison ready={ready} draft={draft} beside={beside} />}
          {said.why !== '' && <p className="question-because">{said.why}</p>}
          {ready.form !== 'curve' && <AnswerComparison ready={ready} draft={draft} />}
          {next}
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (draft !== null) onShow();
          }}
          onKeyDown={(event) => {
            const target = event.target;
            const typing = target instanceof HTMLInputElement && target.type !== 'radio';
            if (event.altKey || event.ctrlKey || event.metaKey || typing || ready.form !== 'choice') return;
            const choice = ready.choices[Number(event.key) - 1];
            if (!choice) return;
            event.preventDefault();
            onDraft(choice.key);
          }}
        >
          <fieldset>
            <legend>
              {place !== undefined && <span className="visually-hidden">{place}</span>}
              <h2>{ask}</h2>
            </legend>
            {lead !== undefined && lead !== '' && <p className="note">{lead}</p>}
            {draws && <AnswerDrawing ready={ready} draft={draft} onDraft={onDraft} beside={beside} />}
            <AnswerInput ready={ready} draft={draft} onDraft={onDraft} />
          </fieldset>
          <p className="question-acts">
            <button type="submit" className="btn main" disabled={draft === null}>
              Show <kbd aria-hidden="true">Enter</kbd>
            </button>
            {skip}
          </p>
          {hint !== '' && (
            <details className="question-hint">
              <summary>What you may use</summary>
              <p>{hint}</p>
            </details>
          )}
        </form>
      )}
    </>
  );
};

type Said = Pick<Props, 'ready' | 'draft' | 'onDraft'>;
interface Level {
  beside?: string | undefined;
}

/** A level or a curve to drag; nothing for what is answered otherwise. */
export const AnswerDrawing: FC<Said & Level> = ({ ready, draft, onDraft, beside }) => {
  if (ready.form === 'number' && ready.max !== null && ready.kind === 'amount')
    return (
      <LevelBar
        max={ready.max}
        unit={ready.unit}
        value={typeof draft === 'number' ? draft : null}
        onChange={onDraft}
      />
    );
  if (ready.form !== 'curve') return null;
  const said = isNumbers(draft) ? draft : null;
  return <Curve question={ready} said={said} shown={false} beside={beside} onChange={onDraft} />;
};

function saidSoFar(ready: Question, draft: Answer): string {
  if (ready.form === 'choice' && typeof draft === 'string')
    return `You chose ${ready.choices.find(({ key }) => key === draft)?.words ?? ''}.`;
  // What moved stands elsewhere now; the button that moved it has the focus, and its name is not said again.
  if (ready.form === 'order' && isNames(draft)) return `Now in this order: ${draft.join(', ')}.`;
  return '';
}

export const AnswerInput: FC<Said> = ({ ready, draft, onDraft }) => {
  const name = useId();
  switch (ready.form) {
    case 'choice':
      return (
        <div className={`choices of-${ready.choices.length}`}>
          {ready.choices.map((choice, i) => (
            <label key={choice.key} className="choice">
              <input
                type="radio"
                name={name}
                checked={choice.key === draft}
                onChange={() => {
                  onDraft(choice.key);
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
      return <NumberField ready={ready} draft={draft} onDraft={onDraft} />;
    case 'order':
      return <Order items={isNames(draft) ? draft : ready.items} said={isNames(draft)} onChange={onDraft} />;
    case 'curve':
      return (
        <p className="note">Drag the handles, or begin with one of the shapes. {toleranceText(ready)}</p>
      );
  }
};

/** Sizes are typed in MiB, as swapon has them. */
const scaleOf = (unit: string) => (unit === 'size' ? 256 : 1);

const NumberField: FC<{
  ready: NumberQuestion;
  draft: Answer;
  onDraft: (d: Answer) => void;
}> = ({ ready, draft, onDraft }) => {
  const scale = scaleOf(ready.unit);
  const value = typeof draft === 'number' ? draft : null;
  const [text, setText] = useState('');
  const id = useId();
  // The bar was dragged meanwhile.
  const written =
    value === null
      ? text
      : sameNumber(text, value / scale)
        ? text
        : String(Math.round((value / scale) * 10) / 10);
  const hasBar = ready.kind === 'amount' && ready.max !== null;
  const suffix = ready.unit === 'size' ? 'MiB' : ready.unit;
  return (
    <div className="asks-number">
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
            onDraft(
              good ? (ready.max === null ? n * scale : Math.min(ready.max, Math.max(0, n * scale))) : null,
            );
          }}
        />
        <span>{suffix}</span>
      </p>
      <p className="note" id={`${id}-close`}>
        Close is within {formatValue(ready.unit, ready.within)}
        {ready.max !== null && `, of ${formatValue(ready.unit, ready.max)} at most`}.
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
      <ol className="asks-order">
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
export const AnswerComparison: FC<{ ready: Question; draft: Answer } & Level> = ({
  ready,
  draft,
  beside,
}) => {
  if (ready.form === 'number' && ready.max !== null)
    return (
      <LevelBar
        max={ready.max}
        unit={ready.unit}
        value={typeof draft === 'number' ? draft : null}
        answer={ready.solution}
      />
    );
  if (ready.form === 'curve')
    return <Curve question={ready} said={isNumbers(draft) ? draft : null} shown beside={beside} />;
  if (ready.form !== 'choice') return null;
  const chosen = ready.choices.find(({ key }) => key === draft);
  const answer = ready.choices.find(({ key }) => ready.solution.includes(key));
  const same = chosen && ready.solution.includes(chosen.key);
  return (
    <div className="answers">
      {chosen && !same && (
        <div className="answer">
          <span className="tag you">you</span>
          <p>
            {chosen.cell && <LetterTile letter={chosen.cell.letter} node={chosen.cell.node} />}{' '}
            <b>{chosen.words}</b> <span className="choice-note">{withoutBreaks(chosen.note)}</span>
          </p>
        </div>
      )}
      {answer && (
        <div className="answer took">
          {same && <span className="tag you">you</span>} <Tag of={ready.from} />
          <p>
            {answer.cell && <LetterTile letter={answer.cell.letter} node={answer.cell.node} />}{' '}
            <b>{solutionText(ready)}</b> <span className="choice-note">{withoutBreaks(answer.note)}</span>
          </p>
        </div>
      )}
    </div>
  );
};
