/** The steps around the cursor, and the whole run as something one can hold, with the moments at which something happens. */
import type { FC, PointerEvent } from 'react';
import { grouped } from '../../core/number';
import { useStage } from '../../stage/control/stage-context';
import { KEY_STEPS } from '../../stage/strip/overview-keys';
import { Strip } from '../../stage/strip/Strip';
import { dragged } from '../../ui/pointer-gesture';
import { useWidth } from '../../ui/use-screen';
import type { Moment } from './moments';
import { hasModifier } from '../../ui/keyboard';
import './run.css';

interface Props {
  k: number;
  end: number;
  moments: readonly Moment[];
  /** With the steps of both rules. */
  strip: boolean;
}

const KEYS: typeof KEY_STEPS = { ...KEY_STEPS, PageUp: 10, PageDown: -10 };

const MomentSlider: FC<Omit<Props, 'strip'>> = ({ k, end, moments }) => {
  const { controller, playback } = useStage();
  const share = (at: number) => `${(100 * at) / end}%`;
  const seek = (to: number) => {
    playback.pause();
    controller.cursor.seek(Math.round(Math.min(Math.max(0, to), end)));
  };
  const scrub = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seek(((clientX - left) / width) * end);
  };
  return (
    <div className="start-slider">
      <div
        className="start-track"
        role="slider"
        tabIndex={0}
        aria-label="Decision"
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={k}
        aria-valuetext={`decision ${grouped(k)} of ${grouped(end)}`}
        onKeyDown={(event) => {
          const n = KEYS[event.key];
          if (n === undefined || hasModifier(event)) return;
          event.preventDefault();
          seek(Number.isFinite(n) ? k + (event.shiftKey ? 10 * n : n) : n > 0 ? end : 0);
        }}
        {...dragged(scrub)}
      >
        <span className="done" style={{ width: share(k) }} />
        {moments.map((m) => (
          <span key={m.k} className="moment" style={{ left: share(m.k) }} />
        ))}
        <span className="knob" style={{ left: share(k) }} />
      </div>
      <div className="start-moments">
        {moments.map((m, i) => (
          <button
            key={m.k}
            type="button"
            className={i === 0 ? 'first' : undefined}
            aria-current={m.k === k ? 'step' : undefined}
            style={{ left: share(m.k) }}
            onClick={() => {
              seek(m.k);
            }}
          >
            {m.words}
            {m.k === k && <span>: decision {grouped(k)}</span>}
          </button>
        ))}
      </div>
    </div>
  );
};

const Cells: FC = () => {
  const [ref, width] = useWidth();
  return (
    <div ref={ref} className="start-strip">
      {width > 0 && <Strip width={width} phone={false} />}
    </div>
  );
};

export const StartRun: FC<Props> = ({ strip, ...run }) => (
  <>
    {strip && <Cells />}
    <MomentSlider {...run} />
  </>
);
