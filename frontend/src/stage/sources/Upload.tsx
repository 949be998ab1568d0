/** Sending a file to the server: apart from opening one, with its own buttons and progress. */
import { useEffect, useRef, useState, type FC } from 'react';
import { failureOf, type Failure } from '../../core/error';
import { grouped } from '../../core/number';
import { isPersistent } from '../../capture/remote/secret';
import { readShares, shareWords, type Shares } from '../../capture/remote/shares';
import { startUpload, type UploadHandle, type UploadProgress } from '../../capture/remote/upload';
import { FileButton } from '../../ui/FileButton';

type State =
  | { phase: 'idle' }
  | { phase: 'chosen'; file: File }
  | { phase: 'sending'; file: File; sending: UploadHandle; progress: UploadProgress | null; paused: boolean }
  | { phase: 'failed'; file: File; failure: Failure };

interface Props {
  onDone: (id: string) => void;
  /** That is to be kept; without it one is chosen. */
  file?: File;
}

export const Upload: FC<Props> = ({ onDone, file: given }) => {
  const [state, setState] = useState<State>(given ? { phase: 'chosen', file: given } : { phase: 'idle' });
  const running = useRef<UploadHandle | null>(null);
  const [shares, setShares] = useState<Shares | null>(null);
  // What is left changes with each file that was sent.
  useEffect(() => {
    if (state.phase === 'sending') return;
    const asking = new AbortController();
    void readShares(document.baseURI, asking.signal).then((found) => {
      if (!asking.signal.aborted) setShares(found);
    });
    return () => {
      asking.abort();
    };
  }, [state.phase]);
  // Closing the dialog stops it: nobody would see its end. The same file goes on where it stopped.
  useEffect(() => () => running.current?.pause(), []);
  const start = async (file: File) => {
    const sending = startUpload(document.baseURI, file, (progress) => {
      setState((now) => (now.phase === 'sending' ? { ...now, progress } : now));
    });
    running.current = sending;
    setState({ phase: 'sending', file, sending, progress: null, paused: false });
    try {
      const id = await sending.done;
      setState({ phase: 'idle' });
      onDone(id);
    } catch (error) {
      setState({ phase: 'failed', file, failure: failureOf(error) });
    } finally {
      running.current = null;
    }
  };
  return (
    <div className="upload">
      {!given && (
        <FileButton
          what="File to keep on the server"
          testId="upload-file"
          disabled={state.phase === 'sending'}
          onFile={(file) => {
            setState({ phase: 'chosen', file });
          }}
        >
          Keep a file on the server…
        </FileButton>
      )}
      <p className="small">
        This sends the file to the server, where everyone who has its link can open it.{' '}
        {isPersistent()
          ? 'This browser can remove it again.'
          : 'This browser keeps nothing: it can remove the file only until this page is closed or reloaded.'}{' '}
        {given
          ? 'A lost connection does no harm: it goes on where it stopped.'
          : 'A lost connection or a reload does no harm: choose the same file again, and it goes on where it stopped.'}
      </p>
      {shares && (
        <p className="small" data-testid="share">
          {shareWords(shares, state.phase === 'chosen' ? state.file.size : 0)}
        </p>
      )}
      <div aria-live="polite">
        {state.phase === 'chosen' && (
          <p>
            <b>{state.file.name}</b>, {mebibytes(state.file.size)} MiB{' '}
            <button type="button" className="btn main" onClick={() => void start(state.file)}>
              Send it to the server
            </button>
          </p>
        )}
        {state.phase === 'failed' && (
          <p className="failure" role="alert">
            <b>{state.file.name} is not on the server.</b>{' '}
            {state.failure.line !== null && <>Line {grouped(state.failure.line)}: </>}
            {state.failure.message} {state.failure.advice}{' '}
            {given && (
              <button type="button" className="btn" onClick={() => void start(given)}>
                Try again
              </button>
            )}
          </p>
        )}
      </div>
      {state.phase === 'sending' && (
        <Sends
          {...state}
          onPause={(paused) => {
            if (paused) state.sending.pause();
            else state.sending.resume();
            setState({ ...state, paused });
          }}
        />
      )}
    </div>
  );
};

interface SendsProps {
  sending: UploadHandle;
  progress: UploadProgress | null;
  paused: boolean;
  onPause: (paused: boolean) => void;
}

const Sends: FC<SendsProps> = ({ sending, progress, paused, onPause }) => {
  const share = progress && progress.total > 0 ? progress.bytes / progress.total : 0;
  return (
    <p>
      <progress aria-label="Upload" value={share} max={1} /> {words(progress, paused)}{' '}
      {progress?.step !== 'reading' && progress?.step !== 'waiting' && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            onPause(!paused);
          }}
        >
          {paused ? 'Go on' : 'Pause'}
        </button>
      )}{' '}
      <button
        type="button"
        className="btn"
        onClick={() => {
          sending.cancel();
        }}
      >
        Cancel
      </button>
    </p>
  );
};

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);

function words(progress: UploadProgress | null, paused: boolean): string {
  if (!progress) return 'Asking the server…';
  const { step, bytes, total, lines, events } = progress;
  const part = `${mebibytes(bytes)} of ${mebibytes(total)} MiB`;
  if (step === 'sending') return `${part} sent${paused ? ', paused' : ''}`;
  if (progress.held) return `Sent, but ${progress.held}.`;
  if (step === 'waiting') return 'Sent. The server reads it next…';
  return `The server reads: ${part}, ${grouped(lines)} lines, ${grouped(events)} events`;
}
