/** Side by side: a small scene for each value of the tunable, under the same demand, at the same decision. */
import { memo, useId, useMemo, useState, type FC } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../../../capture/sources/catalogue';
import { transportHeightRef } from '../../../../ui/footer-size';
import { Tag } from '../../../../ui/Tag';
import { PHONE, useMedia, useWidth } from '../../../../ui/use-screen';
import { Refusal } from '../../view/Field';
import { demandPhrase, ownPhrase, partingPhrase } from '../phrases';
import type { Plan, Value } from '../plan';
import { playback } from '../playback';
import type { Demand, SideRun } from '../runs';
import { SHOWN, sideStore, type SideState } from '../store';
import { useRuns, useSideKeys, withPress } from './keys';
import { smallSceneOf } from './scenes';
import { originOf, SceneDrawing } from './SceneDrawing';
import { Buttons, Count, OpenLink, Slider, StripAt, type OpenHref } from './Transport';
import './side.css';

export interface SideProps {
  /** The question as the link has it. */
  text: string;
  catalogue: Catalogue;
  base: string;
  /** Place of the value of a second tunable that is chosen. */
  row: number;
  openHref: OpenHref;
}

interface Props extends SideProps {
  /** Place of the value that is chosen, in every look; -1: none. */
  at: number;
  onPick: (at: number) => void;
}

/** Instead of runs; `why`: why there will be none, '' where they come. */
export const Waiting: FC<{ why: string }> = ({ why }) =>
  why !== '' ? (
    <Refusal why={why} />
  ) : (
    <p className="side-wait" role="status">
      The demand is being fixed: the first run is made …
    </p>
  );

export const SideView: FC<Props> = ({ text, catalogue, base, row, openHref, at, onPick }) => {
  const state = useStore(sideStore);
  useRuns(text, catalogue, base, row);
  const { plan, demand, refused, of } = state;
  const [pressed, setPressed] = useState<readonly number[]>(at > 0 && at < SHOWN ? [0, at] : []);
  const press = useMemo(
    () => (change: (pressed: readonly number[]) => readonly number[]) => {
      const next = change(pressed);
      setPressed(next);
      const last = next.at(-1);
      if (last !== undefined && next.length >= pressed.length) onPick(last);
    },
    [pressed, onPick],
  );
  useSideKeys(state, press);
  const why = of === text ? refused : '';
  if (why !== '' || !plan || !demand) return <Waiting why={why} />;
  return (
    <section className="side" aria-label="Side by side">
      <Head plan={plan} state={state} most={SHOWN} />
      <Scenes plan={plan} state={state} demand={demand} pressed={pressed} onPress={press} />
      <Foot plan={plan} state={state} demand={demand} pressed={pressed} openHref={openHref} />
    </section>
  );
};

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
  const [number, words] = scene.value(run, k, demand) ?? ['', ''];
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
        <SceneDrawing run={run} demand={demand} k={k} width={width} id={id} top={top} name={value.words} />
      )}
      <p className="side-say">{scene.sentence(run, demand, k)}</p>
      {run.parts !== null && <p className="note">{ownPhrase(run, demand.noun[0])}</p>}
    </div>
  );
});
SceneCell.displayName = 'SceneCell';

interface FootProps {
  plan: Plan;
  state: SideState;
  demand: Demand;
  pressed: readonly number[];
  openHref: OpenHref;
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
