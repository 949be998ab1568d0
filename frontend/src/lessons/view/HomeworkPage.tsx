/** A lesson as homework: what was read and answered in this browser, the code to hand in, and codes checked. */
import { useState, type FC } from 'react';
import { CopyButton } from '../../ui/CopyButton';
import { saveFile } from '../../ui/drawing-file';
import { PrintButton } from '../../ui/PrintButton';
import { Page } from '../../ui/page/Page';
import type { BuiltStep, PartialLesson } from '../builder';
import { giftOf } from '../gift';
import { zipOf } from '../platform';
import { qtiFiles } from '../qti';
import { scormFiles, type StepPicture } from '../scorm';
import { checkedLines, codeOf, lineOf, nameOf, rightOf, type Mark } from '../homework';
import { beginAgain, homeworkOf, keepName, type Homework } from '../progress';
import './lessons.css';
import './lesson-list.css';
import './homework.css';

interface Props {
  built: PartialLesson;
  /** To a step, from 0. */
  hrefOf: (step: number) => string;
  /** Pictures of each step, none of which gives an answer away. */
  picturesOf: (steps: readonly BuiltStep[]) => Promise<readonly (readonly StepPicture[])[]>;
}

const WORDS: Readonly<Record<Mark, string>> = {
  right: 'as it was',
  other: 'something else; then seen why',
  none: 'passed over',
};

export const HomeworkPage: FC<Props> = ({ built, hrefOf, picturesOf }) => {
  const { lesson, steps, findings, failure, version } = built;
  const whole = lesson && findings && steps.every((step): step is BuiltStep => step?.broken === null);
  if (!whole)
    return (
      <Page className="lesson-list">
        <h1>Homework</h1>
        <p role={failure === null ? 'status' : 'alert'}>
          {failure ?? (findings ? 'This lesson does not open as a whole.' : 'computing the lesson …')}
        </p>
      </Page>
    );
  const marksOf = ({ marks }: Homework): Mark[] =>
    steps.flatMap(({ questions }, at) => questions.map((_, nth) => marks[`${at}.${nth}`] ?? 'none'));
  return (
    <Page className="lesson-list homework">
      <Student {...{ version, hrefOf, steps, marksOf }} title={lesson.title} />
      <Codes version={version} questions={steps.reduce((n, { questions }) => n + questions.length, 0)} />
      <Platforms {...{ lesson, steps, version, hrefOf, picturesOf }} />
    </Page>
  );
};

const Student: FC<{
  version: string;
  title: string;
  steps: readonly BuiltStep[];
  hrefOf: Props['hrefOf'];
  marksOf: (progress: Homework) => Mark[];
}> = ({ version, title, steps, hrefOf, marksOf }) => {
  const [progress, setProgress] = useState(() => homeworkOf(version));
  const again = () => {
    setProgress(homeworkOf(version));
  };
  const marks = marksOf(progress);
  const left = steps.flatMap((_, at) => (progress.seen.includes(at) ? [] : at));
  const [next] = left;
  const name = nameOf(progress.name);
  const handed = { version, name, marks };
  const done = next === undefined;
  return (
    <section className={done ? 'homework-card done' : 'homework-card'} aria-labelledby="homework-title">
      <h1 id="homework-title">
        {done ? 'Done: ' : 'Homework: '}
        {title}
      </h1>
      <p>
        {steps.length - left.length} of {steps.length} steps, {rightOf(marks)} of {marks.length} questions
        answered as it was.
      </p>
      <label className="homework-name">
        Your name, as your teacher knows it
        <input
          autoComplete="name"
          maxLength={60}
          value={progress.name}
          onChange={({ target }) => {
            keepName(version, target.value);
            again();
          }}
        />
      </label>
      {!done ? (
        <p>
          <a className="btn main" href={hrefOf(next)}>
            Go on: {steps[next]?.title}
          </a>
        </p>
      ) : name === '' ? (
        <p role="status">With your name here, there is a code to hand in.</p>
      ) : (
        <>
          <p id="homework-code">Hand in this code</p>
          <p className="homework-code" aria-labelledby="homework-code" role="status">
            {codeOf(handed)}
          </p>
          <p className="question-acts">
            <CopyButton
              look="btn main"
              what="Name, score and code"
              words="Copy name and code"
              text={lineOf(handed)}
            />
            <PrintButton />
          </p>
        </>
      )}
      <ol className="homework-steps">
        {steps.map((step, at) => (
          <li key={at}>
            <a href={hrefOf(at)}>{step.title}</a>
            <span>
              {step.questions
                .map((_, nth) => {
                  const mark = progress.marks[`${at}.${nth}`];
                  return mark ? WORDS[mark] : 'not answered yet';
                })
                .join(', ') || (progress.seen.includes(at) ? 'read' : 'not read yet')}
            </span>
          </li>
        ))}
      </ol>
      <p className="note">
        The code holds which questions were right, and a check of them, the lesson’s text and your name. It is
        made in this browser; nothing was sent. Your first answers count.
      </p>
      <p>
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            beginAgain(version);
            again();
          }}
        >
          Begin again
        </button>
      </p>
    </section>
  );
};

