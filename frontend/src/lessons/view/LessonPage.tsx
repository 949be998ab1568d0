/** One step of a lesson: words, the picture beside them, a question, and the way on. */
import { useEffect, useMemo, useRef, useState, type FC } from 'react';
import type { View } from '../../stage/view';
import { takeClicks } from '../../stage/clicker';
import { speakerNotes } from '../../stage/speaker-notes';
import { useStage, useStageState } from '../../stage/stage-context';
import { EraBadge } from '../../ui/EraBadge';
import { FileButton } from '../../ui/FileButton';
import type { Ready } from '../asked';
import type { Built, BuiltStep } from '../build';
import type { Finding } from '../lesson';
import { textOfBlock, wordsOf } from '../markdown';
import type { LessonPlace } from '../place';
import { answerText } from '../../asks/answers';
import type { Draft } from '../../asks/ready';
import { Picture } from './Picture';
import { QuestionView } from '../../asks/view/QuestionView';
import { usePosed } from './use-posed';
import { Blocks, Pieces } from './Words';
import '../../stage/question.css';
import './lessons.css';

/** A lesson on its way; `findings` when it is whole. */
export interface Building {
  /** Of the file. */
  name: string;
  lesson: Built['lesson'] | null;
  titles: readonly string[];
  steps: readonly (BuiltStep | undefined)[];
  findings: readonly Finding[] | null;
  failure: string | null;
}

interface Props {
  built: Building;
  place: LessonPlace;
  hrefOf: (change: Partial<LessonPlace>) => string;
  /** The list of lessons. */
  list: string;
  lessonHref: (id: string) => string;
  exercises: string;
  /** The same picture on the stage. */
  stageHref: (view: View) => string;
  openFile: (file: File) => void;
}

export const LessonPage: FC<Props> = (props) => {
  const { built, place, list, openFile } = props;
  const { lesson, titles, steps, findings, failure } = built;
  const at = Math.min(place.step, Math.max(0, titles.length - 1));
  const step = steps[at];
  useEffect(() => {
    const { title } = document;
    if (lesson) document.title = `${lesson.title} · mmscope`;
    return () => {
      document.title = title;
    };
  }, [lesson]);
  if (failure !== null || (findings && (!lesson || !step)))
    return (
      <main className="lesson-list" id="panes" tabIndex={-1}>
        <h1>This lesson does not open</h1>
        <p role="alert">{failure ?? `${built.name} is no lesson yet:`}</p>
        {findings && <Findings findings={findings} />}
        <p className="question-acts">
          <a className="btn" href={list}>
            All lessons
          </a>
          <FileButton what="Lesson, a Markdown file" onFile={openFile}>
            Open a lesson…
          </FileButton>
        </p>
      </main>
    );
  if (!lesson || !step)
    return (
      <main className="fetching lesson-wait" id="panes" tabIndex={-1} aria-busy="true">
        <p role="status">computing the lesson …</p>
      </main>
    );
  return (
    <main className="lesson" id="panes" tabIndex={-1} lang={lesson.lang}>
      {/* Another step begins anew: nothing of an answer stays. */}
      <StepView key={`${lesson.id} ${at}`} {...props} lesson={lesson} step={step} at={at} />
      <Dock {...props} lesson={lesson} at={at} />
    </main>
  );
};

export const Findings: FC<{ findings: readonly Finding[] }> = ({ findings }) => (
  <ol className="lesson-findings">
    {findings.map(({ line, of, words }, i) => (
      <li key={i}>
        <b>line {line}</b> <span>{of}</span> {words}
      </li>
    ))}
  </ol>
);

interface StepProps extends Props {
  lesson: Built['lesson'];
  step: BuiltStep;
  at: number;
}

