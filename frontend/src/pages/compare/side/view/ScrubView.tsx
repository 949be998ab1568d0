/** Scrub: one scene, at one decision, along the values of the tunable; runs are kept in memory, so that a value is there at once. */
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FC,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand';
import { Tag } from '../../../../ui/Tag';
import { transportHeightRef } from '../../../../ui/footer-size';
import { useWidth } from '../../../../ui/use-screen';
import type { Plan, Value } from '../plan';
import { playback } from '../playback';
import type { Demand, SideRun } from '../runs';
import { apartOf, partingsOf, sideStore, type SideState } from '../store';
import { smallSceneOf } from './scenes';
import { useRuns, useSideKeys } from './keys';
import { Head, Waiting, type SideProps } from './SideView';
import { originOf, SceneDrawing } from './SceneDrawing';
import { Buttons, Count, OpenLink, Slider, StripAt } from './Transport';
import { hasModifier } from '../../../../ui/keyboard';

interface Props extends SideProps {
  /** Place of the value that is chosen, in every look. */
  at: number;
  onPick: (at: number) => void;
  /** Measures along the same values. */
  children: ReactNode;
}

export const ScrubView: FC<Props> = ({ text, catalogue, base, row, openHref, at, onPick, children }) => {
  const state = useStore(sideStore);
  useRuns(text, catalogue, base, row);
  useSideKeys(state, nothing);
  const { plan, demand, refused, of } = state;
  const why = of === text ? refused : '';
  if (why !== '' || !plan || !demand) return <Waiting why={why} />;
  const place = Math.min(Math.max(0, at), plan.values.length - 1);
  return (
    <section className="scrub" aria-label="Scrub">
      <Scrubbed plan={plan} state={state} demand={demand} place={place} onPick={onPick} openHref={openHref}>
        {children}
      </Scrubbed>
    </section>
  );
};

const nothing = () => undefined;

interface ScrubbedProps extends Pick<Props, 'onPick' | 'openHref' | 'children'> {
  plan: Plan;
  state: SideState;
  demand: Demand;
  place: number;
}

const Scrubbed: FC<ScrubbedProps> = ({ plan, state, demand, place, onPick, openHref, children }) => {
  const { runs, failed, running } = state;
  const id = useId();
  const [ref, width] = useWidth();
  const [foot, footWidth] = useWidth();
  const run = runs[place] ?? null;
  // Over a value that is not there yet the scene before stays, and says whose it is.
  const [last, setLast] = useState(place);
  if (run && last !== place) setLast(place);
  const shown = run ? place : last;
  const drawn = runs[shown] ?? null;
  const value = plan.values[shown];
  const scene = smallSceneOf(demand.scene);
  const top = useMemo(() => scene?.topOf(runs.filter((one) => one !== null)) ?? 1, [scene, runs]);
  const lower = runs[shown - 1] ?? null;
  const higher = runs[shown + 1] ?? null;
  const trio = useMemo(() => rowsOf(plan, runs, shown), [plan, runs, shown]);
  const apart = useMemo(() => apartOf(trio.runs, demand.decisions), [trio, demand]);
  const partings = useMemo(() => partingsOf(apart), [apart]);
  useScrubKeys(place, runs, onPick);
  const pair = [place === 0 ? runs.length - 1 : 0, place];
  const whyNot = failed.get(place) ?? (running ? 'not yet run' : 'not run');
  return (
    <>
      <Head plan={plan} state={state} most={plan.values.length} />
      <div className="scrub-main">
        <div className="scrub-scene" ref={ref}>
          <Handle plan={plan} runs={runs} failed={failed} place={place} onPick={onPick} />
          <p className="scrub-open" role="status">
            {run
              ? ''
              : `${plan.values[place]?.words ?? ''}: ${whyNot}. The scene is still that of ${value?.words ?? ''}.`}
          </p>
          {drawn && value && width > 0 && (
            <Drawn
              run={drawn}
              demand={demand}
              value={value}
              width={width}
              id={id}
              top={top}
              beside={[lower, higher]}
            />
          )}
          {scene === smallSceneOf('interleave') && (lower ?? higher) && (
            <p className="note">
              In outline, the lead at{' '}
              {[
                lower && `${plan.values[shown - 1]?.words ?? ''} (dotted)`,
                higher && `${plan.values[shown + 1]?.words ?? ''} (dashed)`,
              ]
                .filter(Boolean)
                .join(' and ')}
              .
            </p>
          )}
          <OpenLink
            plan={plan}
            runs={runs}
            pressed={pair}
            openHref={openHref}
            noun={demand.noun[0]}
            words={pair.map((i) => plan.values[i]?.words ?? '').join(' beside ')}
          />
        </div>
        <div className="scrub-measures">{children}</div>
      </div>
      <footer ref={transportHeightRef} className="side-foot" aria-label="Transport">
        <div>
          <Count demand={demand} runs={runs.filter((one) => one !== null).length} />
          <Buttons end={demand.decisions} partings={partings} noun={demand.noun[0]} />
          <p className="note">
            {runs.filter((one) => one !== null).length} of {runs.length} runs kept
          </p>
        </div>
        <div ref={foot}>
          {footWidth > 0 && trio.runs.length > 0 && (
            <>
              <StripAt
                runs={trio.runs}
                names={trio.names}
                apart={apart}
                decisions={demand.decisions}
                width={footWidth}
              />
              <Slider demand={demand} partings={partings} width={footWidth} />
            </>
          )}
        </div>
      </footer>
    </>
  );
};

