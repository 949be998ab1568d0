/** After class: what was right, question by question, and who said what. For who opened the room, and nobody else. */
import { useEffect, useState, type FC } from 'react';
import { grouped } from '../../core/number';
import { usePresenting } from '../../stage/state/class-link';
import { saveFile } from '../../ui/drawing-file';
import { PrintButton } from '../../ui/PrintButton';
import {
  attendance,
  headline,
  ordered,
  questionWords,
  removeResults,
  resultsCsv,
  rightOf,
  roomResults,
  seconds,
  summaryOf,
  weakest,
  type QuestionSummary,
  type ResultStudent,
  type RoomAccess,
  type RoomResults,
  type StudentOrder,
} from '../results';
import { forget, secretOf } from '../storage';
import { FEW_PEOPLE, share, spaced } from '../phrases';
import './results.css';

interface Props {
  code: string;
  base: string;
  /** Shows a step of a lesson, from 0. */
  openLesson: (address: string, step: number) => void;
  /** Goes to the page of rooms. */
  onLeave: () => void;
}

/** Rows of students before all are asked for. */
const FIRST = 12;

export const ResultsPage: FC<Props> = ({ code, base, openLesson, onLeave }) => {
  const [results, setResults] = useState<RoomResults | string | null>(null);
  const secret = secretOf(code);
  useEffect(() => {
    let gone = false;
    const found = secret === null ? Promise.resolve(null) : roomResults({ code, secret, base });
    found.then(
      (all) => {
        if (!gone) setResults(all ?? 'Nothing of this room is kept, or another browser opened it.');
      },
      (error: unknown) => {
        if (!gone) setResults(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      gone = true;
    };
  }, [code, secret, base]);
  if (secret === null || results === null || typeof results === 'string') {
    const said = typeof results === 'string' ? results : null;
    return (
      <main id="panes" className="room-page" tabIndex={-1}>
        <h1>
          Results of room <span className="mono">{spaced(code)}</span>
        </h1>
        <p role={said === null ? 'status' : 'alert'}>{said ?? 'One moment …'}</p>
        {said !== null && (
          <p className="room-acts">
            <button type="button" className="btn" onClick={onLeave}>
              To the rooms
            </button>
            {secret !== null && (
              <button
                type="button"
                className="btn"
                onClick={() => {
                  forget(code);
                  onLeave();
                }}
              >
                Take it off the list
              </button>
            )}
          </p>
        )}
      </main>
    );
  }
  return <Results results={results} room={{ code, secret, base }} {...{ openLesson, onLeave }} />;
};

const Results: FC<{ results: RoomResults; room: RoomAccess } & Pick<Props, 'openLesson' | 'onLeave'>> = ({
  results,
  room,
  openLesson,
  onLeave,
}) => {
  const presenting = usePresenting();
  const all = results.questions.flatMap((_, at) => summaryOf(results, at) ?? []);
  const least = weakest(all);
  return (
    <main id="panes" className="results" tabIndex={-1}>
      <div className="results-both">
        <section aria-labelledby="results-title">
          <p className="note">
            Room {spaced(results.code)},{' '}
            {results.over === null ? 'still open' : `ended ${when(results.over)}`}. {attendance(results)}.
          </p>
          <h1 id="results-title">{headline(all)}</h1>
          <p className="results-legend note" aria-hidden="true">
            <i className="results-cell right" /> as it was <i className="results-cell else" /> something else,
            up to the mark the commonest <i className="results-cell silent" /> no answer
          </p>
          <ol className="results-questions">
            {all.map((one) => (
              <QuestionRow
                key={`${one.question.number}.${one.question.round}`}
                of={one}
                everyone={results.students.length}
                weak={one === least}
                openLesson={openLesson}
              />
            ))}
          </ol>
        </section>
        {presenting ? (
          <p className="note">Who said what is not shown while presenting.</p>
        ) : (
          <Students results={results} />
        )}
      </div>
      <Foot results={results} room={room} onLeave={onLeave} />
    </main>
  );
};

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const when = (at: number): string => DATE.format(at * 1000);

const QuestionRow: FC<{
  of: QuestionSummary;
  everyone: number;
  weak: boolean;
  openLesson: Props['openLesson'];
}> = ({ of: { question, right, answered, other, median }, everyone, weak, openLesson }) => {
  const part = (n: number) => `${everyone === 0 ? 0 : (100 * n) / everyone}%`;
  const { number, round, title, labels, took, lesson, step } = question;
  return (
    <li className={weak ? 'weak' : ''}>
      <span className="results-number" aria-hidden="true">
        {number}
        {round > 1 && '′'}
      </span>
      <div>
        <h2>
          <span className="visually-hidden">{questionWords(question)}: </span>
          {title}
        </h2>
        <p className="note">
          It was {labels[took]}.{' '}
          {lesson !== '' && (
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                openLesson(lesson, step);
              }}
            >
              Open it in its lesson
            </button>
          )}
        </p>
      </div>
      <p className="results-share">
        {answered >= FEW_PEOPLE ? (
          <>
            <b>{share(right, answered)}</b> right
          </>
        ) : (
          <>
            <b>{grouped(right)}</b> right
          </>
        )}
      </p>
      <div>
        <div className="results-bar" aria-hidden="true">
          <i className="right" style={{ width: part(right) }} />
          <i className="else" style={{ width: part(answered - right) }} />
          {other && <em style={{ left: part(right + other.count) }} />}
        </div>
        <p className="note">
          {grouped(answered)} of {grouped(everyone)} answered
          {median !== null && `, half of them within ${seconds(median)}`}
        </p>
      </div>
      <p className="results-other">
        {other ? (
          <>
            <b>{grouped(other.count)}</b> said {other.label}
          </>
        ) : (
          'Nobody said anything else.'
        )}
      </p>
    </li>
  );
};

