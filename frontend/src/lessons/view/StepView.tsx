/** One step of a lesson: words, the picture beside them, and its questions one after the other. */
import { useEffect, useMemo, useRef, useState, type FC, type ReactNode } from 'react';
import { isRight, solutionText } from '../../quiz/answers';
import type { Answer } from '../../scenes/question';
import { QuestionView } from '../../quiz/view/QuestionView';
import { sentence } from '../../core/error';
import { isNothing, textOf } from '../../core/message';
import type { View } from '../../stage/state/view';
import { handleClicks, type Click } from '../../stage/presenter/clicker';
import { speakerNotes } from '../../stage/presenter/speaker-notes';
import { useStage, useStageState } from '../../stage/control/stage-context';
import { usePresenting } from '../../stage/state/class-link';
import { eraNamed } from '../../ui/era';
import { EraMark } from '../../ui/EraMark';
import type { PartialLesson, BuiltLesson, BuiltStep } from '../builder';
import { textOfBlock, wordsOf } from '../markdown';
import { keepMark, keepStep } from '../progress';
import { lessonStore } from '../state';
import { FindingList } from './FindingList';
import { Picture } from './Picture';
import { useStep } from './use-step';
import { Blocks, Pieces } from './Markdown';
import '../../ui/style/blocks.css';
import '../../quiz/view/question.css';
import './lessons.css';

/** What a window that leads a class adds to a step: it is the class that answers. */
export interface ClassPanels {
  /** Beside the picture: what the class says. */
  beside: ReactNode;
  /** In place of the answers: how many there are, and the way to the result. */
  asking: ReactNode;
}

/** Where a step leads; left out where nothing else can be shown. */
export interface StepLinks {
  list: string;
  lessonHref: (id: string) => string;
  titleOf: (id: string) => string;
  exercises: string;
  homework: string;
  /** The same picture on the stage. */
  stageHref: (view: View) => string;
}

export interface StepProps {
  built: PartialLesson;
  lesson: BuiltLesson['lesson'];
  /** Where it is read from. */
  address: string;
  step: BuiltStep;
  at: number;
  /** The step that the link says. */
  linked: number;
  /** For the teacher: notes and answers. */
  answers: boolean;
  ways?: StepLinks;
  room?: ClassPanels | undefined;
}

export const StepView: FC<StepProps> = (props) => {
  const { built, lesson, step, at, ways, room } = props;
  const { controller } = useStage();
  const [n, setN] = useState(0);
  const [shown, setShown] = useState(false);
  const [own, setDraft] = useState<Answer>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const asked = step.questions[n] ?? null;
  const question = asked?.question ?? null;
  const there = useStep(step, asked, shown);
  const chosen = useStageState((s) => s.quiz?.chosen ?? null);
  const drawn = question?.form === 'choice' && question.k !== null;
  const draft = drawn ? chosen : own;
  const many = step.questions.length;
  const show = () => {
    setShown(true);
  };
  const next = () => {
    setShown(false);
    setDraft(null);
    setN(n + 1);
  };
  // Where somebody reads alone, what they read and said first is kept.
  const { version } = built;
  const alone = ways !== undefined && !room && !props.answers && version !== '';
  useEffect(() => {
    if (alone) keepStep(version, at);
  }, [alone, version, at]);
  useEffect(() => {
    if (!alone || !shown || !question) return;
    keepMark(version, at, n, draft === null ? 'none' : isRight(question, draft) ? 'right' : 'other');
  }, [alone, version, at, n, shown, question, draft]);
  // A new step is read from its beginning, also by a screen reader.
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  useClicks({ asks: question !== null && !room, shown, more: n + 1 < many, show: setShown, next });
  useShown(props, { nth: n, revealed: shown, there, reveal: setShown, go: setN });
  const further = built.titles[at + 1] ?? 'the end of the lesson';
  const coming = !question || room ? further : !shown ? 'the answer' : n + 1 < many ? 'a question' : further;
  useEffect(() => {
    speakerNotes.setState({
      notes: {
        ...{ title: step.title, step: at + 1, of: built.titles.length },
        notes: step.notes.flatMap((block) => textOfBlock(block).split('\n')),
        answers: step.questions.map((one) => ({ ask: wordsOf(one.ask), answer: solutionText(one.question) })),
        next: coming,
      },
    });
    return () => {
      speakerNotes.setState({ notes: null });
    };
  }, [step, at, built.titles, coming]);
  const from = step.from.A ?? step.from.B;
  const last = at === built.titles.length - 1;
  return (
    <>
      <div className="lesson-words">
        <p className="lesson-at">
          {ways && <a href={ways.list}>Lessons</a>}
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
        {last && lesson.exercises && ways && (
          <p>
            <a href={ways.exercises}>Exercises, and a sheet to print</a>
          </p>
        )}
        {last && ways && !room && (
          <p>
            <a href={ways.homework}>As homework: a code to hand in</a>
          </p>
        )}
        {props.answers && <Teacher step={step} />}
        {ways && !room && built.findings && built.findings.length > 0 && (
          <details className="lesson-wrong">
            <summary>
              {built.findings.length} {built.findings.length === 1 ? 'thing' : 'things'} to mend in{' '}
              {built.name}
            </summary>
            <FindingList findings={built.findings} />
          </details>
        )}
      </div>
      <div className={room ? 'lesson-picture with-class' : 'lesson-picture'}>
        {step.broken !== null && (
          <p className="failure" role="alert">
            This picture does not open. {step.broken}
          </p>
        )}
        {step.view && (
          <div>
            <Picture
              view={step.view}
              asked={shown ? null : asked}
              there={there}
              touch={lesson.touch}
              draft={draft}
              onDraft={room ? undefined : setDraft}
              {...(ways ? { stageHref: ways.stageHref(step.view) } : {})}
            />
          </div>
        )}
        {question && room?.beside}
      </div>
      {asked && question && (
        <div className="lesson-question">
          <section className="question" aria-label={shown ? 'Result' : 'Question'}>
            {room && !shown ? (
              <>
                <h2>
                  <Pieces of={asked.ask} from={question.from} />
                </h2>
                {!isNothing(question.lead) && <p className="note">{textOf(question.lead)}</p>}
                {room.asking}
              </>
            ) : (
              <QuestionView
                key={n}
                question={question}
                title={<Pieces of={asked.ask} from={question.from} />}
                {...(many > 1 ? { place: `Question ${n + 1} of ${many}: ` } : {})}
                answer={draft}
                revealed={shown}
                onAnswer={(to) => {
                  if (!drawn) setDraft(to);
                  else if (typeof to === 'string') controller.quiz.choose(to);
                }}
                onReveal={show}
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
                  room
                    ? room.asking
                    : n + 1 < many && (
                        <p className="question-acts">
                          <button type="button" className="btn main" onClick={next}>
                            Next question
                          </button>
                        </p>
                      )
                }
              />
            )}
          </section>
        </div>
      )}
    </>
  );
};

