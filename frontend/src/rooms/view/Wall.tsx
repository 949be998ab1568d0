/** What the teacher's window has beside the stage: the code, who is there, and the question's three states. */
import { useEffect, useState, type FC, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { grouped } from '../../core/number';
import { PANES } from '../../core/panes';
import { Dialog } from '../../ui/dialog/Dialog';
import { handleClicks } from '../../stage/presenter/clicker';
import { useStageState } from '../../stage/control/stage-context';
import { StageView } from '../../stage/StageView';
import { saveFile } from '../../ui/drawing-file';
import { lessonStore } from '../../lessons/state';
import type { ClassPanels } from '../../lessons/view/StepView';
import type { Leader } from '../leader';
import { isOwnFile } from '../question';
import { BLOCKED, spaced } from '../phrases';
import { QrPicture } from '../../ui/QrPicture';
import { ClassPanel, StepControls, StepAnswers } from './ClassPanel';
import { linkOf, RESULTS, typedOf } from './links';

interface Props {
  leader: Leader;
  base: string;
  /** Does not lead any more. */
  onLeave: () => void;
  /** What stands in place of the stage: lessons. */
  lessons?: ((room: ClassPanels) => ReactNode) | undefined;
}

const onlyHere = (base: string) => /^(localhost|127\.|\[::1\])/.test(new URL(base).hostname);

export const Wall: FC<Props> = ({ leader, base, onLeave, lessons }) => {
  const { large, link } = useStore(leader.store);
  useClicks(leader);
  return (
    <>
      <RoomBar {...{ leader, base, onLeave, lessons }} />
      {large ? (
        <Large leader={leader} base={base} link={link} />
      ) : lessons ? (
        lessons({ beside: <StepAnswers leader={leader} />, asking: <StepControls leader={leader} /> })
      ) : (
        <StageView beside={<ClassPanel leader={leader} base={base} />} />
      )}
    </>
  );
};

/** Nobody yet: the code fills the wall. */
const Large: FC<{ leader: Leader; base: string; link: string }> = ({ leader, base, link }) => {
  const { members } = useStore(leader.store);
  return (
    <main id="panes" className="room-large" tabIndex={-1}>
      <div className="room-large-qr">
        {link !== '' && (
          <QrPicture
            text={linkOf(base, link)}
            label={`A picture that leads to room ${spaced(leader.code)}`}
          />
        )}
      </div>
      <div>
        <p>
          Scan, or open <b>{typedOf(base)}</b> and type
        </p>
        <h1 className="room-large-code">{spaced(leader.code)}</h1>
        <p role="status">{members === 0 ? 'Nobody is here yet.' : `${grouped(members)} in the room.`}</p>
        {onlyHere(base) && (
          <p className="room-wrong" role="alert">
            Phones cannot reach this address: it means this machine alone. Open this page under the name that
            the hall’s network knows, see docs/room.md.
          </p>
        )}
        <button
          type="button"
          className="btn main room-go"
          onClick={() => {
            leader.large(false);
          }}
        >
          Begin <kbd>PageDown</kbd>
        </button>
      </div>
    </main>
  );
};

const RoomBar: FC<Props> = ({ leader, base, onLeave, lessons }) => {
  const own = useStore(lessonStore, ({ now }) => now !== null && isOwnFile(now.lesson));
  const { members, wandering, line, blocked, said, names, kept, large, rounds } = useStore(leader.store);
  const predicting = useStageState((s) => s.quiz !== null);
  const files = useStageState(({ panes }) =>
    PANES.map((id) => panes[id].spec)
      .flatMap((spec) => (spec.kind === 'file' ? [spec.name] : []))
      .join(', '),
  );
  const [closing, setClosing] = useState(false);
  const [failed, setFailed] = useState('');
  const take = async () => {
    setFailed('');
    try {
      saveFile(await leader.results(), `room-${leader.code}.csv`);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  const results = new URL(linkOf(base, `${leader.code}.${RESULTS}`)).hash;
  const shut = async (keep: boolean) => {
    try {
      await leader.shut(keep);
      onLeave();
      if (keep && rounds > 0) location.hash = results;
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section className="room-bar" aria-label="Room">
      <button
        type="button"
        className="room-code"
        aria-pressed={large}
        onClick={() => {
          leader.large(!large);
        }}
      >
        Room <b>{spaced(leader.code)}</b> <span className="room-at">{typedOf(base)}</span>
      </button>
      <p role="status">
        {line === 'lost' ? (
          blocked ? (
            BLOCKED
          ) : (
            'Connecting again …'
          )
        ) : (
          <>
            {grouped(members)} in the room{wandering > 0 && `, ${grouped(wandering)} wandering`}
          </>
        )}
      </p>
      {(said !== '' || failed !== '') && (
        <p role="alert" className="room-wrong">
          {failed || said}
        </p>
      )}
      {!kept && (
        <p role="alert" className="room-wrong">
          The server’s disk is full, or takes nothing: the class goes on, and phones send their answers again
          until they are kept.
        </p>
      )}
      {own && (
        <p role="alert" className="room-wrong">
          Phones cannot see this lesson: it is a file of this machine. Put it into the folder “lessons” of the
          server’s data, and open #v1/lessons/from?src=lessons/NAME.md; the class keeps what it had.
        </p>
      )}
      {files !== '' && (
        <p role="alert" className="room-wrong">
          Phones cannot see {files}: it is on this machine only. Send it to the server first.
        </p>
      )}
      <div className="room-tools">
        {!lessons && (
          <button
            type="button"
            aria-keyshortcuts="Q"
            aria-pressed={predicting}
            onClick={() => {
              leader.ask();
            }}
          >
            {predicting ? 'Stop asking' : 'Ask the class'}
          </button>
        )}
        <button
          type="button"
          aria-pressed={names}
          onClick={() => {
            leader.names(!names);
          }}
        >
          {names ? 'Forget names' : 'Ask for names'}
        </button>
        {/* In a window of its own: the class follows this one. */}
        {rounds > 0 && (
          <a href={results} target="_blank" rel="noopener">
            Results
          </a>
        )}
        <button type="button" disabled={rounds === 0} onClick={() => void take()}>
          Results as CSV
        </button>
        <button
          type="button"
          onClick={() => {
            setClosing(true);
          }}
        >
          Close the room
        </button>
      </div>
      {closing && (
        <Dialog
          title={`Close room ${spaced(leader.code)}?`}
          onClose={() => {
            setClosing(false);
          }}
        >
          <p>
            Everybody in it is notified. Left open, it ends by itself a day after it was opened. Its results
            stay on the server until you remove them, and only this browser has the key to them.
          </p>
          {failed !== '' && <p role="alert">{failed}</p>}
          <p className="room-acts">
            <button type="button" className="btn" disabled={rounds === 0} onClick={() => void take()}>
              Results as CSV
            </button>
            <button type="button" className="btn main" onClick={() => void shut(true)}>
              Close it
            </button>
            <button type="button" className="btn" onClick={() => void shut(false)}>
              Remove all answers, and close
            </button>
            <button
              type="button"
              className="btn"
              onClick={() => {
                onLeave();
              }}
            >
              Leave it open, and stop leading here
            </button>
          </p>
        </Dialog>
      )}
    </section>
  );
};

/** A clicker means the question first, in the speaker's window, too; what it has no use for goes to the stage. */
function useClicks(leader: Leader): void {
  useEffect(
    () => handleClicks((click) => (click === 'on' ? leader.next() : leader.back()), { first: true }),
    [leader],
  );
}
