/** Captures that the server keeps, where there is one; asked for when somebody wants to see them. */
import { useEffect, useState, type FC } from 'react';
import { failureOf, sentence } from '../../core/error';
import { grouped } from '../../core/number';
import { listCaptures, NOTHING_LISTED, type ServerCapture } from '../../capture/remote/server';
import type { PaneId } from '../../core/panes';
import { CaptureLink } from './CaptureLink';

/** So many are listed. */
const MOST = 100;

export const ServerCaptures: FC<{ slot: PaneId; onDone?: (() => void) | undefined }> = ({ slot, onDone }) => {
  const [asked, setAsked] = useState(false);
  const [found, setFound] = useState<readonly ServerCapture[]>([]);
  const [says, setSays] = useState('');
  useEffect(() => {
    if (!asked) return undefined;
    const asking = new AbortController();
    listCaptures(document.baseURI, setFound, asking.signal).then(
      (all) => {
        if (asking.signal.aborted) return;
        setFound(all);
        const more = `the first ${grouped(MOST)} of ${grouped(all.length)}`;
        setSays(all.length === 0 ? NOTHING_LISTED : all.length > MOST ? more : '');
      },
      (error: unknown) => {
        if (!asking.signal.aborted) setSays(sentence(failureOf(error).message));
      },
    );
    return () => {
      asking.abort();
    };
  }, [asked]);
  return (
    <>
      <h3>Or what was sent to the server</h3>
      {!asked && (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            setSays('Asking the server…');
            setAsked(true);
          }}
        >
          Show what it keeps
        </button>
      )}
      <p role="status">{says}</p>
      {found.length > 0 && (
        <ul className="tl-kept">
          {found.slice(0, MOST).map(({ id, title }) => (
            <li key={id}>
              <CaptureLink slot={slot} spec={{ kind: 'server', id }} title={title} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
