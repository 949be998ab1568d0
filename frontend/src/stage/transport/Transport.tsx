/** One transport for both panes: where the cursor is, the buttons, the strip, the whole run. */
import { memo, Suspense, type FC } from 'react';
import { grouped } from '../../core/number';
import { PANES } from '../../core/panes';
import { transportHeightRef } from '../../ui/footer-size';
import { lazyComponent } from '../../ui/lazy-view';
import { decisionAt, extent, placeOf } from '../state/position';
import { SPEEDS } from '../cursor/clock';
import { nextPaint } from '../../ui/paint';
import { PlaybackButtons } from '../../ui/PlaybackButtons';
import { useNoun, useStage, useStageState } from '../control/stage-context';
import { runs, type StageState } from '../state/store';
import { useHidden, usePresenting } from '../state/class-link';
import { PHONE, useMedia, useWidth } from '../../ui/use-screen';
import { secondsPhrase } from '../state/phrases';

export const prepareRows = () => import('../strip/StripRows');

const NoRows: FC = () => (
  <p className="note">The strip could not be fetched. Load the page again to have it.</p>
);

/** Fetched behind the first drawing: there is nothing to step through before it. */
const Rows = lazyComponent(async () => {
  await nextPaint();
  return (await prepareRows()).StripRows;
}, NoRows);

/** Without it where it cannot be fetched: nothing else depends on it. */
const NoLegend: FC = () => null;
const StripLegend = lazyComponent(async () => {
  await nextPaint();
  return (await import('../strip/StripLegend')).StripLegend;
}, NoLegend);

export const Transport: FC = () => {
  const presenting = usePresenting();
  const stripless = useHidden('strip');
  const phone = useMedia(PHONE) && !presenting;
  const [ref, width] = useWidth();
  const filled = useStageState(({ panes, drawing: drawn }) =>
    PANES.some((id) => panes[id].source !== null && drawn[id] !== null),
  );
  const rows = (
    <div ref={ref} className="timeline">
      {width > 0 && filled && (
        <Suspense>
          <Rows width={width} phone={phone} stripless={stripless} />
        </Suspense>
      )}
    </div>
  );
  const more = useStageState((s) => s.rulesShown === 'row');
  return (
    <footer ref={transportHeightRef} className={more ? 'transport rows' : 'transport'} aria-label="Transport">
      {phone && rows}
      <div className="transport-left">
        <Count />
        <Buttons />
        <AlignBy />
        {filled && !stripless && (
          <Suspense>
            <StripLegend />
          </Suspense>
        )}
      </div>
      {!phone && rows}
      {presenting && (
        <div className="wall-keys" aria-hidden="true">
          <span>
            <kbd>PageDown</kbd> on
          </span>
          <span>
            <kbd>PageUp</kbd> back
          </span>
          <span>
            <kbd>.</kbd> blank
          </span>
        </div>
      )}
    </footer>
  );
};

const Count: FC = () => {
  const position = useStageState((s) => s.position);
  const end = useStageState(endOf);
  const [, many] = useNoun();
  // Nothing that could be counted is there, or not yet.
  if (end === 0) return <div className="count none">no {many}</div>;
  const [at, all] =
    position.align === 'decision'
      ? [grouped(position.k), `${grouped(end)} ${many}`]
      : [secondsPhrase(position.t), secondsPhrase(end)];
  return (
    <div className="count">
      {at} <small>of {all}</small>
    </div>
  );
};

const endOf = (s: StageState) => extent(runs(s), s.position.align);
const isAtStart = (s: StageState) => placeOf(s.position) <= 0;
const isAtEnd = (s: StageState) => placeOf(s.position) >= endOf(s);

const Buttons = memo(() => {
  const { controller, playback } = useStage();
  const playing = useStageState((s) => s.playing);
  const speed = useStageState((s) => s.speed);
  const [atStart, atEnd] = [useStageState(isAtStart), useStageState(isAtEnd)];
  const goTo = (last: boolean) => () => {
    playback.pause();
    controller.cursor.goTo(last ? endOf(controller.store.getState()) : 0);
  };
  return (
    <PlaybackButtons
      {...{ playing, atStart, atEnd, speed }}
      over={!playing && atEnd}
      speeds={SPEEDS}
      title="Speed: 1 is a step in 1.2 seconds, 4 is four a second ([ and ])"
      toggle={() => {
        playback.toggle();
      }}
      first={goTo(false)}
      last={goTo(true)}
      step={(n) => {
        playback.pause();
        controller.cursor.step(n);
      }}
      onSpeed={(to) => {
        controller.store.setState({ speed: to });
      }}
    />
  );
});
Buttons.displayName = 'Buttons';

const AlignBy: FC = () => {
  const { controller } = useStage();
  const position = useStageState((s) => s.textAt);
  const align = useStageState((s) => s.position.align);
  const panes = useStageState((s) => s.panes);
  const [one] = useNoun();
  const choice = (to: 'decision' | 'time') => (
    <button
      type="button"
      className="plain"
      aria-pressed={align === to}
      onClick={() => {
        controller.cursor.align(to);
      }}
    >
      {to === 'time' ? to : one}
    </button>
  );
  return (
    <div className="small align-by" role="group" aria-label="Align the panes">
      <span>align by</span> {choice('decision')} <span aria-hidden="true">|</span> {choice('time')}
      {PANES.map((id) => {
        const columns = panes[id].source?.columns;
        if (!columns) return null;
        const k = decisionAt(columns, position);
        const words = position.align === 'decision' ? secondsPhrase(columns.ts[k - 1] ?? 0) : grouped(k);
        return (
          <span key={id} className="reach">
            {id} {words}
          </span>
        );
      })}
    </div>
  );
};
