/** The speaker's window: what is on the wall, what comes, notes, clock, and what the class does not know yet. */
import { useEffect, useRef, useState, type FC } from 'react';
import { textOf } from '../../core/message';
import { PANES, type PaneId } from '../../core/panes';
import { revealOf, solutionText } from '../../quiz/answers';
import { solutionChoice } from '../../quiz/state';
import { scenes } from '../../scenes';
import type { Scene, SceneParts, PaneSourceFrame } from '../../scenes/scene';
import { LetterTile } from '../../ui/nodes/LetterTile';
import { Tag } from '../../ui/Tag';
import { CLICKER, clickOf, type Click } from './clicker';
import { ROOM_KEYS, roomActionOf } from './room-keys';
import type { RoomAction, RoomStatus } from './speaker-notes';
import { useWidth } from '../../ui/use-screen';
import { newName, openChannel, type Panes, type WallQuestion, type WallState } from './channel';
import { hasModifier } from '../../ui/keyboard';
import '../../ui/style/blocks.css';
import './speaker.css';

/** A wall that is there answers sooner. */
const ANSWER_MS = 2500;

/** What is asked of the wall; who asks is added. */
type Wish =
  { kind: 'hello' } | { kind: 'click'; click: Click } | { kind: 'blank' } | { kind: 'room'; act: RoomAction };

type Link = 'waiting' | 'there' | 'gone';

interface Wall {
  on: WallState | null;
  link: Link;
  /** This window, as the wall knows it. */
  name: string;
  say: (message: Wish) => void;
}

function useWall(wall: string): Wall {
  const [on, setOn] = useState<WallState | null>(null);
  const [link, setLink] = useState<Link>('waiting');
  const [name] = useState(newName);
  const channel = useRef<ReturnType<typeof openChannel>>(null);
  useEffect(() => {
    const open = openChannel(wall, (message) => {
      if (message.kind === 'now') {
        setOn(message.on);
        setLink('there');
      } else if (message.kind === 'wall-gone') setLink('gone');
      // The wall came back, after a reload.
      else if (message.kind === 'claim') open.say({ kind: 'hello', from: name });
      else if (message.kind === 'anybody') open.say({ kind: 'here', from: name });
    });
    channel.current = open;
    open.say({ kind: 'hello', from: name });
    const timer = setTimeout(() => {
      setLink((now) => (now === 'waiting' ? 'gone' : now));
    }, ANSWER_MS);
    const bye = () => {
      open.say({ kind: 'bye', from: name });
    };
    addEventListener('pagehide', bye);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', bye);
      open.close();
    };
  }, [wall, name]);
  const say: Wall['say'] = (message) => {
    channel.current?.say({ ...message, from: name });
  };
  return { on, link, name, say };
}

const isOf = (keys: readonly string[], key: string) => keys.includes(key);

