/** A lesson on a student's page: the class's step, its words, its picture and its question; or steps of one's own. */
import { useEffect, useRef, useState, type FC, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { choicesOf } from '../../quiz/choices';
import { isNothing, textOf } from '../../core/message';
import type { Question } from '../../scenes/question';
import { PANES } from '../../core/panes';
import type { Inline } from '../../lessons/markdown';
import type { PartialLesson, BuiltStep } from '../../lessons/builder';
import { AnswerInput } from '../../quiz/view/QuestionView';
import { Picture } from '../../lessons/view/Picture';
import { StepView } from '../../lessons/view/StepView';
import { useStep } from '../../lessons/view/use-step';
import { Blocks, Pieces } from '../../lessons/view/Markdown';
import { sameSpec } from '../../capture/sources/spec';
import { useStage, useStageState } from '../../stage/control/stage-context';
import type { View } from '../../stage/state/view';
import type { Asked } from '../gen/protocol';
import { isQuestionOf } from '../question';
import type { Member } from '../member';
import { AnswerButtons } from './AnswerButtons';
import { ClassReveal, FEW } from './ClassReveal';
import { AnswerNotice } from './AnswerNotice';

/** Builds the lesson that an address leads to. */
export type LessonOf = FC<{ address: string; children: (built: PartialLesson) => ReactNode }>;

interface Props {
  member: Member;
  built: PartialLesson;
  read: (view: string) => View | null;
}

export const PhoneLesson: FC<Props> = ({ member, built, read }) => {
  const { lesson: address, step: classAt, question, wandering } = useStore(member.store);
  const { lesson, steps, titles, findings, failure } = built;
  const [own, setOwn] = useState({ from: classAt, at: classAt });
  // Who looks around begins where the class is.
  if (!wandering && own.at !== classAt) setOwn({ from: classAt, at: classAt });
  const at = wandering ? own.at : classAt;
  const step = steps[at];
  if (failure !== null || (findings && (!lesson || !step)))
    return (
      <main id="panes" className="room-page" tabIndex={-1}>
        <h2>This page cannot show the lesson</h2>
        <p role="alert">{failure ?? 'It has no such step here.'} Look at the wall.</p>
      </main>
    );
  if (!lesson || !step)
    return (
      <main id="panes" className="room-page" tabIndex={-1} aria-busy="true">
        <p role="status">computing the lesson …</p>
      </main>
    );
  const asked = isQuestionOf(question, { lesson: address, step: at }) ? question : null;
  if (!wandering)
    return (
      <main id="panes" className="room-page room-lesson" tabIndex={-1} lang={lesson.lang}>
        <WithClass
          key={`${address} ${at}`}
          {...{ member, read, step, asked }}
          place={`step ${at + 1} of ${titles.length}`}
        />
      </main>
    );
  return (
    <main id="panes" className="lesson room-lesson" tabIndex={-1} lang={lesson.lang}>
      <StepView key={at} {...{ built, lesson, address, step, at }} linked={at} answers={false} />
      <nav className="room-acts" aria-label="Steps">
        {(
          [
            ['Back', -1],
            ['Next', 1],
          ] as const
        ).map(([words, by]) => (
          <button
            key={words}
            type="button"
            className="btn"
            disabled={titles[at + by] === undefined}
            onClick={() => {
              setOwn({ ...own, at: at + by });
            }}
          >
            {words}
          </button>
        ))}
      </nav>
    </main>
  );
};

interface StepProps {
  member: Member;
  read: (view: string) => View | null;
  step: BuiltStep;
  /** What the class is asked of this step; null: nothing yet. */
  asked: Asked | null;
  place: string;
}

const SORTED = { how: 'Move the names until they are in order.' };
const NOTHING: readonly string[] = [];

/** The step as the class sees it. What it asks is hidden until the teacher shows it, asked or not. */
const WithClass: FC<StepProps> = ({ member, read, step, asked, place }) => {
  const ready = step.questions[asked?.nth ?? 0] ?? null;
  const question = ready?.question;
  const shown = asked?.stage === 'reveal';
  const there = useStep(step, ready, shown);
  useClassView(member, read, there && (ready === null || shown));
  const head = useRef<HTMLHeadingElement>(null);
  const round = `${asked?.number ?? 0}.${asked?.round ?? 0}.${shown}`;
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [round]);
  const title = (
    <h2 ref={head} tabIndex={-1}>
      {step.title}
    </h2>
  );
  const words = <Blocks blocks={step.blocks} from={step.from.A ?? step.from.B} />;
  const picture = step.view && (
    <Picture view={step.view} asked={shown ? null : ready} there={there} touch={NOTHING} draft={null} />
  );
  if (asked && question)
    return (
      <>
        <p className="note">{place}</p>
        {choicesOf(question).length !== asked.choices ? (
          <>
            {title}
            <p role="alert">
              This page shows the question with other choices than the wall. It may be of another release:
              load it again.
            </p>
          </>
        ) : shown ? (
          <ClassReveal {...{ member, asked, question, head }} />
        ) : (
          <Choosing {...{ member, asked, question, head, there }} ask={ready.ask} />
        )}
        <details className="room-drawing" open>
          <summary>{step.title}</summary>
          {words}
        </details>
        {picture}
        {!shown && (
          <AnswerNotice
            member={member}
            {...(question.form === 'order' && asked.choices > FEW ? SORTED : {})}
          />
        )}
      </>
    );
  return (
    <>
      <p className="note">{place}</p>
      {title}
      {words}
      {picture}
    </>
  );
};

