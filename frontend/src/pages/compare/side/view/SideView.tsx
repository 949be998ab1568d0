/** Side by side: a small scene for each value of the tunable, under the same demand, at the same decision. */
import { memo, useEffect, useId, useMemo, useState, type FC } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../../../capture/sources/catalogue';
import type { SourceSpec } from '../../../../capture/sources/spec';
import { grouped } from '../../../../core/number';
import { SPEEDS } from '../../../../stage/cursor/clock';
import { Back, First, Forward, Last, Pause, Play } from '../../../../ui/Icons';
import { transportHeightRef } from '../../../../ui/footer-size';
import { Tag } from '../../../../ui/Tag';
import { PHONE, useMedia, useWidth } from '../../../../ui/use-screen';
import { useThrottle } from '../../../../ui/use-throttle';
import { demandPhrase, nextParting, ownPhrase, partingPhrase, previousParting } from '../phrases';
import type { Plan, Value } from '../plan';
import { playback } from '../playback';
import type { Demand, SideRun } from '../runs';
import { askSide, SHOWN, sideStore, type SideState } from '../store';
import { smallSceneOf } from './scenes';
import { Strip } from './Strip';
import './side.css';

export interface SideProps {
  /** The question as the link has it. */
  text: string;
  catalogue: Catalogue;
  base: string;
  /** The stage with these two, in the scene of the machine, at that decision. */
  openHref: (machine: string, a: SourceSpec, b: SourceSpec, k?: number) => string;
}

/** ms between two texts for who listens. */
const SAID_MS = 1000;

export const SideView: FC<SideProps> = ({ text, catalogue, base, openHref }) => {
  const state = useStore(sideStore);
  useRuns(text, catalogue, base);
  const { plan, demand, refused, of } = state;
  const [pressed, setPressed] = useState<readonly number[]>([]);
  useSideKeys(state, setPressed);
  if (of === text && refused !== '')
    return (
      <p className="cmp-error" role="alert">
        {refused}
      </p>
    );
  if (!plan || !demand)
    return (
      <p className="side-wait" role="status">
        The demand is being fixed: the first run is made …
      </p>
    );
  return (
    <section className="side" aria-label="Side by side">
      <Head plan={plan} state={state} most={SHOWN} />
      <Scenes plan={plan} state={state} demand={demand} pressed={pressed} onPress={setPressed} />
      <Foot plan={plan} state={state} demand={demand} pressed={pressed} openHref={openHref} />
    </section>
  );
};

/** Those of the question are asked for while a look shows them. */
export function useRuns(text: string, catalogue: Catalogue, base: string): void {
  const decisions = useStore(sideStore, ({ demand }) => demand?.decisions ?? 0);
  useEffect(() => {
    askSide(text, catalogue, base);
  }, [text, catalogue, base]);
  useEffect(() => {
    playback.reach(decisions);
    if (decisions > 0 && playback.store.getState().k === 0) playback.go(1);
  }, [decisions]);
  useEffect(
    () => () => {
      playback.pause();
    },
    [],
  );
}

/** Two at most: a third takes the place of the second. */
export const withPress = (pressed: readonly number[], i: number): readonly number[] =>
  pressed.includes(i) ? pressed.filter((one) => one !== i) : [...pressed.slice(0, 1), i];

/** As on the stage, for who is in no field. */
export function useSideKeys(
  { partings, demand }: SideState,
  press: (change: (pressed: readonly number[]) => readonly number[]) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, select, textarea, [role="slider"], dialog'))
        return;
      const end = demand?.decisions ?? 0;
      const { k, speed } = playback.store.getState();
      const faster = (by: number) => {
        playback.setSpeed(
          SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.findIndex((s) => s === speed) + by))] ??
            speed,
        );
      };
      const to = (found: number | null) => {
        if (found !== null) playback.go(found);
      };
      const keys: Readonly<Record<string, () => void>> = {
        ArrowRight: () => {
          playback.step(event.shiftKey ? 10 : 1);
        },
        ArrowLeft: () => {
          playback.step(event.shiftKey ? -10 : -1);
        },
        Home: () => {
          playback.go(1);
        },
        End: () => {
          playback.go(end);
        },
        '.': () => {
          to(nextParting(partings, k));
        },
        ',': () => {
          to(previousParting(partings, k));
        },
        '[': () => {
          faster(-1);
        },
        ']': () => {
          faster(1);
        },
        Escape: () => {
          press(() => []);
        },
      };
      const digit = /^[1-6]$/.test(event.key) ? Number(event.key) - 1 : null;
      const button = target instanceof Element && target.closest('button, a, summary') !== null;
      if (event.key === ' ' && !button) playback.toggle();
      else if (digit !== null) press((pressed) => withPress(pressed, digit));
      else {
        const run = keys[event.key];
        if (!run) return;
        run();
      }
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [partings, demand, press]);
}

