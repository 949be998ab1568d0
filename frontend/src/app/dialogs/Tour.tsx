/** One minute on what is on the screen: part after part stands out, and a card beside it says what it is. */
import { useEffect, useId, useLayoutEffect, useRef, useState, type FC } from 'react';
import { scenes } from '../../scenes';
import type { TourStep } from '../../scenes/scene';
import { clickOf, type Click } from '../../stage/presenter/clicker';
import { pushEntry } from '../../ui/dialog/dialog-stack';
import { boxOf, popoverPlace, type Box } from '../../ui/dialog/popover';
import { useStageState } from '../../stage/control/stage-context';
import { isHidden } from '../../stage/state/class-link';
import { nextPaint } from '../../ui/paint';
import { PHONE, useMedia } from '../../ui/use-screen';
import './tour.css';

/** Around what stands out, in CSS pixels. */
const AIR = 8;
/** How long one looks for the scene's own part before the rest begins without it. */
const MOST = 480;
/** The same, as a share of a large window. */
const MOST_SHARE = 0.56;

const NOWHERE: Box = { left: 0, top: 0, width: 0, height: 0 };

/** What stands around any drawing; `at` selects on the whole page. */
const BEFORE: readonly TourStep[] = [
  {
    title: 'The sentence of this moment',
    words:
      'It says what was decided here, and how the two panes differ. Words with dots below them are explained: tap them, or go to them with Tab.',
    at: '.caption h1, .caption p',
  },
  {
    title: 'Two panes, two sources',
    words:
      'A “model” is computed on this page, and its tunables can be changed. “Kernel” was recorded on a real kernel. Press the name to choose another.',
    at: '.source',
  },
];
const AFTER: readonly TourStep[] = [
  {
    title: 'Why it was decided so',
    words:
      'One sentence for each step, with the numbers of the drawing. “Recomputed: same” means that the policy code of this page decides from the recorded event as the kernel did.',
    at: '.why-panel',
  },
  {
    title: 'Every decision, in a row',
    words:
      'Each tile is one decision. Its letter is what was chosen, its colour the node. A line between the rows: A and B chose the same. The red frame is what is drawn above; the arrow keys move it.',
    at: '.strip, .overview, .track, .btns',
  },
];

/** Where a step's part is, on the window; null where it is not there. */
function found(at: string): Element[] {
  return [...document.querySelectorAll(at)].filter(
    (e) => e.checkVisibility() && e.getBoundingClientRect().height > 0,
  );
}

/** The scene's own steps are about the drawing that is looked at. */
const within = (pane: string, at: string) =>
  at
    .split(', ')
    .map((one) => `#pane-${pane} .drawing ${one}`)
    .join(', ');

/** ms for which one waits for what is just being opened. */
const OPENS_MS = 5000;

/** Panes with their words, and the strip, unless a link hides them. */
function isOpen(): boolean {
  if (document.querySelector('.loading, .awaited, .drawing:empty')) return false;
  const bodies = [...document.querySelectorAll('.pane-body:has(.drawing > *)')];
  const narrated =
    (isHidden('why') && isHidden('twin')) || bodies.every((body) => body.querySelector('.below'));
  return narrated && (isHidden('strip') || bodies.length === 0 || document.querySelector('.strip') !== null);
}

async function opened(): Promise<void> {
  const end = performance.now() + OPENS_MS;
  while (!isOpen() && performance.now() < end) await nextPaint();
}

function useSteps(): readonly TourStep[] | null {
  const id = useStageState((s) => s.scene);
  const pane = useStageState((s) => s.quiz?.pane ?? (s.panes.A.source ? 'A' : 'B'));
  const [steps, setSteps] = useState<readonly TourStep[] | null>(null);
  useEffect(() => {
    let here = true;
    const scene = scenes.find((s) => s.id === id);
    const own = scene ? scene.tour().then((m) => m.tour) : Promise.resolve([]);
    void Promise.all([own.catch((): readonly TourStep[] => []), opened()]).then(([tour]) => {
      const all = [...BEFORE, ...tour.map((s) => ({ ...s, at: within(pane, s.at) })), ...AFTER];
      // What a link hides, or this moment does not have, is left out.
      if (here) setSteps(all.filter(({ at }) => found(at).length > 0));
    });
    return () => {
      here = false;
    };
  }, [id, pane]);
  return steps;
}

