/** A room's own page, for who opens or joins one; and what a window that leads one adds to the stage. */
import { useMemo, useState, type FC, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { isStaticCopy, NO_ROOMS } from '../../capture/remote/static-copy';
import { useStage } from '../../stage/control/stage-context';
import type { View } from '../../stage/state/view';
import { readAddress } from '../../lessons/state';
import type { ClassPanels } from '../../lessons/view/StepView';
import { forget, lastRoom, ownRooms, secretOf, setSecret } from '../storage';
import { Leader, type LeaderHost } from '../leader';
import type { PageState } from '../question';
import { BLOCKED, spaced } from '../phrases';
import { linkOf, RESULTS } from './links';
import { ResultsPage } from './ResultsPage';
import { RoomForm } from './RoomForm';
import { Phone } from './Phone';
import type { LessonOf } from './PhoneLesson';
import '../../ui/style/blocks.css';
import '../../quiz/view/question.css';
import './room.css';
import './phone.css';
import './lesson.css';
import { Wall } from './Wall';

interface RoomHost {
  base: string;
  page: () => PageState | null;
  openLesson: (address: string, step: number) => void;
  /** The present view, as a link's fragment. */
  write: () => string;
  /** Shows one, as a step of the history, and the room that this window leads beside it; '': the stage as it is. */
  open: (view: string) => Promise<void>;
  read: (view: string) => View | null;
  /** This window does not lead any more. */
  onLeave: () => void;
}

interface Props extends RoomHost {
  /** The code and what stands behind it in the link; '' for none. */
  link: string;
  /** The address of the lesson that a room opened here begins with; '' for none. */
  teach: string;
  /** Goes to a room's page. */
  go: (link: string) => void;
  Lesson: LessonOf;
}

/** One for as long as this window leads, whichever page it shows. */
let leading: Leader | null = null;

/** The room that was opened for a lesson, and that lesson's address. */
let prepared: { code: string; lesson: string } | null = null;

function leaderOf(code: string, desk: LeaderHost, fresh: boolean): Leader {
  if (leading?.code !== code) {
    leading?.close();
    const lesson = prepared?.code === code ? prepared.lesson : '';
    leading = new Leader(code, secretOf(code) ?? '', desk, { fresh, lesson });
  }
  return leading;
}

function letGo(): void {
  leading?.close();
  leading = null;
}

function useDesk({ base, page, write, open, openLesson }: RoomHost): LeaderHost {
  const { controller } = useStage();
  return useMemo(
    () => ({ controller, base, page, write, open, openLesson }),
    [controller, base, page, write, open, openLesson],
  );
}

export const RoomPage: FC<Props> = (props) => {
  if (isStaticCopy()) return <NoRooms />;
  const [code = '', secret = ''] = props.link.split('.');
  const valid = /^\d{6}$/.test(code);
  const page =
    valid && secret === RESULTS ? (
      <ResultsPage
        key={code}
        code={code}
        base={props.base}
        openLesson={props.openLesson}
        onLeave={() => {
          props.go('');
        }}
      />
    ) : valid && secretOf(code) !== null ? (
      <Enter key={code} code={code} {...props} />
    ) : valid ? (
      <Phone
        key={code}
        {...{ code, secret }}
        base={props.base}
        read={props.read}
        onJoin={props.go}
        Lesson={props.Lesson}
      />
    ) : (
      <Lobby {...props} typed={code} />
    );
  return <div className="room">{page}</div>;
};

const NoRooms: FC = () => (
  <div className="room">
    <main id="panes" className="room-page" tabIndex={-1}>
      <h1>No rooms here</h1>
      <p>{NO_ROOMS}</p>
    </main>
  </div>
);

const Lobby: FC<Props & { typed: string }> = ({ base, go, typed, teach }) => {
  const [state, setState] = useState<'' | 'opening' | { failed: string }>('');
  const last = lastRoom();
  const own = ownRooms();
  const hrefOf = (link: string) => new URL(linkOf(base, link)).hash;
  const open = async () => {
    setState('opening');
    const response = await fetch(new URL('api/rooms', base), { method: 'POST' }).catch(() => null);
    const answer = (await response?.json().catch(() => null)) as {
      code?: string;
      secret?: string;
      error?: { message?: string };
    } | null;
    if (!response?.ok || !answer?.code || !answer.secret) {
      setState({
        failed: answer?.error?.message ?? 'No server answers here: a room needs one (mmscope serve).',
      });
      return;
    }
    setSecret(answer.code, answer.secret);
    prepared = readAddress(teach) ? { code: answer.code, lesson: teach } : null;
    go(answer.code);
  };
  const joining = (
    <section key="joining" aria-labelledby="room-joining">
      <Title id="room-joining" first={teach === ''}>
        Join the room
      </Title>
      {last !== null && (
        <button
          type="button"
          className="btn room-go"
          onClick={() => {
            go(last);
          }}
        >
          Back to room {spaced(last)}: your place is kept
        </button>
      )}
      <RoomForm
        typed={typed}
        said={typed === '' ? '' : 'A code has six digits: they are on the wall.'}
        onJoin={go}
      />
    </section>
  );
  const opening = (
    <section key="opening" aria-labelledby="room-opening">
      <Title id="room-opening" first={teach !== ''}>
        {teach === '' ? 'Teach? Open a room' : 'Teach this lesson to a room'}
      </Title>
      <p>
        {teach !== '' && 'The room begins with the first step of the lesson you chose. '}
        Students join on their phones with a code. They see what you show, step by step, and answer what you
        ask; their answers stand beside the drawing when you want it. It ends after a day; its results stay
        until you remove them.
      </p>
      <button
        type="button"
        className="btn main room-go"
        disabled={state === 'opening'}
        onClick={() => void open()}
      >
        {state === 'opening' ? 'Opening …' : 'Open a room'}
      </button>
      {typeof state === 'object' && (
        <p role="alert" className="room-wrong">
          {state.failed}
        </p>
      )}
    </section>
  );
  return (
    <main id="panes" className="room-page room-lobby" tabIndex={-1}>
      {teach === '' ? [joining, opening] : [opening, joining]}
      {own.length > 0 && (
        <section aria-labelledby="room-own">
          <h2 id="room-own">Opened in this browser</h2>
          <ul className="room-own">
            {own.map(({ code, at }) => (
              <li key={code}>
                <a href={hrefOf(code)}>Room {spaced(code)}</a>
                <a href={hrefOf(`${code}.${RESULTS}`)}>
                  Results <span className="visually-hidden">of room {spaced(code)}</span>
                </a>
                <span className="note">
                  {new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
};

/** `first`: what the page is about. */
const Title: FC<{ id: string; first: boolean; children: ReactNode }> = ({ id, first, children }) =>
  first ? <h1 id={id}>{children}</h1> : <h2 id={id}>{children}</h2>;

/** Who opened the room comes to lead it: then the stage follows, with the room beside it. */
const Enter: FC<Props & { code: string }> = (props) => {
  const { code, open } = props;
  const desk = useDesk(props);
  const [leader] = useState(() => leaderOf(code, desk, true));
  const { line, blocked } = useStore(leader.store);
  return (
    <main id="panes" className="room-page" tabIndex={-1}>
      <h1>
        Room <span className="mono">{spaced(code)}</span>
      </h1>
      {line === 'led' || line === 'over' ? (
        <LedElsewhere
          leader={leader}
          results={new URL(linkOf(props.base, `${code}.${RESULTS}`)).hash}
          onLeave={() => {
            letGo();
            void open('');
          }}
          onJoin={() => {
            letGo();
            forget(code);
            location.reload();
          }}
        />
      ) : (
        <p role="status">
          {line !== 'lost'
            ? 'One moment …'
            : blocked
              ? BLOCKED
              : 'No network. This page reconnects by itself.'}
        </p>
      )}
    </main>
  );
};

/** Another window leads it, or it is over. */
const LedElsewhere: FC<{ leader: Leader; onLeave: () => void; onJoin?: () => void; results?: string }> = ({
  leader,
  onLeave,
  onJoin,
  results,
}) => {
  const { line, over } = useStore(leader.store);
  const led = line === 'led';
  return (
    <div role="alert">
      <p>{led ? 'This room is led from another window. Lead from here?' : over?.message}</p>
      {led && <p>Only one window leads. The class is not interrupted.</p>}
      {!led && results !== undefined && (
        <p>
          <a href={results}>Results of this room</a>
        </p>
      )}
      <p className="room-acts">
        {over?.why === 'no_room' && onJoin && (
          <button type="button" className="btn main" onClick={onJoin}>
            Join as a student
          </button>
        )}
        {led && (
          <button
            type="button"
            className="btn main"
            onClick={() => {
              leader.take();
            }}
          >
            Lead from here
          </button>
        )}
        <button type="button" className="btn" onClick={onLeave}>
          {led ? 'Not now' : 'To the stage'}
        </button>
      </p>
    </div>
  );
};

/** The stage of a window that leads a room. */
export const RoomWall: FC<RoomHost & { code: string; lessons?: (room: ClassPanels) => ReactNode }> = (
  props,
) => {
  const { code, onLeave, base, lessons } = props;
  const desk = useDesk(props);
  const [leader] = useState(() => leaderOf(code, desk, false));
  const { line } = useStore(leader.store);
  const leave = () => {
    leader.leave();
    letGo();
    onLeave();
  };
  if (line === 'led' || line === 'over') {
    return (
      <main id="panes" className="room-page room" tabIndex={-1}>
        <h1>
          Room <span className="mono">{spaced(code)}</span>
        </h1>
        <LedElsewhere leader={leader} onLeave={leave} />
      </main>
    );
  }
  return <Wall leader={leader} base={base} onLeave={leave} lessons={lessons} />;
};