export const SpeakerPage: FC<{ wall: string }> = ({ wall }) => {
  const { on, link, name, say } = useWall(wall);
  const leads = on?.leader === name;
  const blank = on?.blank ?? false;
  const room = on?.room ?? null;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (hasModifier(event)) return;
      const click = clickOf(event.key);
      const act = roomActionOf(event.key, room);
      if (click) say({ kind: 'click', click });
      else if (isOf(CLICKER.blank, event.key)) say({ kind: 'blank' });
      else if (act) say({ kind: 'room', act });
      else if (!isOf(CLICKER.full, event.key)) return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  });
  const scene = scenes.find(({ id }) => id === on?.scene);
  const drawn = on !== null && seenOf(on.now).length > 0;
  const click = (way: Click) => () => {
    say({ kind: 'click', click: way });
  };
  return (
    <div className="speaker">
      <header>
        <h1>Speaker</h1>
        <Clock />
        {room && (
          <p className="speaker-wall" role="status">
            <span>room {room.code}</span>
            <b>
              {room.lost
                ? 'connecting again …'
                : `${room.members} here${room.wandering > 0 ? `, ${room.wandering} wandering` : ''}`}
            </b>
          </p>
        )}
        <p className="speaker-wall">
          <span>wall</span>
          <b>
            {link === 'there' && on
              ? `${on.size[0]} × ${on.size[1]}, ${blank ? 'blank' : 'following'}`
              : link === 'waiting'
                ? 'waiting …'
                : 'not there'}
          </b>
        </p>
      </header>
      <main>
        {link === 'gone' && (
          <p className="speaker-line" role="alert">
            The wall is gone: it was closed, or no longer presents. Press Present on the page and open this
            window from there.
          </p>
        )}
        {on && link === 'there' && !leads && (
          <p className="speaker-line" role="alert">
            The wall is led from another speaker’s window.{' '}
            <button
              type="button"
              className="btn"
              onClick={() => {
                say({ kind: 'hello' });
              }}
            >
              Lead from here
            </button>
          </p>
        )}
        {on && scene && (
          <div className="speaker-both">
            <div>
              <h2>
                On the wall now: <b>{on.asked?.revealed === false ? 'the question' : on.at}</b>
              </h2>
              {drawn && <Slide scene={scene} panes={on.now} label="on the wall now" />}
              <h2>
                Next, on PageDown: <b>{on.next?.words ?? 'nothing, this is the end'}</b>
              </h2>
              {drawn && on.next && <Slide scene={scene} panes={on.next.panes} label="next" />}
            </div>
            <div className="speaker-words">
              {on.notes ? (
                <>
                  <h2 className="large">
                    Step {on.notes.step} of {on.notes.of}: {on.notes.title}
                  </h2>
                  <ul>
                    {on.notes.notes.map((note, i) => (
                      <li key={i}>{note}</li>
                    ))}
                  </ul>
                  {on.notes.answers?.map(({ ask, answer }) => (
                    <p key={ask}>
                      {ask} <b>{answer}</b>
                    </p>
                  ))}
                </>
              ) : (
                <Telling
                  scene={scene}
                  panes={on.now}
                  heading="What the wall says"
                  hidden={on.asked?.revealed === false}
                />
              )}
              {room?.asked && <Answers asked={room.asked} members={room.members} />}
              {on.asked && <Solution {...on.asked} />}
              {on.next && (
                <Telling scene={scene} panes={on.next.panes} heading="What comes next" hidden={false} />
              )}
            </div>
          </div>
        )}
      </main>
      <footer>
        <button type="button" className="btn" disabled={!leads} onClick={click('back')}>
          Back <kbd>PageUp</kbd>
        </button>
        <button type="button" className="btn main" disabled={!leads} onClick={click('on')}>
          {nextOf(on)} <kbd>PageDown</kbd>
        </button>
        {room?.asked && room.asked.stage !== 'reveal' && (
          <button
            type="button"
            className="btn"
            disabled={!leads}
            onClick={() => {
              say({ kind: 'room', act: 'toggle' });
            }}
          >
            {room.asked.stage === 'question' ? 'Show answers on the wall' : 'Hide answers'}{' '}
            <kbd>{ROOM_KEYS.toggle.shown}</kbd>
          </button>
        )}
        {room?.asked && (
          <button
            type="button"
            className="btn"
            disabled={!leads}
            onClick={() => {
              say({ kind: 'room', act: 'again' });
            }}
          >
            Ask again
          </button>
        )}
        <button
          type="button"
          className="btn push"
          disabled={!leads}
          aria-pressed={blank}
          onClick={() => {
            say({ kind: 'blank' });
          }}
        >
          {blank ? 'Show the wall' : 'Blank the wall'} <kbd>.</kbd>
        </button>
      </footer>
    </div>
  );
};

/** What the class is to find. */
const Solution: FC<WallQuestion> = ({ question, answer, revealed }) => {
  const cell = solutionChoice(question)?.cell;
  return (
    <section className="speaker-asked">
      <h2 className="large">
        {textOf(question.title)} {revealed ? '' : 'Only you see this yet:'}
      </h2>
      <p className="speaker-answer">
        {cell && <LetterTile letter={cell.letter} node={cell.node} />} <b>{solutionText(question)}</b>
      </p>
      <p>{revealOf(question, answer).why}</p>
    </section>
  );
};

/** What the next click does, in a word or two. */
function nextOf(on: WallState | null): string {
  const stage = on?.room?.asked?.stage;
  if (on?.room?.large) return 'Begin';
  if (stage) return { question: 'Show answers', answers: 'Reveal', reveal: 'Next question' }[stage];
  return on?.asked?.revealed === false ? 'Show the answer' : 'On';
}