export const Tour: FC<{ onClose: () => void }> = ({ onClose }) => {
  const steps = useSteps();
  const [at, setAt] = useState(0);
  const step = steps?.[at];
  if (!steps) return null;
  return step ? (
    <Card
      step={step}
      at={at}
      of={steps.length}
      onStep={(to) => {
        if (to >= steps.length) onClose();
        else setAt(Math.max(0, to));
      }}
      onClose={onClose}
    />
  ) : (
    <Card
      step={{ title: 'Nothing to show yet', words: 'Choose a source for each pane first.', at: '.source' }}
      at={0}
      of={1}
      onStep={onClose}
      onClose={onClose}
    />
  );
};

interface CardProps {
  step: TourStep;
  at: number;
  of: number;
  onStep: (to: number) => void;
  onClose: () => void;
}

const Card: FC<CardProps> = ({ step, at, of, onStep, onClose }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [hole, setHole] = useState<Box | null>(null);
  const phone = useMedia(PHONE);
  const heading = useId();
  const words = useId();
  const last = at === of - 1;
  const onClick = (click: Click) => {
    onStep(click === 'on' ? at + 1 : at - 1);
  };
  useLayoutEffect(() => pushEntry({ modal: true, close: onClose, click: onClick }));
  // Before it is measured.
  useLayoutEffect(() => {
    const own = dialog.current;
    own?.showModal();
    next.current?.focus();
    return () => {
      own?.close();
    };
  }, []);
  useLayoutEffect(() => {
    const parts = found(step.at);
    // Nothing lies behind the transport, nor behind the card of a phone.
    parts[0]?.scrollIntoView({ block: phone ? 'start' : 'nearest', behavior: 'instant' });
    let placed = '';
    let frame = 0;
    // A drawing answers to a new size a little later than the window, so what is framed is followed.
    const follow = () => {
      place();
      frame = requestAnimationFrame(follow);
    };
    const place = () => {
      const box = boxOf(
        found(step.at).map((e) => e.getBoundingClientRect()),
        AIR,
        Math.max(MOST, innerHeight * MOST_SHARE),
      );
      const now = JSON.stringify([box, innerWidth, innerHeight]);
      if (now === placed) return;
      placed = now;
      setHole(box);
      const own = card.current;
      if (!own) return;
      const { width, height } = own.getBoundingClientRect();
      const window = { width: innerWidth, height: innerHeight };
      const at = popoverPlace({ width, height }, box ?? NOWHERE, window, box ? [box] : []);
      // Neither above nor below: on the other side of the window, as on a phone held sideways.
      const aside = box !== null && at.top < box.top + box.height && box.top < at.top + height;
      const right = box !== null && box.left + box.width / 2 < innerWidth / 2;
      const left = !aside ? at.left : right ? innerWidth - width - AIR : AIR;
      const { top } = at;
      own.style.left = phone ? '' : `${left}px`;
      own.style.top = phone ? '' : `${top}px`;
      own.dataset['low'] = String(phone && (box === null || box.top + box.height / 2 < innerHeight / 2));
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [step, phone]);
  return (
    <dialog
      ref={dialog}
      className="tour whole-window"
      aria-labelledby={heading}
      aria-describedby={words}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        const click = clickOf(event.key);
        if (!click) return;
        event.preventDefault();
        event.stopPropagation();
        onClick(click);
      }}
    >
      {hole && <div className="tour-hole" style={hole} aria-hidden="true" />}
      <div ref={card} className="tour-card">
        <div role="status">
          <div className="tour-head">
            <h2 id={heading}>{step.title}</h2>
            <span>
              {at + 1} of {of}
            </span>
          </div>
          <p id={words}>{step.words}</p>
        </div>
        <div className="tour-acts">
          <button
            type="button"
            className="btn"
            aria-disabled={at === 0}
            onClick={() => {
              onStep(at - 1);
            }}
          >
            Back
          </button>
          <button
            ref={next}
            type="button"
            className="btn main"
            onClick={() => {
              onStep(at + 1);
            }}
          >
            {last ? 'Done' : 'Next'}
          </button>
          <button type="button" className="link-btn" onClick={onClose}>
            Leave the tour <kbd>Esc</kbd>
          </button>
        </div>
      </div>
    </dialog>
  );
};