/** Whose demand it is, and where runs part. `most`: so many of the values are shown. */
export const Head: FC<{ plan: Plan; state: SideState; most: number }> = ({ plan, state, most }) => {
  const { failed, running, runs } = state;
  const more = plan.values.length - most;
  const alike = [...new Set([...failed].filter(([i]) => i < most).map(([, why]) => why))];
  return (
    <div className="side-head">
      <p>
        <Tag of={plan.fixed.capture === null ? 'model' : 'kernel'} /> {demandPhrase(plan, state)}{' '}
        {plan.besides}
        {more > 0 && ` The first ${most} of ${plan.values.length} values are shown.`}
      </p>
      <p className="side-parting" role="status">
        {running
          ? `${runs.filter((run) => run !== null).length + failed.size} of ${runs.length} runs`
          : partingPhrase(state)}
      </p>
      {alike.map((why) => (
        <p key={why} className="cmp-error">
          {why}
        </p>
      ))}
    </div>
  );
};

const LETTERS = ['A', 'B'];

interface ScenesProps {
  plan: Plan;
  state: SideState;
  demand: Demand;
  pressed: readonly number[];
  onPress: (change: (pressed: readonly number[]) => readonly number[]) => void;
}

const Scenes: FC<ScenesProps> = ({ plan, state, demand, pressed, onPress }) => {
  const { runs, failed, running } = state;
  const shown = plan.values.slice(0, SHOWN);
  const scene = smallSceneOf(demand.scene);
  const top = useMemo(
    () => scene?.topOf(runs.slice(0, SHOWN).filter((run) => run !== null)) ?? 1,
    [scene, runs],
  );
  return (
    <div
      className={`side-scenes n${shown.length}`}
      role="group"
      aria-label="Values; press two to enlarge them"
    >
      {shown.map((value, i) => {
        const run = runs[i] ?? null;
        return run ? (
          <SceneCell
            key={value.words}
            value={value}
            run={run}
            demand={demand}
            top={top}
            place={i}
            letter={LETTERS[pressed.indexOf(i)] ?? ''}
            onPress={onPress}
          />
        ) : (
          <div key={value.words} className="side-cell empty">
            <h2>{value.words}</h2>
            <p className="note">
              {failed.has(i)
                ? 'It cannot be set beside the others: the reason stands above.'
                : running
                  ? 'not yet run …'
                  : 'not run'}
            </p>
          </div>
        );
      })}
    </div>
  );
};

/** Where a run's numbers are from. */
export const originOf = ({ origin }: SideRun, { source }: Value) =>
  origin === 'asif' ? 'asif' : source.kind === 'capture' ? 'kernel' : 'model';

interface CellProps {
  value: Value;
  run: SideRun;
  demand: Demand;
  top: number;
  place: number;
  letter: string;
  onPress: ScenesProps['onPress'];
}

const SceneCell = memo<CellProps>(({ value, run, demand, top, place, letter, onPress }) => {
  const k = useStore(playback.store, (s) => s.k);
  const [ref, width] = useWidth();
  const id = useId();
  const scene = smallSceneOf(demand.scene);
  if (!scene) return null;
  const [number, words] = scene.value(run, k) ?? ['', ''];
  return (
    <div className={letter === '' ? 'side-cell' : 'side-cell pressed'} ref={ref} data-value={value.words}>
      <h2>
        <button
          type="button"
          aria-pressed={letter !== ''}
          aria-keyshortcuts={String(place + 1)}
          onClick={() => {
            onPress((pressed) => withPress(pressed, place));
          }}
        >
          {letter !== '' && (
            <span className="side-letter" aria-hidden="true">
              {letter}
            </span>
          )}
          {value.words}
        </button>
        <Tag of={originOf(run, value)} />
        <span className="side-value">
          <b>{number}</b> {words}
        </span>
      </h2>
      {width > 0 && (
        <SmallDrawing run={run} demand={demand} k={k} width={width} id={id} top={top} name={value.words} />
      )}
      <p className="side-say">{scene.sentence(run, demand, k)}</p>
      {run.parts !== null && <p className="note">{ownPhrase(run, demand.noun[0])}</p>}
    </div>
  );
});
SceneCell.displayName = 'SceneCell';

interface DrawingProps {
  run: SideRun;
  demand: Demand;
  k: number;
  width: number;
  id: string;
  top: number;
  name: string;
  beside?: readonly (SideRun | null)[];
}