/** The value itself, and those beside it. */
function rowsOf(plan: Plan, runs: readonly (SideRun | null)[], place: number) {
  const rows = [place - 1, place, place + 1].flatMap((i) => {
    const run = runs[i];
    const words = plan.values[i]?.words.replace(`${plan.label} `, '');
    return run && words !== undefined ? [{ run, words }] : [];
  });
  return { runs: rows.map(({ run }) => run), names: rows.map(({ words }) => words) };
}

interface DrawnProps {
  run: SideRun;
  demand: Demand;
  value: Value;
  width: number;
  id: string;
  top: number;
  beside: readonly (SideRun | null)[];
}

const Drawn: FC<DrawnProps> = ({ run, demand, value, width, id, top, beside }) => {
  const k = useStore(playback.store, (s) => s.k);
  const scene = smallSceneOf(demand.scene);
  const [number, words] = scene?.value(run, k, demand) ?? ['', ''];
  return (
    <div data-value={value.words}>
      <h2 className="scrub-head">
        <span>
          {value.words} <Tag of={originOf(run, value)} />
        </span>
        <span className="side-value">
          <b>{number}</b> {words}
        </span>
      </h2>
      <SceneDrawing
        run={run}
        demand={demand}
        k={k}
        width={width}
        id={id}
        top={top}
        name={value.words}
        beside={beside}
      />
      <p className="side-say">{scene?.sentence(run, demand, k)}</p>
    </div>
  );
};

interface HandleProps {
  plan: Plan;
  runs: readonly (SideRun | null)[];
  failed: ReadonlyMap<number, string>;
  place: number;
  onPick: (at: number) => void;
}

/** The values as slots of one rail: runs that are kept as discs, others open; the handle follows the pointer. */
const Handle: FC<HandleProps> = ({ plan, runs, failed, place, onPick }) => {
  const rail = useRef<HTMLDivElement>(null);
  const n = plan.values.length;
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = rail.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const share = (event.clientX - box.left) / box.width;
    const to = Math.min(n - 1, Math.max(0, Math.floor(share * n)));
    if (to !== place) onPick(to);
  };
  const value = plan.values[place];
  const state = runs[place] ? 'kept' : failed.has(place) ? 'cannot be run so' : 'not yet run';
  return (
    <div className="scrub-handle">
      <span>{plan.label}</span>
      <div
        ref={rail}
        role="slider"
        tabIndex={0}
        aria-label={plan.label}
        aria-valuemin={1}
        aria-valuemax={n}
        aria-valuenow={place + 1}
        aria-valuetext={`${value?.words ?? ''}; ${state}`}
        aria-keyshortcuts="[ ] { }"
        style={{ gridTemplateColumns: `repeat(${n}, minmax(0, 1fr))` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons > 0) follow(event);
        }}
        onKeyDown={(event) => {
          const to = {
            ArrowRight: place + 1,
            ArrowUp: place + 1,
            ArrowLeft: place - 1,
            ArrowDown: place - 1,
            Home: 0,
            End: n - 1,
          }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          onPick(Math.min(n - 1, Math.max(0, to)));
        }}
      >
        {plan.values.map(({ words }, i) => (
          <span key={words} className={[i === place ? 'now' : '', runs[i] ? 'made' : 'open'].join(' ')}>
            <i aria-hidden="true" />
            <b>{words.replace(`${plan.label} `, '')}</b>
          </span>
        ))}
      </div>
    </div>
  );
};

/** [ and ] by value, { and } by those that are kept. */
function useScrubKeys(place: number, runs: readonly (SideRun | null)[], onPick: (at: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (hasModifier(event)) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input:not([type="range"]), select, textarea, dialog')
      )
        return;
      const kept = runs.flatMap((run, i) => (run ? [i] : []));
      const to = {
        '[': place - 1,
        ']': place + 1,
        '{': kept.findLast((i) => i < place),
        '}': kept.find((i) => i > place),
      }[event.key];
      if (to === undefined || to < 0 || to >= runs.length) return;
      event.preventDefault();
      onPick(to);
    };
    // Before those of the cursor, which mean its speed.
    addEventListener('keydown', onKey, { capture: true });
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
    };
  }, [place, runs, onPick]);
}