/** A clicker's way through the questions of a step: the result of one, then the next; back hides it again. */
function useClicks(step: {
  asks: boolean;
  shown: boolean;
  more: boolean;
  show: (shown: boolean) => void;
  next: () => void;
}): void {
  // Who reads alone turns pages: there a question is an offer.
  const takes = usePresenting() && step.asks;
  const now = useRef(step);
  useEffect(() => {
    now.current = step;
  });
  useEffect(() => {
    if (!takes) return undefined;
    const take = (click: Click): boolean => {
      const { shown, more, show, next } = now.current;
      if (click === 'on' && shown) {
        if (more) next();
        return more;
      }
      if (click === 'back' && !shown) return false;
      show(click === 'on');
      return true;
    };
    return handleClicks(take, { first: true });
  }, [takes]);
}

type Shown = Pick<
  NonNullable<ReturnType<typeof lessonStore.getState>['now']>,
  'nth' | 'revealed' | 'there' | 'go' | 'reveal'
>;

/** Says what is shown, for the leader of a class. */
function useShown(
  { lesson, address, step, at, linked, built }: StepProps,
  { nth, revealed, there, go, reveal }: Shown,
): void {
  const [opened] = useState(() => ({}));
  const { title } = lesson;
  const of = built.titles.length;
  const { questions } = step;
  const shown = useMemo(
    () => ({
      ...{ lesson: address, title, step: at, linked, of, questions, nth, revealed, there, opened, reveal },
      go: (to: number) => {
        if (to >= questions.length) return;
        reveal(false);
        go(to);
      },
    }),
    [address, title, at, linked, of, questions, nth, revealed, there, opened, reveal, go],
  );
  useEffect(() => {
    lessonStore.setState({ now: shown });
  }, [shown]);
  useEffect(
    () => () => {
      lessonStore.setState({ now: null });
    },
    [],
  );
}

/** What the lesson is, at its beginning. */
const Aims: FC<StepProps> = ({ lesson, ways, built }) => {
  const era = eraNamed(lesson.era);
  return (
    <div className="lesson-aims">
      <p>
        {lesson.minutes} {lesson.minutes === 1 ? 'minute' : 'minutes'}.
        {lesson.for && ` For: ${sentence(lesson.for)}`}
        {lesson.before && ways && (
          <>
            {' '}
            Before it: <a href={ways.lessonHref(lesson.before)}>{ways.titleOf(lesson.before)}</a>.
          </>
        )}
      </p>
      {era && <EraMark {...era} />}
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
};

/** With ?answers=1. */
const Teacher: FC<{ step: BuiltStep }> = ({ step }) => (
  <aside className="lesson-teacher" aria-label="For the teacher">
    <h2>For the teacher</h2>
    <Blocks blocks={step.notes} from={step.from.A} />
    {step.questions.map(({ question, ask, time }, i) => (
      <p key={i}>
        <Pieces of={ask} from={step.from.A} /> <b>{solutionText(question)}</b>
        {time !== null && ` (${time} s)`}
      </p>
    ))}
  </aside>
);
