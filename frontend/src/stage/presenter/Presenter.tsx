/** While one presents: the stage fills the wall, a black screen, the speaker's window, and what a mouse finds. */
import { useEffect, useLayoutEffect, useState, type FC } from 'react';
import { useStore } from 'zustand';
import { clicked, isTaken, type Click } from '../clicker';
import { toggleFullScreen, watchFullScreen } from '../full-screen';
import { useStage } from '../stage-context';
import { present, wall } from '../teaching';
import { fitting } from './fitting';
import './presenter.css';
import { leadWall } from './wall';

/** How long what a mouse finds stays when it rests. */
const REST_MS = 2500;

/** What would take a clicker's keys for itself: the mouse, or who typed, has left the focus there. */
const TAKES = 'input:not([type=radio]), select, textarea, [role=slider]';
const CLICKS: Readonly<Record<string, Click>> = { PageDown: 'on', PageUp: 'back' };

export const Presenter: FC = () => {
  const stage = useStage();
  const blank = useStore(wall, (w) => w.blank);
  const wanted = useStore(wall, (w) => w.speaker);
  const [words, setWords] = useState('');
  const pointed = usePointed();
  useLayoutEffect(fitting, []);
  useEffect(watchFullScreen, []);
  useEffect(() => leadWall(stage, setWords), [stage]);
  useEffect(
    () => () => {
      wall.setState({ blank: false });
    },
    [],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, altKey, ctrlKey, metaKey, key } = event;
      const click = CLICKS[key];
      if (!click || altKey || ctrlKey || metaKey || wall.getState().blank) return;
      if (!(target instanceof Element) || !target.closest(TAKES) || target.closest('dialog')) return;
      if (!isTaken() && !document.querySelector('.stage > .transport')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      clicked(stage, click);
    };
    addEventListener('keydown', press, true);
    return () => {
      removeEventListener('keydown', press, true);
    };
  }, [stage]);
  useEffect(() => {
    if (!blank) return undefined;
    const wake = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      wall.setState({ blank: false });
    };
    addEventListener('keydown', wake, true);
    addEventListener('pointerdown', wake, true);
    return () => {
      removeEventListener('keydown', wake, true);
      removeEventListener('pointerdown', wake, true);
    };
  }, [blank]);
  return (
    <>
      {blank && (
        <div className="wall-blank" role="status" aria-label="The wall is blank. Any key brings it back." />
      )}
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
            present(false);
          }}
        >
          Leave <kbd>Esc</kbd>
        </button>
      </section>
    </>
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
