/** While one presents: the stage fills the wall, a black screen, the speaker's window, and what a mouse finds. */
import { useEffect, useLayoutEffect, useRef, useState, type FC, type SyntheticEvent } from 'react';
import { useStore } from 'zustand';
import { toggleFullScreen, watchFullScreen } from './screen';
import { useStage } from '../control/stage-context';
import { setPresenting, wall } from '../state/class-link';
import { watchWallLayout } from './wall-layout';
import './presenter.css';
import { leadWall } from './wall';

/** How long what a mouse finds stays when it rests. */
const REST_MS = 2500;

/** `page`: the title of the page beside the stage that is shown; null: none. */
export const Presenter: FC<{ page: string | null }> = ({ page }) => {
  const stage = useStage();
  const blank = useStore(wall, (w) => w.blank);
  const wanted = useStore(wall, (w) => w.speaker);
  const [words, setWords] = useState('');
  const pointed = usePointed();
  useLayoutEffect(watchWallLayout, []);
  useEffect(watchFullScreen, []);
  useEffect(() => leadWall(stage, setWords), [stage]);
  useEffect(
    () => () => {
      wall.setState({ blank: false, page: null });
    },
    [],
  );
  useEffect(() => {
    wall.setState({ page });
  }, [page]);
  return (
    <>
      {blank && <Black />}
      <p className="wall-words" role="status">
        {words}
      </p>
      <section className={pointed ? 'wall-bar pointed' : 'wall-bar'} aria-label="Presenting">
        <button
          type="button"
          onClick={() => {
            toggleFullScreen(() => {
              setWords('The browser does not allow full screen here.');
            });
          }}
        >
          Full screen <kbd>F5</kbd>
        </button>
        <button
          type="button"
          aria-pressed={wanted}
          onClick={() => {
            wall.setState({ speaker: true });
          }}
        >
          Speaker’s window <kbd>S</kbd>
        </button>
        <button
          type="button"
          onClick={() => {
            setPresenting(false);
          }}
        >
          Leave <kbd>Esc</kbd>
        </button>
      </section>
    </>
  );
};

/** Over whatever is open; app/keyboard/keyboard.ts has the key that ends it. */
const Black: FC = () => {
  const ref = useRef<HTMLDialogElement>(null);
  const wake = (event: SyntheticEvent) => {
    event.preventDefault();
    wall.setState({ blank: false });
  };
  // What closes when something else is pressed stays as it is.
  const alone = (event: SyntheticEvent) => {
    event.stopPropagation();
  };
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className="wall-blank whole-window"
      aria-label="Blank"
      onCancel={wake}
      onPointerDown={alone}
      onClick={wake}
    >
      <div className="whole-window" role="status" aria-label="The wall is blank. Any key brings it back." />
    </dialog>
  );
};

/** True while the mouse moves, and shortly after. */
function usePointed(): boolean {
  const [pointed, setPointed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      setPointed(true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setPointed(false);
      }, REST_MS);
    };
    addEventListener('pointermove', moved);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', moved);
    };
  }, []);
  useEffect(() => {
    document.documentElement.dataset['pointed'] = String(pointed);
    return () => {
      delete document.documentElement.dataset['pointed'];
    };
  }, [pointed]);
  return pointed;
}
