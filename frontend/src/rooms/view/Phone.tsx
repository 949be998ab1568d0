/** A student's page: waits, follows the class or looks around, answers, and sees the result. */
import { useEffect, useState, type FC } from 'react';
import { useStore } from 'zustand';
import { grouped } from '../../core/number';
import { StageView } from '../../stage/StageView';
import { useStage, useStageState } from '../../stage/control/stage-context';
import type { View } from '../../stage/state/view';
import { footerHeightRef } from '../../ui/footer-size';
import { Follower } from '../follower';
import { NAME } from '../gen/protocol';
import { Member, type MemberState } from '../member';
import { BLOCKED, spaced } from '../phrases';
import { RoomForm } from './RoomForm';
import { PhoneLesson, type LessonOf } from './PhoneLesson';
import { PhoneQuestion } from './PhoneQuestion';

interface PhoneProps {
  code: string;
  /** What the QR picture had beside the code; '' for none. */
  secret: string;
  base: string;
  read: (view: string) => View | null;
  onJoin: (code: string) => void;
  Lesson: LessonOf;
}

const LINES: Readonly<Record<MemberState['line'], string>> = {
  connecting: 'looking for it …',
  in: '',
  lost: 'no network',
  over: '',
};

export const Phone: FC<PhoneProps> = (props) => {
  const [tries, setTries] = useState(0);
  return (
    <Try
      key={tries}
      {...props}
      onAgain={() => {
        setTries(tries + 1);
      }}
    />
  );
};

const Try: FC<PhoneProps & { onAgain: () => void }> = (props) => {
  const { code, secret, base, read } = props;
  const { controller } = useStage();
  const [member] = useState(() => new Member(code, secret, base));
  useEffect(() => {
    member.open();
    const follower = new Follower(member, controller, read);
    return () => {
      follower.close();
      member.close();
    };
  }, [member, controller, read]);
  return <InRoom {...props} member={member} />;
};

const InRoom: FC<PhoneProps & { member: Member; onAgain: () => void }> = ({
  code,
  read,
  onJoin,
  Lesson,
  member,
  onAgain,
}) => {
  const state = useStore(member.store);
  const { line, blocked, over, view, lesson, question, members, wandering } = state;
  const [stays, setStays] = useState('');
  const there = useStageState((s) => s.quiz?.question ?? null);
  const round = question ? `${question.number}.${question.round}` : '';
  const mine = lesson === '' && question?.lesson === '';
  const asked = mine && !wandering && there !== null && stays !== round;
  const answers = lesson !== '' && question !== null && question.stage !== 'reveal' && !wandering;
  const shown = view === '' ? null : read(view);
  useEffect(() => {
    document.documentElement.dataset['room'] = wandering ? 'around' : 'with';
    return () => {
      delete document.documentElement.dataset['room'];
    };
  }, [wandering]);
  return (
    <>
      <section className="room-head" aria-label="Room">
        <h1>
          Room <span className="mono">{spaced(code)}</span>
        </h1>
        <p role="status">{line === 'lost' && blocked ? 'no connection' : LINES[line]}</p>
      </section>
      {!over && <Says member={member} />}
      {over ? (
        <main id="panes" className="room-page" tabIndex={-1}>
          {over.why === 'no_room' || over.why === 'wait' || over.why === 'full' ? (
            <>
              <h2>Join the room</h2>
              <RoomForm
                typed={spaced(code)}
                said={over.message}
                onJoin={(next) => {
                  if (next === code) onAgain();
                  else onJoin(next);
                }}
              />
            </>
          ) : (
            <>
              <h2>{over.why === 'elsewhere' ? 'Open in another tab' : 'The room is over'}</h2>
              <p role="alert">{over.message}</p>
              {over.why === 'elsewhere' && (
                <button type="button" className="btn main room-go" onClick={onAgain}>
                  Be here instead
                </button>
              )}
              {over.why === 'version' && (
                <button
                  type="button"
                  className="btn main room-go"
                  onClick={() => {
                    location.reload();
                  }}
                >
                  Load again
                </button>
              )}
              {over.why === 'closed' && (
                <p>
                  <a href="../../room/view/">Look around in mmscope on your own</a>
                </p>
              )}
            </>
          )}
        </main>
      ) : lesson !== '' ? (
        <Lesson address={lesson}>
          {(built) => <PhoneLesson member={member} built={built} read={read} />}
        </Lesson>
      ) : asked ? (
        <PhoneQuestion
          member={member}
          onStay={() => {
            setStays(round);
          }}
        />
      ) : shown ? (
        <StageView beside={<></>} />
      ) : (
        <main id="panes" className="room-page" tabIndex={-1}>
          <h2>{members === 0 ? 'Looking for the room …' : 'You are in'}</h2>
          {members > 0 && view === '' && (
            <p>Wait for the teacher: what is on the wall appears here, and so do questions.</p>
          )}
          {view !== '' && <p>The class looks at something that this page cannot show: look at the wall.</p>}
        </main>
      )}
      {!over && <PhoneBar member={member} asked={asked || answers} />}
      {!over && state.names && <Name key={state.name} member={member} />}
    </>
  );
};

