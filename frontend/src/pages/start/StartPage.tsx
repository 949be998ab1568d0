/**
 * What who comes without a link sees: one question, one machine before its first decision, and Play. The other rule
 * joins where it first decides otherwise. All of it is the stage's, with less around it.
 */
import { Suspense, useEffect, useMemo, useState, type FC } from 'react';
import { grouped } from '../../core/number';
import { otherOf, PANES, type PaneId } from '../../core/panes';
import { sameSpec } from '../../capture/sources/spec';
import { textOf } from '../../core/message';
import { scenes } from '../../scenes';
import { useStage, useStageState } from '../../stage/control/stage-context';
import { useTextFrame } from '../../stage/control/use-pane';
import { useParts } from '../../stage/panes/scene-parts';
import type { StageState } from '../../stage/state/store';
import { lazyComponent } from '../../ui/lazy-view';
import { nextPaint } from '../../ui/paint';
import { PHONE, STILL, useMedia } from '../../ui/use-screen';
import { useThrottle } from '../../ui/use-throttle';
import { ChevronRight } from '../../ui/Icons';
import { momentsOf, speedAt, type Moment } from './moments';
import { chosenIn, StartPane } from './StartPane';
import { START } from './view';
import './start.css';

/** A way on from here. */
export interface Door {
  title: string;
  words: string;
  href: string;
  /** Left out: the link alone. */
  go?: () => void;
}

interface Props {
  doors: readonly Door[];
  /** What was looked at last; null where that is not known. */
  last: { href: string; words: string } | null;
  onForget: () => void;
  /** The same view, with everything around it. */
  onControls: () => void;
}

const SAY_EVERY_MS = 1000;
const NONE: readonly never[] = [];

const NoRun: FC = () => null;
/** Fetched behind the first drawing: there is nothing to hold before it. */
const StartRun = lazyComponent(async () => {
  await nextPaint();
  await nextPaint();
  return (await import('./StartRun')).StartRun;
}, NoRun);
const NoText: FC = () => <p className="note">This could not be fetched. Load the page again to have it.</p>;
const StartText = lazyComponent(async () => (await import('./StartText')).StartText, NoText);

type More = 'why' | 'twin';
const MORE: readonly (readonly [More, string])[] = [
  ['why', 'Why'],
  ['twin', 'As a terminal prints it'],
];