const StepView: FC<StepProps> = (props) => {
  const { built, lesson, step, at, place } = props;
  const { controller } = useStage();
  const [n, setN] = useState(0);
  const [shown, setShown] = useState(false);
  const [own, setDraft] = useState<Draft>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const question = step.questions[n] ?? null;
  const there = usePosed(step, question);
  const chosen = useStageState((s) => s.predict?.chosen ?? null);
  const drawn = question?.form === 'choose' && question.k !== null;
  const draft = drawn ? chosen : own;
  const many = step.questions.length;
  const show = () => {
    if (drawn) controller.predicting.show();
    else controller.predicting.stop();
    setShown(true);
  };
  const next = () => {
    setShown(false);
    setDraft(null);
    setN(n + 1);
  };
  // A new step is read from its beginning, by whoever reads by ear, too.
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  useEffect(() => {
    speakerNotes.setState({
      notes: {
        ...{ title: step.title, step: at + 1, of: built.titles.length },
        notes: step.notes.flatMap((block) => textOfBlock(block).split('\n')),
        answers: step.questions.map((ready) => ({ ask: wordsOf(ready.ask), answer: answerText(ready) })),
        next: built.titles[at + 1] ?? 'the end of the lesson',
      },
    });
    return () => {
      speakerNotes.setState({ notes: null });
    };
  }, [step, at, built.titles]);
  const from = step.from.A ?? step.from.B;
  const last = at === built.titles.length - 1;
  return (
    <>
      <div className="lesson-words">
        <p className="lesson-at">
          <a href={props.list}>Lessons</a>
          <span>{lesson.title}</span>
          <span>
            step {at + 1} of {built.titles.length}
          </span>
        </p>
        <h1 ref={head} tabIndex={-1}>
          {step.title}
        </h1>
        {at === 0 && <Aims {...props} />}
        <Blocks blocks={step.blocks} from={from} />
        {last && lesson.exercises && (
          <p>
            <a href={props.exercises}>Exercises, and a sheet to print</a>
          </p>
        )}
        {place.answers && <Teacher step={step} />}
        {built.findings && built.findings.length > 0 && (
          <details className="lesson-wrong">
            <summary>
              {built.findings.length} {built.findings.length === 1 ? 'thing' : 'things'} to mend in{' '}
              {built.name}
            </summary>
            <Findings findings={built.findings} />
          </details>
        )}
      </div>
      <div className="lesson-picture">
        {step.broken !== null && (
          <p className="failure" role="alert">
            This picture does not open. {step.broken}
          </p>
        )}
        {step.view && (
          <Picture
            step={step}
            view={step.view}
            question={question && !shown ? question : null}
            there={there}
            touch={lesson.touch}
            draft={draft}
            onDraft={setDraft}
            stageHref={props.stageHref(step.view)}
          />
        )}
      </div>
      {question && (
        <div className="lesson-question">
          <section className="question" aria-label={shown ? 'What came of it' : 'Question'}>
            <QuestionView
              key={n}
              ready={question}
              ask={<Pieces of={question.ask} from={question.from} />}
              {...(many > 1 ? { place: `Question ${n + 1} of ${many}: ` } : {})}
              hint={`${question.lead} ${question.hint}`.trim()}
              shown={shown}
              draft={draft}
              onDraft={(to) => {
                if (!drawn) setDraft(to);
                else if (typeof to === 'string') controller.predicting.choose(to);
              }}
              onShow={show}
              skip={
                <button
                  type="button"
                  className="link-btn"
                  onClick={() => {
                    if (!drawn) setDraft(null);
                    show();
                  }}
                >
                  Show without an answer
                </button>
              }
              next={
                n + 1 < many && (
                  <p className="question-acts">
                    <button type="button" className="btn main" onClick={next}>
                      Next question
                    </button>
                  </p>
                )
              }
            />
          </section>
        </div>
      )}
    </>
  );
};

/** What the lesson is, at its beginning. */
const Aims: FC<StepProps> = ({ lesson, lessonHref, built }) => (
  <div className="lesson-aims">
    <p>
      {lesson.minutes} minutes{lesson.for && `; for a ${lesson.for}`.replace('for a for', 'for')}.
      {lesson.before && (
        <>
          {' '}
          Before it: <a href={lessonHref(lesson.before)}>{lesson.before.replaceAll('-', ' ')}</a>.
        </>
      )}
    </p>
    {lesson.era !== '' && <Era text={lesson.era} />}
    {lesson.goals.length > 0 && built.steps.length > 0 && (
      <>
        <p>Afterwards you can</p>
        <ul>
          {lesson.goals.map((goal) => (
            <li key={goal}>{goal}</li>
          ))}
        </ul>
      </>
    )}
  </div>
);

const Era: FC<{ text: string }> = ({ text }) => {
  const [, from = '', to = ''] = /^(\d\.\d+) to (\S+)$/.exec(text) ?? [];
  const version = (words: string) => {
    const [major, minor] = words.split('.').map(Number);
    return major === undefined || minor === undefined || Number.isNaN(major) ? null : major + minor / 100;
  };
  return <EraBadge words={text} from={version(from)} to={version(to)} />;
};

/** With ?answers=1. */
const Teacher: FC<{ step: BuiltStep }> = ({ step }) => (
  <aside className="lesson-teacher" aria-label="For the teacher">
    <h2>For the teacher</h2>
    <Blocks blocks={step.notes} from={step.from.A} />
    {step.questions.map((ready: Ready, i) => (
      <p key={i}>
        <Pieces of={ready.ask} from={step.from.A} /> <b>{answerText(ready)}</b>
        {ready.time !== null && ` (${ready.time} s)`}
      </p>
    ))}
  </aside>
);

const Dock: FC<Props & { lesson: Built['lesson']; at: number }> = ({
  built,
  at,
  hrefOf,
  list,
  exercises,
  lesson,
}) => {
  const { titles } = built;
  const last = at === titles.length - 1;
  const back = at === 0 ? list : hrefOf({ step: at - 1 });
  const next = !last ? hrefOf({ step: at + 1 }) : lesson.exercises ? exercises : list;
  const nextWords = !last ? 'Next' : lesson.exercises ? 'Exercises' : 'All lessons';
  const hrefs = useMemo(() => ({ back, next }), [back, next]);
  // A clicker goes from step to step, in the speaker's window, too.
  useEffect(
    () =>
      takeClicks((click) => {
        location.hash = click === 'on' ? hrefs.next : hrefs.back;
        return true;
      }),
    [hrefs],
  );
  return (
    <footer className="lesson-dock">
      <nav aria-label="Steps">
        <ol>
          {titles.map((title, i) => (
            <li key={i} className={i < at ? 'past' : ''}>
              <a href={hrefOf({ step: i })} {...(i === at ? { 'aria-current': 'step' as const } : {})}>
                <span>{title}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <a className="btn" href={back} title="PageUp">
        Back
      </a>
      <a className="btn main" href={next} title="PageDown">
        {nextWords}
      </a>
    </footer>
  );
};
