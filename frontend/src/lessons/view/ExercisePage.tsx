/** Exercises drawn by a seed, on the screen and on two pages of paper, with their key. */
import { useEffect, useState, type FC } from 'react';
import { textOf } from '../../core/message';
import { revealOf, solutionText } from '../../quiz/answers';
import { scenes } from '../../scenes';
import type { DrawingProps } from '../../scenes/scene';
import { useParts } from '../../stage/panes/scene-parts';
import { Tag } from '../../ui/Tag';
import type { Exercise } from '../exercises';
import type { Exercises } from '../lesson';
import type { LessonPosition } from '../position';
import type { PartialLesson } from '../builder';
import { Page } from '../../ui/page/Page';
import { PrintButton } from '../../ui/PrintButton';
import '../../quiz/view/question.css';
import './lessons.css';
import './exercises.css';

interface Props {
  built: PartialLesson;
  place: LessonPosition;
  draw: (asked: Exercises, seed: number) => Promise<Exercise[]>;
  hrefOf: (change: { seed?: number; answers?: boolean }) => string;
  lesson: string;
}

export const ExercisePage: FC<Props> = ({ built, place, draw, hrefOf, lesson }) => {
  const asked = built.lesson?.exercises ?? null;
  const [drawn, setDrawn] = useState<{ of: string; all: readonly Exercise[] | string } | null>(null);
  const of = asked ? `${built.lesson?.id ?? ''} ${place.seed}` : '';
  useEffect(() => {
    if (!asked) return undefined;
    let gone = false;
    draw(asked, place.seed).then(
      (all) => {
        if (!gone) setDrawn({ of, all });
      },
      (error: unknown) => {
        if (!gone) setDrawn({ of, all: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      gone = true;
    };
    // `draw` is made anew with every render, and is always the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, of]);
  const all = drawn?.of === of ? drawn.all : null;
  const title = built.lesson?.title ?? '';
  const none = built.failure ?? (built.findings && !asked ? 'This lesson has no exercises.' : null);
  return (
    <Page className="exercises">
      <header>
        <p className="no-print">
          <a href={lesson}>{title || 'The lesson'}</a>
        </p>
        <h1>Exercises{title !== '' && <span className="exercise-of"> · {title}</span>}</h1>
        <p className="exercise-name">Name</p>
        <p className="question-acts no-print">
          <a className="btn" href={hrefOf({ seed: place.seed + 1 })}>
            Another sheet
          </a>
          <a className="btn" href={hrefOf({ answers: !place.answers })}>
            {place.answers ? 'Hide the answers' : 'Show the answers'}
          </a>
          <PrintButton disabled={all === null || typeof all === 'string'} />
        </p>
      </header>
      {none !== null && <p role="alert">{none}</p>}
      {none === null && all === null && <p role="status">drawing exercises …</p>}
      {typeof all === 'string' && <p role="alert">{all}</p>}
      {all !== null && typeof all !== 'string' && (
        <>
          <ol className="exercise-sheet">
            {all.map((one, i) => (
              <Sheet key={`${of} ${i}`} one={one} answers={place.answers} />
            ))}
          </ol>
          <footer>
            {place.answers && (
              <p className="exercise-key">
                <b>Key</b> {all.map(({ question }, i) => `${i + 1}: ${solutionText(question)}`).join('; ')}
              </p>
            )}
            <p>
              Seed {place.seed}: the same sheet for all who have it. mmscope, {title}. Computed by the policy
              core, none typed in.
            </p>
          </footer>
        </>
      )}
    </Page>
  );
};

/** Wide enough for any drawing; paper scales it. */
const WIDTH = 460;

const Sheet: FC<{ one: Exercise; answers: boolean }> = ({ one, answers }) => {
  const [open, setOpen] = useState(false);
  const scene = scenes.find(({ id }) => id === one.scene) ?? scenes[0];
  const { question } = one;
  const shown = answers || open;
  return (
    <li>
      <h2>{textOf(question.title)}</h2>
      <p>
        {textOf(question.lead)} <Tag of={one.info.provenance} />
      </p>
      {scene && <Drawn one={one} scene={scene} />}
      <ul className="exercise-choices">
        {question.choices.map(({ key, words, note }) => (
          <li key={key} className={shown && question.solution.includes(key) ? 'answer-here' : ''}>
            <span className="box" aria-hidden="true" /> {words} <small>{note}</small>
          </li>
        ))}
      </ul>
      {shown ? (
        <p className="exercise-answer">
          <b>{solutionText(question)}.</b> {revealOf(question, null).why}
        </p>
      ) : (
        <>
          <p className="lines" aria-hidden="true" />
          <button
            type="button"
            className="link-btn no-print"
            onClick={() => {
              setOpen(true);
            }}
          >
            Show the answer
          </button>
        </>
      )}
    </li>
  );
};

const Drawn: FC<{ one: Exercise; scene: (typeof scenes)[number] }> = ({ one, scene }) => {
  const { Drawing } = useParts(scene, false);
  if (!Drawing) return <div className="exercise-drawing" />;
  const props: DrawingProps = {
    pane: 'A',
    info: one.info,
    frame: one.frame,
    other: null,
    width: WIDTH,
    animate: false,
    label: `${textOf(one.question.title)} The state before it.`,
    ghost: null,
    targets: null,
    seek: () => undefined,
  };
  return (
    <div className="exercise-drawing drawing">
      <Drawing {...props} />
    </div>
  );
};