/** Above all, wherever one has scrolled to: problems, and whether an answer arrived. */
const Says: FC<{ member: Member }> = ({ member }) => {
  const { line, blocked, led, question, said, confirmed, choice } = useStore(member.store);
  const waits = question !== null && question.stage !== 'reveal' && choice !== null && !confirmed;
  return (
    <div className="room-says" role="status">
      {line === 'lost' && blocked && <p>{BLOCKED}</p>}
      {line === 'lost' && !blocked && (
        <p>
          No network. This page reconnects by itself
          {waits ? ', and sends your answer then.' : question && confirmed ? '; your answer counts.' : '.'}
        </p>
      )}
      {said !== '' && <p>{said}</p>}
      {line === 'in' && !led && <p>The picture stays. It goes on when the teacher is back.</p>}
    </div>
  );
};

/** Below all: whether one is with the class, and the way away and back. */
const PhoneBar: FC<{ member: Member; asked: boolean }> = ({ member, asked }) => {
  const { wandering, view, lesson, step, question } = useStore(member.store);
  const position = useStageState((s) => s.position);
  const at = /[?&]k=(\d+)/.exec(view)?.[1];
  const where =
    lesson !== ''
      ? `at step ${step + 1}`
      : at === undefined
        ? 'elsewhere'
        : `at decision ${grouped(Number(at))}`;
  return (
    <footer ref={footerHeightRef} className="room-phone-bar" aria-label="The class">
      {wandering ? (
        <p>
          The class is {question && question.stage !== 'reveal' ? 'asked a question' : where}:{' '}
          <button
            type="button"
            className="btn main"
            onClick={() => {
              member.wander(false);
            }}
          >
            go there
          </button>
        </p>
      ) : (
        view !== '' &&
        !asked && (
          <p>
            With the class
            {lesson !== ''
              ? `, at step ${step + 1}`
              : position.align === 'decision' && `, at decision ${grouped(position.k)}`}
            .{' '}
            <button
              type="button"
              className="btn"
              onClick={() => {
                member.wander(true);
              }}
            >
              Look around
            </button>
          </p>
        )
      )}
    </footer>
  );
};

/** Where the teacher asks for names. */
const Name: FC<{ member: Member }> = ({ member }) => {
  const { name } = useStore(member.store);
  const [text, setText] = useState(name);
  return (
    <form
      className="room-name"
      onSubmit={(event) => {
        event.preventDefault();
        member.call(text);
      }}
    >
      <label htmlFor="room-name">
        {name === ''
          ? 'Your teacher asks for names. You may leave it empty.'
          : `Your answers carry the name ${name}.`}
      </label>
      <input
        id="room-name"
        maxLength={NAME}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
      />
      <button type="submit" className="btn" disabled={text.trim() === name}>
        {text.trim() === '' && name !== '' ? 'Take it back' : 'Give it'}
      </button>
    </form>
  );
};