export const StartPage: FC<Props> = ({ doors, last, onForget, onControls }) => {
  const { controller, playback } = useStage();
  const ours = useOwnView();
  const panes = useStageState((s) => s.panes);
  const found = useStageState((s) => s.differences);
  const k = useStageState((s) => s.textAt.k);
  const playing = useStageState((s) => s.playing);
  const drawn = useStageState((s) => s.drawing.A !== null);
  const { Drawing } = useParts(scene ?? missing(), false);
  const phone = useMedia(PHONE);
  const still = useMedia(STILL);
  const [focus, setFocus] = useState<PaneId>('A');
  const [more, setMore] = useState<More | null>(null);
  const ticks = panes.A.source?.columns.ticks;
  const moments = useMemo(() => (ours ? momentsOf(found, ticks ?? NONE) : NONE), [ours, found, ticks]);
  usePace(moments);
  const end = ours ? (panes.A.source?.info.decisions ?? 0) : 0;
  const parted = ours ? (found?.[0] ?? null) : null;
  const both = parted !== null && k >= parted;
  const words = useWords(parted);
  const said = useThrottle(k === 0 ? '' : `${words.title} ${words.lead}`, SAY_EVERY_MS);
  const shown: readonly PaneId[] = !both ? ['A'] : phone ? [focus] : PANES;
  const over = end > 0 && k >= end;
  const press = () => {
    if (end === 0) return;
    if (over) controller.cursor.seek(0);
    if (still) controller.cursor.step(over ? 0 : 1);
    else playback.toggle();
  };
  const name = buttonName(end, k, playing, still);
  return (
    <main id="panes" className={both ? 'start both' : 'start'} tabIndex={-1}>
      <section className="start-words" aria-label="What this page shows">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <div className="visually-hidden" role="status" aria-live="polite">
          {said}
        </div>
      </section>
      <div className="start-panes">
        {both && phone && <OtherLine id={otherOf(focus)} onFocus={setFocus} />}
        {shown.map((id) => (
          <StartPane key={id} id={id} both={both}>
            <Suspense>{more && <StartText id={id} of={more} />}</Suspense>
          </StartPane>
        ))}
      </div>
      <div className="start-play">
        <button
          type="button"
          className="play"
          aria-keyshortcuts={still ? 'Right' : 'Space'}
          // A first visitor has one thing to do.
          autoFocus
          aria-disabled={end === 0}
          onClick={press}
        >
          <svg viewBox="0 0 22 24" aria-hidden="true">
            <path d={playing ? 'M3 2h5v20H3zM13 2h5v20h-5z' : 'M2 1.5l18 10.5L2 22.5z'} />
          </svg>
          {name} {!phone && <kbd aria-hidden="true">{still ? 'Right' : 'Space'}</kbd>}
        </button>
        {!both && !still && !phone && (
          <button
            type="button"
            className="start-step"
            onClick={() => {
              playback.pause();
              controller.cursor.step(1);
            }}
          >
            or step{' '}
            <kbd>
              <svg width="12" height="10" role="img" aria-label="Right">
                <path d="M0 5H9M6 1.5L10 5L6 8.5" />
              </svg>
            </kbd>
          </button>
        )}
        <p className="start-note">
          {both
            ? `${!playing && moments.some((m) => m.k === k) ? 'Stopped by itself. ' : ''}Decision ${grouped(k)} of ${grouped(end)}.`
            : still
              ? 'One decision at a time; nothing moves by itself.'
              : 'About a minute. Stops by itself where something happens.'}
        </p>
      </div>
      <div className="start-run">
        <Suspense>
          {drawn && Drawing && <StartRun k={k} end={end} moments={moments} strip={both && !phone} />}
        </Suspense>
      </div>
      {both && (
        <div className="start-more" role="group" aria-label="Show more of it">
          <span>Show more of it</span>
          {MORE.map(([id, title]) => (
            <button
              key={id}
              type="button"
              className="btn"
              aria-pressed={more === id}
              onClick={() => {
                setMore(more === id ? null : id);
              }}
            >
              {title}
            </button>
          ))}
          <button type="button" className="btn" onClick={onControls}>
            All controls
          </button>
        </div>
      )}
      <nav className="start-doors" aria-label="From here">
        {last && (
          <p className="start-last">
            <a href={last.href}>Go on: {last.words}</a>
            <button type="button" className="link-btn" onClick={onForget}>
              forget it
            </button>
          </p>
        )}
        <ul>
          {doors.map(({ title, words: about, href, go }) => (
            <li key={title}>
              <a
                href={href}
                onClick={(event) => {
                  if (!go || event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  go();
                }}
              >
                {title}
              </a>
              <span>{about}</span>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
};

/** What the large button does. `still`: nothing may move. */
function buttonName(end: number, k: number, playing: boolean, still: boolean): string {
  if (end === 0) return 'Loading';
  if (still) return k >= end ? 'Back to the start' : 'Next step';
  if (playing) return 'Pause';
  if (k >= end) return 'Play again';
  return k === 0 ? 'Play' : 'Go on';
}

const scene = scenes.find(({ id }) => id === START.scene);

/** Does the stage show what this page opens? */
const isOurs = ({ scene: now, panes }: Pick<StageState, 'scene' | 'panes'>): boolean =>
  now === START.scene && PANES.every((id) => sameSpec(panes[id].spec, START.sources[id]));

/** Opens this page's run; a visitor who comes back to it finds it where it was. True once it is open. */
function useOwnView(): boolean {
  const { controller } = useStage();
  const ours = useStageState(isOurs);
  useEffect(() => {
    const state = controller.store.getState();
    if (!isOurs(state) || state.position.align === 'time') void controller.apply(START);
    return () => {
      controller.store.setState({ playing: false, speed: START.speed });
    };
  }, [controller]);
  return ours;
}

/** Plays the first decisions slowly, the others fast, and stops where something happens. */
function usePace(moments: readonly Moment[]): void {
  const { controller, playback } = useStage();
  useEffect(
    () =>
      controller.store.subscribe((now, before) => {
        if (!now.playing) return;
        const { k } = now.position;
        const moved = k !== before.position.k;
        if (moved && before.playing && moments.some((m) => m.k === k)) playback.pause();
        const speed = speedAt(k, moments);
        if (speed !== now.speed) controller.store.setState({ speed });
      }),
    [controller, playback, moments],
  );
}

const QUESTION = 'Memory is full. Which disk takes the next page?';
const TIMES = ['', 'Once', 'Twice', 'Three times', 'Four times', 'Five times', 'Six times'];

/** The one question, or what this decision says. */
function useWords(parted: number | null): { title: string; lead: string } {
  const [a, b] = [useTextFrame('A'), useTextFrame('B')];
  const { narrate } = useParts(scene ?? missing(), a !== null);
  if (!a || a.frame.k === 0) return { title: QUESTION, lead: 'Press Play, and watch Linux decide.' };
  const { k, event } = a.frame;
  if (parted === null || k < parted) {
    const narration = narrate?.(a, null);
    return { title: QUESTION, lead: narration ? textOf(narration.title) : '' };
  }
  if (k === parted && event && 'nid' in event) {
    const alike = TIMES[k - 1] ?? `${grouped(k - 1)} times`;
    return {
      title: 'Same question, two rules: here they part.',
      lead: `${alike} both chose alike. Now node ${event.nid} asks.`,
    };
  }
  const narration = narrate?.(a, b);
  return {
    title: narration ? textOf(narration.title) : '',
    lead: narration ? textOf(narration.context) : '',
  };
}

function missing(): never {
  throw new Error(`There is no scene “${START.scene}”.`);
}

/** On a phone, where one pane is shown: what the other rule did, and the way to it. */
const OtherLine: FC<{ id: PaneId; onFocus: (id: PaneId) => void }> = ({ id, onFocus }) => {
  const drawn = useTextFrame(id);
  const columns = useStageState(({ panes }) => panes[id].source?.columns);
  const chosen = drawn && columns && chosenIn(columns, drawn.frame);
  if (!chosen) return null;
  return (
    <button
      type="button"
      className="start-other"
      onClick={() => {
        onFocus(id);
      }}
    >
      <span>
        The other rule took <b>{chosen.name}</b>
      </span>
      <ChevronRight />
    </button>
  );
};
