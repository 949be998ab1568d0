/** The transport of all runs at once: count, buttons, slider, strip; and the way to the panes of the stage. */
import { useMemo, type FC } from 'react';
import { useStore } from 'zustand';
import type { SourceSpec } from '../../../../capture/sources/spec';
import { grouped } from '../../../../core/number';
import { SPEEDS } from '../../../../stage/cursor/clock';
import { PlaybackButtons } from '../../../../ui/PlaybackButtons';
import { nextParting, previousParting } from '../phrases';
import type { Plan, Value } from '../plan';
import { playback } from '../playback';
import type { Demand, SideRun } from '../runs';
import { Strip } from './Strip';

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
  return (
    <>
      <PlaybackButtons
        {...{ playing, atStart, atEnd, speed }}
        over={false}
        speeds={SPEEDS}
        title="Speed ([ and ])"
        toggle={() => {
          playback.toggle();
        }}
        first={() => {
          playback.go(1);
        }}
        last={() => {
          playback.go(end);
        }}
        step={(by) => {
          playback.step(by);
        }}
        onSpeed={(to) => {
          playback.setSpeed(to);
        }}
      />
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

/** The stage with these two, in the scene of the machine, at that decision. */
export type OpenHref = (machine: string, a: SourceSpec, b: SourceSpec, k?: number) => string;

interface OpenProps {
  plan: Plan;
  runs: readonly (SideRun | null)[];
  /** Places of A and B, as far as they are chosen. */
  pressed: readonly number[];
  openHref: OpenHref;
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