/** What the class says, before it is on the wall. */
const Answers: FC<{ asked: NonNullable<RoomStatus['asked']>; members: number }> = ({ asked, members }) => {
  const all = Math.max(members, asked.answered);
  return (
    <section className="speaker-asked">
      <h2 className="large speaker-many">
        {asked.stage === 'question' ? 'Answers, only you see them yet' : 'Answers'}
        <span>
          <b>{asked.answered}</b> of {all}
        </span>
      </h2>
      <ul className="speaker-answers">
        {asked.choices.map(({ words, letter, node, count }) => (
          <li key={words}>
            <LetterTile letter={letter} node={node} /> <b>{words}</b>
            <span className="speaker-bar" aria-hidden="true">
              <i style={{ width: `${all === 0 ? 0 : (100 * count) / all}%` }} />
            </span>
            <span>
              <b>{count}</b> {asked.answered > 0 && `${Math.round((100 * count) / asked.answered)} %`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

function useParts(scene: Scene): Partial<SceneParts> {
  const [parts, setParts] = useState<{ of: string } & Partial<SceneParts>>({ of: '' });
  useEffect(() => {
    let here = true;
    void Promise.all([scene.drawing(), scene.narration()]).then(([{ Drawing }, { narrate: tell }]) => {
      if (here) setParts({ of: scene.id, Drawing, narrate: tell });
    });
    return () => {
      here = false;
    };
  }, [scene]);
  return parts.of === scene.id ? parts : {};
}

const seenOf = (panes: Panes): PaneSourceFrame[] =>
  PANES.flatMap((pane) => {
    const shown = panes[pane];
    return shown ? [{ pane, ...shown }] : [];
  });

/** Laid out as on a small wall, and made smaller. */
const DRAWN = 640;

const Slide: FC<{ scene: Scene; panes: Panes; label: string }> = ({ scene, panes, label }) => {
  const { Drawing } = useParts(scene);
  const [ref, width] = useWidth();
  const seen = seenOf(panes);
  if (seen.length === 0) return <p className="speaker-slide none">not known yet</p>;
  const zoom = width / (DRAWN * seen.length + 24 * (seen.length - 1));
  return (
    <div ref={ref} className="speaker-slide">
      {Drawing && width > 0 && (
        <div className="speaker-panes" style={{ zoom }}>
          {seen.map(({ pane, info, frame }) => (
            <div key={pane} style={{ width: DRAWN }}>
              <p>
                <span className="pane-letter">{pane}</span> <Tag of={info.provenance} /> <b>{info.title}</b>
              </p>
              <Drawing
                pane={pane}
                info={info}
                frame={frame}
                other={otherOf(panes, pane)}
                width={DRAWN}
                animate={false}
                label={`Pane ${pane}, ${label}`}
                ghost={null}
                targets={null}
                seek={() => undefined}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  );
};

const otherOf = (panes: Panes, pane: PaneId) => panes[pane === 'A' ? 'B' : 'A'] ?? null;

interface TellingProps {
  scene: Scene;
  panes: Panes;
  heading: string;
  /** It would be the answer. */
  hidden: boolean;
}

const Telling: FC<TellingProps> = ({ scene, panes, heading, hidden }) => {
  const { narrate: tell } = useParts(scene);
  const [first, second = null] = seenOf(panes);
  if (!tell || !first || hidden) return null;
  const { title, sentences } = tell(first, second);
  return (
    <section>
      <h2 className="large">{heading}</h2>
      <p className="speaker-title">{textOf(title)}</p>
      <ol>
        {sentences.map(({ words }, i) => (
          <li key={i}>{textOf(words)}</li>
        ))}
      </ol>
    </section>
  );
};

const two = (n: number) => String(n).padStart(2, '0');

/** The time, and how long one has been speaking. */
const Clock: FC = () => {
  const [began, setBegan] = useState(Date.now);
  const [now, setNow] = useState(began);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 500);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const spent = Math.max(0, Math.floor((now - began) / 1000));
  const at = new Date(now);
  return (
    <>
      <p>
        <span>clock</span>
        <b>
          {two(at.getHours())}:{two(at.getMinutes())}
        </b>
      </p>
      <p className="speaker-spent" role="timer" aria-live="off">
        <b>
          {two(Math.floor(spent / 60))}:{two(spent % 60)}
        </b>
      </p>
      <p>
        <span>elapsed</span>
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            const start = Date.now();
            setBegan(start);
            setNow(start);
          }}
        >
          from 0 again
        </button>
      </p>
    </>
  );
};
