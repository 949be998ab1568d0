/** A lesson: the step that its link says, and the way on. */
import { useEffect, useMemo, useRef, type FC } from 'react';
import { handleClicks } from '../../stage/presenter/clicker';
import { footerHeightRef } from '../../ui/footer-size';
import { FileButton } from '../../ui/FileButton';
import type { PartialLesson, BuiltLesson } from '../builder';
import type { LessonPosition } from '../position';
import { FindingList } from './FindingList';
import { StepView, type ClassPanels, type StepLinks } from './StepView';
import { Page } from '../../ui/page/Page';
import './lessons.css';
import './lesson-bar.css';
import './lesson-list.css';

interface Props extends StepLinks {
  built: PartialLesson;
  place: LessonPosition;
  /** As addressOf() has it. */
  address: string;
  hrefOf: (change: Partial<LessonPosition>) => string;
  openFile: (file: File) => void;
  /** Where this window leads a class. */
  room?: ClassPanels | undefined;
}

export const LessonPage: FC<Props> = (props) => {
  const { built, place, address, openFile, room } = props;
  const { list, lessonHref, titleOf, exercises, homework, stageHref } = props;
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
      <Page className="lesson-list">
        <h1>This lesson does not open</h1>
        <p role="alert">{failure ?? `${built.name} is not a lesson yet:`}</p>
        {findings && <FindingList findings={findings} />}
        <p className="question-acts">
          <a className="btn" href={list}>
            All lessons
          </a>
          <FileButton what="Lesson, a Markdown file" onFile={openFile}>
            Open a lesson…
          </FileButton>
        </p>
      </Page>
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
      <StepView
        key={`${lesson.id} ${at}`}
        {...{ built, lesson, address, step, at, room }}
        linked={place.step}
        answers={place.answers}
        ways={{ list, lessonHref, titleOf, exercises, homework, stageHref }}
      />
      <StepBar {...props} lesson={lesson} at={at} />
    </main>
  );
};

const StepBar: FC<Props & { lesson: BuiltLesson['lesson']; at: number }> = ({
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
  const steps = useRef<HTMLOListElement>(null);
  // Where not all fit, the step that is shown is among those in sight.
  useEffect(() => {
    const now = steps.current?.children[at];
    if (steps.current && now instanceof HTMLElement)
      steps.current.scrollLeft = now.offsetLeft - steps.current.clientWidth / 2;
  }, [at]);
  // A clicker goes from step to step, in the speaker's window, too.
  useEffect(
    () =>
      handleClicks((click) => {
        location.hash = click === 'on' ? hrefs.next : hrefs.back;
        return true;
      }),
    [hrefs],
  );
  return (
    <footer ref={footerHeightRef} className="lesson-bar">
      <nav aria-label="Steps">
        <ol ref={steps}>
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