const Codes: FC<{ version: string; questions: number }> = ({ version, questions }) => {
  const [text, setText] = useState('');
  const lines = checkedLines(text, version, questions);
  const right = lines.filter(({ marks }) => marks !== null).length;
  return (
    <details className="homework-check">
      <summary>For teachers: check codes</summary>
      <p>
        A line for each student, as it was handed in: name, code, and the score if you like. It is checked in
        this page, without a network, against the lesson that is open here: the same text gives the same
        codes.
      </p>
      <p>
        A code finds slips, changed names and changed scores. It does not stop somebody who reads the page’s
        source: they can make one.
      </p>
      <label>
        Names and codes
        <textarea
          rows={6}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
          }}
        />
      </label>
      {lines.length > 0 && (
        <>
          <p role="status">
            {right} of {lines.length} {lines.length === 1 ? 'code' : 'codes'} right.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">name</th>
                <th scope="col">score</th>
                <th scope="col">code</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ name, marks }, i) => (
                <tr key={i}>
                  <th scope="row">{name}</th>
                  <td>{marks ? `${rightOf(marks)} of ${marks.length}` : ''}</td>
                  <td>{marks ? 'right' : 'refused: another name, score, lesson or version, or a slip'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </details>
  );
};

/** The lesson for a learning platform. */
const Platforms: FC<
  Omit<Props, 'built'> & {
    lesson: NonNullable<PartialLesson['lesson']>;
    steps: readonly BuiltStep[];
    version: string;
  }
> = ({ lesson, steps, version, hrefOf, picturesOf }) => {
  const { id, title, goals, lang } = lesson;
  const [said, setSaid] = useState('');
  const href = (at: number) => new URL(hrefOf(at), document.baseURI).href;
  const save = (name: string, make: () => string | Promise<Blob>) => {
    setSaid(`Making ${name} …`);
    const made = async () => {
      try {
        saveFile(await make(), name);
        setSaid(`${name} is saved.`);
      } catch (error) {
        setSaid(`${name} cannot be made: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    void made();
  };
  const scorm = async () => {
    const pictures = await picturesOf(steps);
    return zipOf(scormFiles({ id, title, goals, lang, version }, steps, href, pictures));
  };
  return (
    <details className="homework-check">
      <summary>For teachers: into a learning platform</summary>
      <p>
        The questions alone, each with a few choices and what is said to each: GIFT, as Moodle reads it, or
        QTI 2.1. Or the whole lesson as a package of SCORM 1.2, which says to the platform whether it was
        completed, and what share of its questions was right.
      </p>
      <p className="question-acts">
        <button
          type="button"
          className="btn"
          onClick={() => {
            save(`${id}.gift`, () => giftOf(title, steps, href));
          }}
        >
          Save the questions as GIFT
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            save(`${id}-qti.zip`, () => zipOf(qtiFiles({ id, title, lang }, steps, href)));
          }}
        >
          Save the questions as QTI 2.1
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            save(`${id}-scorm.zip`, scorm);
          }}
        >
          Save the lesson as SCORM 1.2
        </button>
      </p>
      <p role="status">{said}</p>
    </details>
  );
};
