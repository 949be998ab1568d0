/** The whole run: a slider with a flag at the first difference, ticks for events, gaps for lost ones. */
import { memo, useMemo, type FC, type PointerEvent } from 'react';
import { extent, placeOf } from '../state/position';
import { nextDifference, previousDifference } from '../state/differences';
import { momentPhrase, momentsOf, nextMoment, type Moment } from '../state/moments';
import { gapsOf, thinned, type Gap } from './overview-layout';
import { lastVisible } from '../../quiz/state';
import { useNoun, useStage, useStageState } from '../control/stage-context';
import { stripPositionOf, type StageState } from '../state/store';
import { PANES, type PaneId } from '../../core/panes';
import type { Columns } from '../../core/columns';
import { grouped } from '../../core/number';
import { sum } from '../../core/search';
import { scenes } from '../../scenes';
import { steps } from '../../scenes/fit';
import { frameCache } from '../../scenes/frame-cache';
import { KEY_STEPS } from './overview-keys';
import { windowAt } from './strip-layout';
import { secondsPhrase } from '../state/phrases';
import { dragged } from '../../ui/pointer-gesture';
import { scale } from '../../ui/scale';
import { hasModifier } from '../../ui/keyboard';
import './overview.css';

const LEFT = 28;
/** More ticks than this are drawn quieter, and below the track alone. */
const DENSE = 24;

const sourcesOf = (panes: StageState['panes']) =>
  PANES.flatMap((id): [PaneId, Columns][] => {
    const { source } = panes[id];
    return source ? [[id, source.columns]] : [];
  });

export const Overview: FC<{ width: number; phone: boolean }> = ({ width, phone }) => {
  const { controller, playback } = useStage();
  // Where the cursor is said to be: what is drawn of it (Done) may be a moment ahead.
  const position = useStageState((s) => s.textAt);
  const { align } = position;
  const panes = useStageState((s) => s.panes);
  const found = useStageState((s) => s.differences);
  const until = useStageState((s) => s.quiz && lastVisible(s.quiz));
  const [noun] = useNoun();
  // The cursor moves with every step; what it moves over does not.
  const { sources, end, gaps, moments } = useMemo(() => {
    const all = sourcesOf(panes);
    return {
      sources: all,
      end: extent(
        all.map(([, c]) => c),
        align,
      ),
      gaps: gapsOf(all, align),
      moments: momentsOf(Object.fromEntries(all), align, found, until),
    };
  }, [panes, align, found, until]);
  const at = placeOf(position);
  const x = axis(end, width);
  const first = until === null ? moments.find(({ pane }) => pane === null) : undefined;
  const firstAt = first?.at ?? null;
  const words = align === 'decision' ? `${noun} ${grouped(at)}` : secondsPhrase(at);
  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // On a wall it is zoomed.
    const value = under(end, width)(((event.clientX - box.left) * width) / box.width);
    playback.pause();
    controller.cursor.goTo(value);
  };
  return (
    <div className="overview">
      <div
        className="track"
        role="slider"
        tabIndex={0}
        aria-label="Position in the run"
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={at}
        aria-valuetext={words}
        onKeyDown={(event) => {
          const n = KEY_STEPS[event.key];
          if (n === undefined || hasModifier(event)) return;
          event.preventDefault();
          playback.pause();
          if (Number.isFinite(n)) controller.cursor.step(event.shiftKey ? n * 10 : n);
          else controller.cursor.goTo(n > 0 ? end : 0);
        }}
        {...dragged(scrub)}
      >
        <svg width={width} height="32" aria-hidden="true">
          {!phone && align === 'decision' && <Fan end={end} width={width} />}
          <rect className="rest" x={x(0)} y="13" width={x(end) - x(0)} height="6" rx="1" />
          <Done end={end} width={width} />
          <Marks moments={moments} gaps={gaps} end={end} width={width} />
          {firstAt !== null && <path className="flag" d={`M${x(firstAt)} 24V6h11l-3 4.5 3 4.5h-9.5`} />}
          <Knob end={end} width={width} />
        </svg>
      </div>
      {!phone && (
        <Labels
          firstAt={firstAt === null ? null : x(firstAt)}
          moments={moments}
          unmarked={sum(sources.map(([, c]) => c.unmarked))}
          end={end}
          at={at}
          width={width}
        />
      )}
    </div>
  );
};

const placed = (state: StageState) => placeOf(stripPositionOf(state));

/** The part of the run that lies behind the cursor. */
const Done: FC<{ end: number; width: number }> = ({ end, width }) => {
  const x = axis(end, width);
  const at = useStageState(placed);
  return <rect className="done" x={x(0)} y="13" width={Math.max(0, x(at) - x(0))} height="6" rx="1" />;
};

