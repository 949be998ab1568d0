/** How many runs this browser keeps, and a way to forget them. */
import { useEffect, useState, type FC } from 'react';
import { grouped } from '../../../core/number';
import { sweep } from '../workers';

/** `busy`: runs are being made, so that the number is not known yet. */
export const StorageNotice: FC<{ busy: boolean }> = ({ busy }) => {
  const [count, setCount] = useState(0);
  const [forgotten, setForgotten] = useState(false);
  useEffect(() => {
    if (busy) return;
    let here = true;
    void sweep.count().then((n) => {
      if (!here) return;
      setCount(n);
      if (n > 0) setForgotten(false);
    });
    return () => {
      here = false;
    };
  }, [busy]);
  return (
    <p className="note cmp-kept" role="status">
      {count > 0 && (
        <>
          {grouped(count)} {count === 1 ? 'run is' : 'runs are'} kept in this browser, so that nothing is
          computed twice.{' '}
          <button
            type="button"
            className="link-btn"
            disabled={busy}
            onClick={() => {
              void sweep.forget().then(() => {
                setCount(0);
                setForgotten(true);
              });
            }}
          >
            Forget them
          </button>
        </>
      )}
      {forgotten && 'Forgotten. From now on runs are computed again.'}
    </p>
  );
};
