/** A capture happened: nothing in it can be moved. Who tries is offered a model of its machine, or what another rule does. */
import { useEffect, useRef, useState, type FC } from 'react';
import { otherOf, type PaneId } from '../../core/panes';
import { useStage } from '../control/stage-context';

/** Px of a drag that is meant. */
const MEANT = 12;

export const CaptureNotice: FC<{ pane: PaneId }> = ({ pane }) => {
  const { controller, choose, pick } = useStage();
  const [open, setOpen] = useState(false);
  const [cannot, setCannot] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawing = root.current?.previousElementSibling;
    if (!(drawing instanceof HTMLElement)) return undefined;
    const listening = new AbortController();
    let from: PointerEvent | null = null;
    const on = (kind: 'pointerdown' | 'pointermove' | 'pointerup', hear: (event: PointerEvent) => void) => {
      drawing.addEventListener(
        kind,
        (event) => {
          hear(event);
        },
        { signal: listening.signal },
      );
    };
    on('pointerdown', (event) => {
      from = event.button === 0 ? event : null;
    });
    on('pointermove', (event) => {
      if (!from || Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < MEANT) return;
      from = null;
      setOpen(true);
    });
    on('pointerup', () => {
      from = null;
    });
    return () => {
      listening.abort();
    };
  }, []);
  const make = async () => {
    const like = await controller.replica(pane);
    if ('cannot' in like) setCannot(like.cannot);
    else choose(otherOf(pane), like.spec);
  };
  return (
    <div
      className="handles"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        event.stopPropagation();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      {!open && (
        <button
          type="button"
          className="link-btn offer"
          onClick={() => {
            setOpen(true);
          }}
        >
          Move something in pane {pane}
        </button>
      )}
      {open && (
        <div className="hand" role="group" aria-label={`Pane ${pane} is a capture`}>
          <p>This happened, so nothing here can be moved. Pointing and clicking work as in a model.</p>
          {cannot !== null && <p role="alert">{cannot}</p>}
          <div className="hand-knobs">
            <button type="button" className="btn" autoFocus onClick={() => void make()}>
              Make this a model
            </button>
            <button
              type="button"
              className="btn"
              onClick={() => {
                pick(pane);
              }}
            >
              As if, under another rule
            </button>
          </div>
        </div>
      )}
    </div>
  );
};
