/** All lessons of the page, and the way to open one's own. */
import type { FC } from 'react';
import { FileButton } from '../../ui/FileButton';
import type { LessonEntry } from '../text';
import { Page } from '../../ui/page/Page';
import './lessons.css';
import './lesson-list.css';

interface Props {
  /** A text says why they cannot be listed; null: on their way. */
  lessons: readonly LessonEntry[] | string | null;
  hrefOf: (id: string) => string;
  openFile: (file: File) => void;
}

export const LessonList: FC<Props> = ({ lessons, hrefOf, openFile }) => (
  <Page className="lesson-list">
    <h1>Lessons</h1>
    <p className="note">
      Words, a picture to try things on, and questions that are asked before the answer is shown. Every number
      and every answer is computed as you read.
    </p>
    {typeof lessons === 'string' && <p role="alert">{lessons}</p>}
    {lessons === null && <p role="status">looking for lessons …</p>}
    {typeof lessons === 'object' && lessons && (
      <ol>
        {lessons.map(({ id, title, minutes, for: audience }) => (
          <li key={id}>
            <a href={hrefOf(id)}>{title}</a>
            <span>
              {minutes} minutes{audience && `, ${audience}`}
            </span>
          </li>
        ))}
      </ol>
    )}
    <section>
      <h2>One of your own</h2>
      <p>
        A lesson is a text file in Markdown. Open it here or drop it on the page: it is checked line by line,
        and never leaves your machine.
      </p>
      <p>
        <FileButton what="Lesson, a Markdown file" testId="lesson-file" onFile={openFile}>
          Open a lesson…
        </FileButton>
      </p>
    </section>
  </Page>
);
