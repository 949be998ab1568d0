/** Removing an upload from the server: asked for, confirmed, and its end said in words. */
import { useState, type FC } from 'react';
import { failureOf } from '../../core/error';
import { removeCapture, type ServerCapture } from '../../capture/remote/server';

interface Props {
  capture: ServerCapture;
  /** What became of it, in words. */
  onDone: (words: string) => void;
}

export const Removal: FC<Props> = ({ capture: { id, title }, onDone }) => {
  const [phase, setPhase] = useState<'idle' | 'asked' | 'busy' | 'back'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async () => {
    setPhase('busy');
    try {
      onDone(await removeCapture(document.baseURI, id, title));
    } catch (error) {
      setFailure(failureOf(error).message);
      setPhase('back');
    }
  };
  if (phase === 'idle' || phase === 'back')
    return (
      <div className="removal">
        <button
          type="button"
          className="btn"
          aria-label={`Remove ${title}…`}
          // Focus comes back from the question.
          autoFocus={phase === 'back'}
          onClick={() => {
            setFailure(null);
            setPhase('asked');
          }}
        >
          Remove…
        </button>
        {failure !== null && (
          <p className="failure" role="alert">
            <b>{title} was not removed.</b> {failure}
          </p>
        )}
      </div>
    );
  return (
    <div className="removal" role="group" aria-label={`Remove ${title}`}>
      <p className="small">Remove it from the server for good? Links to it will stop working.</p>
      <button
        type="button"
        className="btn"
        autoFocus
        disabled={phase === 'busy'}
        onClick={() => {
          setPhase('back');
        }}
      >
        Keep it
      </button>{' '}
      <button type="button" className="btn main" disabled={phase === 'busy'} onClick={() => void remove()}>
        Remove it
      </button>
    </div>
  );
};