/** The scene itself; its name is what it says, changed seldom. */
export const SmallDrawing: FC<DrawingProps> = ({ run, demand, k, width, id, top, name, beside }) => {
  const scene = smallSceneOf(demand.scene);
  const [number, words] = scene?.value(run, k) ?? ['', ''];
  const cell = run.cells[run.cell[k - 1] ?? -1];
  const label = useThrottle(
    `${name}, ${demand.noun[0]} ${grouped(k)}: ${cell?.name ?? 'not asked'}. ${number} ${words}. ${scene?.sentence(run, demand, k) ?? ''}`,
    SAID_MS,
  );
  if (!scene) return null;
  const height = scene.heightOf(demand.state);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="side-drawing"
    >
      <scene.Scene
        run={run}
        demand={demand}
        k={k}
        width={width}
        id={id}
        top={top}
        {...(beside ? { beside } : {})}
      />
    </svg>
  );
};

interface FootProps {
  plan: Plan;
  state: SideState;
  demand: Demand;
  pressed: readonly number[];
  openHref: SideProps['openHref'];
}

const Foot: FC<FootProps> = ({ plan, state, demand, pressed, openHref }) => {
  const [ref, width] = useWidth();
  const phone = useMedia(PHONE);
  const { runs, apart, partings } = state;
  const drawn = useMemo(
    () =>
      plan.values.slice(0, SHOWN).flatMap(({ words }, i) => {
        const run = runs[i];
        return run ? [{ words: words.replace(`${plan.label} `, ''), run }] : [];
      }),
    [plan, runs],
  );
  const all = useMemo(() => drawn.map(({ run }) => run), [drawn]);
  const names = useMemo(() => drawn.map(({ words }) => words), [drawn]);
  return (
    <footer ref={transportHeightRef} className="side-foot" aria-label="Transport">
      <div>
        <div className="side-top">
          <Count demand={demand} runs={all.length} />
          <OpenLink plan={plan} runs={runs} pressed={pressed} openHref={openHref} noun={demand.noun[0]} />
        </div>
        <Buttons end={demand.decisions} partings={partings} noun={demand.noun[0]} />
      </div>
      <div ref={ref}>
        {width > 0 && (
          <>
            {!phone && all.length > 0 && (
              <StripAt runs={all} names={names} apart={apart} decisions={demand.decisions} width={width} />
            )}
            <Slider demand={demand} partings={partings} width={width} />
          </>
        )}
      </div>
    </footer>
  );
};

export const StripAt: FC<Omit<Parameters<typeof Strip>[0], 'k' | 'onSeek'>> = (props) => {
  const k = useStore(playback.store, (s) => s.k);
  return <Strip {...props} k={k} onSeek={seek} />;
};
const seek = (k: number) => {
  playback.go(k);
};

export const Count: FC<{ demand: Demand; runs: number }> = ({ demand, runs }) => {
  const k = useStore(playback.store, (s) => s.k);
  return (
    <p className="side-count">
      <b>{grouped(k)}</b> of {grouped(demand.decisions)} {demand.noun[1]}, in all {runs}
    </p>
  );
};

const RAIL = 14;

/** The whole run: where the cursor is, and where runs part. */
export const Slider: FC<{ demand: Demand; partings: Uint32Array; width: number }> = ({
  demand,
  partings,
  width,
}) => {
  const k = useStore(playback.store, (s) => s.k);
  const { decisions, noun } = demand;
  const d = useMemo(() => {
    const dense = new Float64Array(Math.max(1, Math.ceil(width / 2)));
    for (const at of partings) {
      const i = Math.min(dense.length - 1, Math.floor(((at - 1) / decisions) * dense.length));
      dense[i] = (dense[i] ?? 0) + 1;
    }
    const each = Math.max(1, decisions / dense.length);
    return Array.from(dense, (n, i) =>
      n > 0 ? `M${i * 2} ${RAIL}v-${(2 + Math.min(1, n / each) * (RAIL - 2)).toFixed(1)}h2V${RAIL}z` : '',
    ).join('');
  }, [partings, decisions, width]);
  const [first] = partings;
  return (
    <div className="side-slider">
      <svg width={width} height={RAIL} aria-hidden="true">
        <path d={d} fill="var(--control)" />
        {first !== undefined && (
          <path d={`M${((first - 1) / decisions) * width} ${RAIL}V0l8 4l-8 4z`} fill="var(--now)" />
        )}
      </svg>
      <input
        type="range"
        aria-label={`Which of the ${noun[1]}`}
        aria-valuetext={`${noun[0]} ${grouped(k)} of ${grouped(decisions)}`}
        min={1}
        max={decisions}
        value={k}
        onChange={(event) => {
          playback.go(Number(event.target.value));
        }}
      />
      {first !== undefined && (
        <p className="side-first">
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              playback.go(first);
            }}
          >
            first difference: {noun[0]} {grouped(first)}
          </button>
          <span className="note">bars: how often they part</span>
        </p>
      )}
    </div>
  );
};