const ORDERS: readonly StudentOrder[] = ['count', 'number', 'name'];

const Students: FC<{ results: RoomResults }> = ({ results }) => {
  const [by, setBy] = useState<StudentOrder>('count');
  const [whole, setWhole] = useState(false);
  const rows = ordered(results, by);
  const { questions, students } = results;
  return (
    <section className="results-students" aria-labelledby="results-everyone">
      <div className="results-head">
        <h2 id="results-everyone">Everyone</h2>
        <div className="seg" role="group" aria-label="In order of">
          {ORDERS.map((order) => (
            <button
              key={order}
              type="button"
              aria-pressed={by === order}
              onClick={() => {
                setBy(order);
              }}
            >
              {order}
            </button>
          ))}
        </div>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">no.</th>
            <th scope="col">chosen name</th>
            <th scope="col">questions, in order</th>
            <th scope="col" className="r">
              right
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, whole ? rows.length : FIRST).map((student) => (
            <tr key={student.number}>
              <th scope="row">{student.number}</th>
              <td>
                {student.name === '' ? <span className="results-nameless">no name</span> : student.name}
              </td>
              <td className="results-cells">
                {questions.map((question, at) => (
                  <Cell key={`${question.number}.${question.round}`} {...{ question, student, at }} />
                ))}
              </td>
              <td className="r">
                <b>{rightOf(student, questions)}</b> of {questions.length}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        {!whole && rows.length > FIRST && (
          <>
            {FIRST} of {grouped(students.length)}.{' '}
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                setWhole(true);
              }}
            >
              Show all
            </button>{' '}
          </>
        )}
        Filled: right. Hatched: something else. Dashed: no answer.
      </p>
    </section>
  );
};

const Cell: FC<{ question: RoomResults['questions'][number]; student: ResultStudent; at: number }> = ({
  question,
  student,
  at,
}) => {
  const given = student.answers[at];
  const look = given ? (given.choice === question.took ? 'right' : 'else') : 'silent';
  const time = given?.ms == null ? '' : `, ${seconds(given.ms)}`;
  const words = `${questionWords(question)}: ${given ? `${question.labels[given.choice]}${time}` : 'no answer'}`;
  return <i className={`results-cell ${look}`} role="img" aria-label={words} title={words} />;
};

const Foot: FC<{ results: RoomResults; room: RoomAccess; onLeave: () => void }> = ({
  results,
  room,
  onLeave,
}) => {
  const [sure, setSure] = useState(false);
  const [failed, setFailed] = useState('');
  const tried = async (what: () => Promise<void>) => {
    setFailed('');
    try {
      await what();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  const remove = async () => {
    await removeResults(room);
    forget(room.code);
    onLeave();
  };
  return (
    <footer className="results-foot">
      <button
        type="button"
        className="btn main"
        onClick={() =>
          void tried(async () => {
            saveFile(await resultsCsv(room), `room-${room.code}.csv`);
          })
        }
      >
        Save as CSV
      </button>
      <PrintButton />
      <p className="note">
        A line for each question and student: their answer, whether it is right, and its time in ms.
      </p>
      <p className="note results-kept">
        Kept on this server until you remove it; only this browser has the key. Names are what people typed.
      </p>
      <button
        type="button"
        className="link-btn"
        onClick={() => {
          if (sure) void tried(remove);
          else setSure(true);
        }}
        onBlur={() => {
          setSure(false);
        }}
      >
        {sure
          ? `Remove all answers${results.over === null ? ' and close the room' : ''}: sure?`
          : 'Remove it from the server'}
      </button>
      {failed !== '' && <p role="alert">{failed}</p>}
    </footer>
  );
};