/** Where nothing is hidden, the class's cursor and tunables are this page's. */
function useClassView(member: Member, read: StepProps['read'], free: boolean): void {
  const { controller } = useStage();
  const text = useStore(member.store, (s) => s.view);
  useEffect(() => {
    const view = free && text !== '' ? read(text) : null;
    if (!view) return;
    const { scene, panes, position } = controller.store.getState();
    const there =
      scene === view.scene &&
      PANES.every((id) => sameSpec(panes[id].spec, view.sources[id])) &&
      position.align === view.position.align &&
      position.k === view.position.k &&
      position.t === view.position.t;
    if (there) return;
    const { sources, speed, others } = view;
    void controller.apply({
      ...{ scene: view.scene, sources, position: view.position, speed },
      ...(others ? { others } : {}),
    });
  }, [controller, read, text, free]);
}

interface AskedProps {
  member: Member;
  asked: Asked;
  question: Question;
  head: React.RefObject<HTMLHeadingElement | null>;
}

const Choosing: FC<AskedProps & { ask: readonly Inline[]; there: boolean }> = ({
  member,
  asked,
  question,
  ask,
  head,
  there,
}) => {
  const { controller } = useStage();
  const { choice } = useStore(member.store);
  const choices = choicesOf(question);
  const chosen = choices[choice ?? -1];
  const drawn = question.form === 'choice' && question.k !== null;
  /** Too many to be a list of buttons: the names are moved. */
  const sorts = question.form === 'order' && choices.length > FEW;
  const pointed = useStageState((s) => s.quiz?.chosen ?? null);
  // What is tapped in the drawing is an answer, too; and what was answered is marked there.
  // What is marked from the round before is none.
  const last = useRef<unknown>(pointed);
  useEffect(() => {
    if (!drawn || !there) return;
    const at = choices.findIndex(({ key }) => key === pointed);
    if (pointed !== last.current && at >= 0 && at !== choice) member.choose(at);
    else if (pointed !== (chosen?.key ?? null)) controller.quiz.choose(chosen?.key ?? null);
    last.current = pointed;
  });
  return (
    <>
      <h2 ref={head} tabIndex={-1}>
        {chosen ? `You said ${chosen.words}.` : <Pieces of={ask} from={question.from} />}
      </h2>
      {(chosen !== undefined || !isNothing(question.lead)) && (
        <p className="room-lead">
          {chosen && (
            <b>
              <Pieces of={ask} from={question.from} />{' '}
            </b>
          )}
          {textOf(question.lead)}
        </p>
      )}
      {asked.round > 1 && <p className="note">The same question again: what is your answer now?</p>}
      {sorts ? (
        <AnswerInput
          question={question}
          answer={chosen?.answer ?? null}
          onAnswer={(names) => {
            member.choose(choices.findIndex(({ answer }) => String(answer) === String(names)));
          }}
        />
      ) : (
        <AnswerButtons
          label="Answers"
          choices={choices}
          chosen={choice}
          onChoose={(nth) => {
            member.choose(nth);
          }}
        />
      )}
    </>
  );
};