export const Buttons: FC<{ end: number; partings: Uint32Array; noun: string }> = ({
  end,
  partings,
  noun,
}) => {
  const playing = useStore(playback.store, (s) => s.playing);
  const speed = useStore(playback.store, (s) => s.speed);
  const atStart = useStore(playback.store, (s) => s.k <= 1);
  const atEnd = useStore(playback.store, (s) => s.k >= end);
  const next = useStore(playback.store, (s) => nextParting(partings, s.k));
  const before = useStore(playback.store, (s) => previousParting(partings, s.k));
  const button = (label: string, keys: string, Icon: FC, press: () => void, off: boolean, main = false) => (
    <button
      type="button"
      className={main ? 'btn main' : 'btn'}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      aria-disabled={off}
      onClick={() => {
        if (!off) press();
      }}
    >
      <Icon />
    </button>
  );
  return (
    <>
      <div className="btns" role="group" aria-label="Playback">
        {button(
          'First',
          'Home',
          First,
          () => {
            playback.go(1);
          },
          atStart,
        )}
        {button(
          'Step back',
          'Left',
          Back,
          () => {
            playback.step(-1);
          },
          atStart,
        )}
        {button(
          playing ? 'Pause' : 'Play',
          'Space',
          playing ? Pause : Play,
          () => {
            playback.toggle();
          },
          false,
          true,
        )}
        {button(
          'Step forward',
          'Right',
          Forward,
          () => {
            playback.step(1);
          },
          atEnd,
        )}
        {button(
          'Last',
          'End',
          Last,
          () => {
            playback.go(end);
          },
          atEnd,
        )}
        <label className="speed small">
          <span className="visually-hidden">Speed</span>
          <select
            value={speed}
            title="Speed ([ and ])"
            onChange={(event) => {
              playback.setSpeed(Number(event.target.value));
            }}
          >
            {SPEEDS.map((s) => (
              <option key={s} value={s}>
                {s}×
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="side-steps">
        step by {noun}, or to the <PartingStep label="previous" shown="," to={before} /> or{' '}
        <PartingStep label="next" shown="." to={next} /> difference
      </p>
    </>
  );
};

const PartingStep: FC<{ label: string; shown: string; to: number | null }> = ({ label, shown, to }) => (
  <button
    type="button"
    className="link-btn"
    aria-keyshortcuts={shown}
    aria-label={`${label} difference`}
    aria-disabled={to === null}
    onClick={() => {
      if (to !== null) playback.go(to);
    }}
  >
    {label} <kbd>{shown}</kbd>
  </button>
);

interface OpenProps {
  plan: Plan;
  runs: readonly (SideRun | null)[];
  /** Places of A and B, as far as they are chosen. */
  pressed: readonly number[];
  openHref: SideProps['openHref'];
  noun: string;
  words?: string;
}

/** Two that are pressed, in the panes of the stage, at this very decision. */
export const OpenLink: FC<OpenProps> = ({
  plan,
  runs,
  pressed,
  openHref,
  noun,
  words = 'Open A beside B',
}) => {
  const k = useStore(playback.store, (s) => s.k);
  const [a, b] = pressed;
  const [one, two] = [plan.values[a ?? -1], plan.values[b ?? -1]];
  const [first, second] = [runs[a ?? -1], runs[b ?? -1]];
  if (!one || !two || !first || !second)
    return <p className="note">{one ? 'press another, to open both' : 'press two, to open them'}</p>;
  const own = Math.max(1, first.own[k - 1] ?? 0);
  const parts = Math.min(first.parts ?? Infinity, second.parts ?? Infinity);
  return (
    <p>
      <a className="btn" href={openHref(plan.machine, shown(one, first), shown(two, second), own)}>
        {words}
      </a>
      {k >= parts && (
        <span className="note">
          {' '}
          There each shows its own run, asked otherwise from {noun} {grouped(parts)} on.
        </span>
      )}
    </p>
  );
};

/** A recording has what it decided itself: nothing there is as if. */
const shown = ({ source }: Value, { origin }: SideRun): SourceSpec =>
  origin === 'base' && source.kind === 'capture' ? { kind: 'capture', id: source.id } : source;