/** From the ends of the strip above to the stretch of the run that it shows. */
const Fan: FC<{ end: number; width: number }> = ({ end, width }) => {
  const x = axis(end, width);
  const { first, cells, left } = windowAt(useStageState(placed), end, width);
  const last = Math.min(first + cells - 1, end);
  return <path className="fan" d={`M${left} 0L${x(first)} 13M${width} 0L${x(last)} 13`} />;
};

const Knob: FC<{ end: number; width: number }> = ({ end, width }) => {
  const at = useStageState(placed);
  return <circle className="knob" cx={axis(end, width)(at)} cy="16" r="8" />;
};

function axis(end: number, width: number) {
  return scale([0, Math.max(1, end)], [LEFT + 2, width - 8]);
}

/** The place in the run under a point of the track. */
const under = (end: number, width: number) => scale([LEFT + 2, width - 8], [0, Math.max(1, end)]);

interface MarksProps {
  moments: readonly Moment[];
  gaps: readonly Gap[];
  end: number;
  width: number;
}

const Marks = memo<MarksProps>(({ moments, gaps, end, width }) => {
  const x = axis(end, width);
  // The flag stands at the first difference.
  const ticks = moments.filter(({ pane }) => pane !== null);
  const dense = ticks.length > DENSE;
  const [y1, y2] = dense ? [20, 25] : [8, 24];
  return (
    <>
      <g className={dense ? 'dense' : undefined}>
        {thinned(ticks, x).map((t) => (
          <line key={`${t.pane}${t.at}`} className="tick-mark" x1={x(t.at)} x2={x(t.at)} y1={y1} y2={y2} />
        ))}
      </g>
      {thinned(gaps, x).map((g) => (
        <g key={`${g.pane}${g.at}`} className="gap">
          <rect x={x(g.at) - 3} y="11" width="6" height="10" />
          <path d={`M${x(g.at) - 3} 9v14M${x(g.at) + 3} 9v14`} />
        </g>
      ))}
    </>
  );
});
Marks.displayName = 'Marks';

/** What the strip's marks are; '' where a pane steps through what is observed instead of decisions. */
const legendOf = frameCache((panes: StageState['panes']) => {
  const infos = PANES.flatMap((id) => panes[id].source?.info ?? []);
  return (scene: string): string => {
    const { kinds = null, legend } = scenes.find(({ id }) => id === scene) ?? {};
    const decides = infos.length > 0 && infos.every((info) => steps({ kinds }, { kinds: info.kinds }) > 0);
    return decides ? (legend?.(infos) ?? '') : '';
  };
});

interface LabelsProps {
  firstAt: number | null;
  moments: readonly Moment[];
  /** Marks there was no room for. */
  unmarked: number;
  end: number;
  at: number;
  width: number;
}

const Labels: FC<LabelsProps> = ({ moments, unmarked, end, at }) => {
  const { controller, playback } = useStage();
  const found = useStageState((s) => s.differences);
  const position = useStageState((s) => s.textAt);
  const next = nextMoment(moments, at);
  const first = found?.[0];
  const go = (k: number | null) => () => {
    if (k === null) return;
    playback.pause();
    controller.cursor.seek(k);
  };
  const { k } = position;
  const noun = useNoun();
  const legend = useStageState(({ panes, scene }) => legendOf(panes)(scene));
  return (
    <div className="overview-labels">
      {first !== undefined && found && (
        <span className="differences">
          <button
            type="button"
            className="first-difference"
            aria-keyshortcuts="F"
            title="Go there (F)"
            onClick={go(first)}
          >
            first difference: {noun[0]} {grouped(first)}
          </button>
          <button
            type="button"
            className="plain"
            aria-label="Previous difference"
            title="Previous difference (,)"
            onClick={go(previousDifference(found, k))}
          >
            previous
          </button>
          <button
            type="button"
            className="plain"
            aria-label="Next difference"
            title="Next difference (.)"
            onClick={go(nextDifference(found, k))}
          >
            next
          </button>
        </span>
      )}
      {found?.length === 0 && <span>no difference</span>}
      {legend !== '' && <span className="legend">{legend}</span>}
      {next && (
        <button
          type="button"
          className="plain tick-words"
          aria-keyshortcuts="M"
          title="Go to the next moment (M)"
          onClick={() => {
            playback.pause();
            controller.cursor.goTo(next.at);
          }}
        >
          {momentPhrase(next, noun)}
        </button>
      )}
      {unmarked > 0 && (
        <span className="unmarked">
          {grouped(unmarked)} later mark{unmarked === 1 ? '' : 's'} not drawn
        </span>
      )}
      <span className="overview-end">
        {position.align === 'decision' ? grouped(end) : secondsPhrase(end)}
      </span>
    </div>
  );
};
