/** All lessons of the page, how far one has come in each, and the way to open one's own. */
import { useState, type FC } from 'react';
import { FileButton } from '../../ui/FileButton';
import { CheckMark } from '../../ui/CheckMark';
import { forgetProgress, lessonProgress, type LessonProgress, type Progress } from '../progress';
import { addressOf } from '../state';
import { FROM, type LessonEntry, type OwnLesson } from '../text';
import { ListPicture } from '../../ui/page/ListPicture';
import { Page } from '../../ui/page/Page';
import './lessons.css';
import './lesson-list.css';

interface Props {
  /** A text says why they cannot be listed; null: on their way. */
  lessons: readonly LessonEntry[] | string | null;
  /** Those that were put on this server; null: on their way. */
  own: readonly OwnLesson[] | null;
  /** `step`: from 0. */
  hrefOf: (id: string, step?: number) => string;
  ownHrefOf: (src: string) => string;
  /** To a room that begins with a lesson, by its address; null: this window leads one, or there are none. */
  teachHrefOf: ((address: string) => string) | null;
  openFile: (file: File) => void;
}

export const LessonList: FC<Props> = ({ lessons, own, hrefOf, ownHrefOf, teachHrefOf, openFile }) => {
  const [progress, setProgress] = useState(lessonProgress);
  return (
    <Page className="lesson-list lesson-gallery">
      <div className="lesson-top">
        <div>
          <h1>Lessons</h1>
          <p>
            Words, a picture to try things on, and questions that are asked before the answer is shown. Every
            number and every answer is computed as you read.
          </p>
        </div>
        {typeof lessons === 'object' && lessons && (
          <Onward
            lessons={lessons}
            progress={progress}
            hrefOf={hrefOf}
            onForget={() => {
              forgetProgress();
              setProgress({});
            }}
          />
        )}
      </div>
      {typeof lessons === 'string' && <p role="alert">{lessons}</p>}
      {lessons === null && <p role="status">looking for lessons …</p>}
      {typeof lessons === 'object' && lessons && (
        <ol className="lesson-cards">
          {lessons.map(({ id, title, minutes, goals, for: audience, picture }) => (
            <li key={id}>
              {picture && <ListPicture name={`lesson-${id}`} />}
              <h2>
                <a href={hrefOf(id)}>{title}</a>
              </h2>
              {goals[0] !== undefined && <p>After it you can {goals[0]}.</p>}
              <p className="lesson-state">
                <Standing of={progress[id]} />
                <span>
                  {minutes} minutes{audience && `, ${audience}`}
                </span>
                <Teach href={teachHrefOf?.(id)} title={title} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {own && own.length > 0 && (
        <section aria-labelledby="lessons-own">
          <h2 id="lessons-own">On this server</h2>
          <ul className="lesson-own">
            {own.map(({ src, title, minutes, goals, for: audience }) => (
              <li key={src}>
                <h3>
                  <a href={ownHrefOf(src)}>{title}</a>
                </h3>
                {goals[0] !== undefined && <p>After it you can {goals[0]}.</p>}
                <p className="lesson-state">
                  <span>
                    {minutes} minutes{audience && `, ${audience}`}
                  </span>
                  <Teach href={teachHrefOf?.(addressOf(FROM, src))} title={title} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>One of your own</h2>
        <p>
          A lesson is a text file in Markdown. Open it here or drop it on the page: it is checked line by
          line, and never leaves your machine. Put into the folder <code>lessons</code> of the server’s data,
          it is listed above, and phones of a room can see it.
        </p>
        <p>
          <FileButton what="Lesson, a Markdown file" testId="lesson-file" onFile={openFile}>
            Open a lesson…
          </FileButton>
        </p>
      </section>
    </Page>
  );
};

const Teach: FC<{ href: string | undefined; title: string }> = ({ href, title }) =>
  href === undefined ? null : (
    <a className="lesson-teach" href={href}>
      Teach<span className="visually-hidden"> “{title}”</span> to a room
    </a>
  );

const Standing: FC<{ of: Progress | undefined }> = ({ of: known }) => {
  if (!known) return null;
  if (!known.done)
    return (
      <b>
        step {known.step} of {known.of}
      </b>
    );
  return (
    <b>
      <CheckMark /> done
    </b>
  );
};

/** Where to go on: in the lesson read last, else with the first that is not done. */
const Onward: FC<{
  lessons: readonly LessonEntry[];
  progress: LessonProgress;
  hrefOf: Props['hrefOf'];
  onForget: () => void;
}> = ({ lessons, progress, hrefOf, onForget }) => {
  const begun = lessons.filter(({ id }) => progress[id]);
  const done = lessons.filter(({ id }) => progress[id]?.done).length;
  const turn = ({ id }: LessonEntry) => progress[id]?.turn ?? 0;
  const last = begun.filter(({ id }) => !progress[id]?.done).sort((a, b) => turn(b) - turn(a))[0];
  const next = last ?? lessons.find(({ id }) => !progress[id]?.done);
  const step = next && progress[next.id]?.step;
  const left = lessons.filter(({ id }) => !progress[id]?.done).reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <div className="lesson-onward">
      {begun.length > 0 && (
        <div>
          <p>
            <b>
              {done} of {lessons.length} done
            </b>
            {left > 0 && `, about ${left} minutes left`}
          </p>
          <div className="lesson-meter" aria-hidden="true">
            {lessons.map(({ id }) => (
              <i key={id} data-state={progress[id]?.done ? 'done' : progress[id] ? 'begun' : undefined} />
            ))}
          </div>
          <p className="note">
            Kept in this browser.{' '}
            <button type="button" className="link-btn" onClick={onForget}>
              forget it
            </button>
          </p>
        </div>
      )}
      {next && (
        <a className="btn main" href={step === undefined ? hrefOf(next.id) : hrefOf(next.id, step - 1)}>
          {step === undefined
            ? `${begun.length > 0 ? 'Next' : 'Begin'}: ${next.title}`
            : `Go on: ${next.title}, step ${step}`}
        </a>
      )}
    </div>
  );
};
