/** Sending a file to the server: apart from opening one, with its own button, progress and cancel. */
import { useEffect, useRef, useState, type FC } from 'react';
import { failureOf, type Failure } from '../core/error';
import { grouped } from '../core/number';
import { upload } from '../sources/server';

type State =
  | { phase: 'idle' }
  | { phase: 'chosen'; file: File }
  | { phase: 'sending'; file: File; share: number; abort: AbortController }
  | { phase: 'failed'; file: File; failure: Failure };

export const Upload: FC<{ onDone: (id: string) => void }> = ({ onDone }) => {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  // Closing the dialog gives up the upload: nobody would see its end.
  useEffect(() => () => running.current?.abort(), []);
  const send = async (file: File) => {
    const abort = new AbortController();
    running.current = abort;
    setState({ phase: 'sending', file, share: 0, abort });
    try {
      const progress = (share: number) => {
        setState({ phase: 'sending', file, share, abort });
      };
      const kept = await upload(document.baseURI, file, progress, abort.signal);
      setState({ phase: 'idle' });
      onDone(kept.id);
    } catch (error) {
      setState({ phase: 'failed', file, failure: failureOf(error) });
    } finally {
      running.current = null;
    }
  };
  return (
    <div className="upload">
      <button
        type="button"
        className="btn"
        disabled={state.phase === 'sending'}
        onClick={() => {
          input.current?.click();
        }}
      >
        Keep a file on the server…
      </button>
      <p className="small">This sends the file to the server, where everyone who uses it can open it.</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to keep on the server"
        data-testid="upload-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) setState({ phase: 'chosen', file });
        }}
      />
      <div aria-live="polite">
        {state.phase === 'chosen' && (
          <p>
            <b>{state.file.name}</b>, {(state.file.size / 2 ** 20).toFixed(1)} MiB{' '}
            <button type="button" className="btn main" onClick={() => void send(state.file)}>
              Send it to the server
            </button>
          </p>
        )}
        {state.phase === 'sending' && (
          <p>
            <progress aria-label="Upload" value={state.share} max={1} /> {Math.floor(100 * state.share)} %{' '}
            <button
              type="button"
              className="btn"
              onClick={() => {
                state.abort.abort();
              }}
            >
              Cancel
            </button>
          </p>
        )}
        {state.phase === 'failed' && (
          <p className="failure" role="alert">
            <b>{state.file.name} is not on the server.</b>{' '}
            {state.failure.line !== null && <>Line {grouped(state.failure.line)}: </>}
            {state.failure.message} {state.failure.advice}
          </p>
        )}
      </div>
    </div>
  );
};
