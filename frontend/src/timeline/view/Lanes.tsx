/**
 * The tracks of one capture or two in one list: names at the left, values at the right, and between them a canvas for
 * each capture, one over the other, on which its worker draws the lanes of its own.
 */
import { useCallback, useEffect, useRef, useState, type CSSProperties, type FC } from 'react';
import { hasLanes } from '../control/layout';
import { OVERVIEW, RULER } from '../canvas/state';
import type { Hit } from '../model/hit';
import { whole, widthOf, type Span } from '../model/time/span';
import { PANES, type PaneId } from '../../core/panes';
import { headersIn, readySlots } from '../control/state';
import { Canvas } from './Canvas';
import { listenToGestures } from './gestures';
import { Grid } from './Grid';
import { useTimeline, useTimelineState } from '../use-timeline';
import { useBrush } from '../use-brush';
import { useRows } from '../use-rows';
import { grouped } from '../../core/number';
import { timePhrase } from '../model/time/ruler';
import { numberPhrase } from '../phrases';

/** px around the pointer in which an event counts as under it. */
const NEAR = 4;

export const Lanes: FC = () => {
  const { controller } = useTimeline();
  const slots = useTimelineState((s) => readySlots(s).join('')).split('') as PaneId[];
  const linked = useTimelineState((s) => s.linked);
  const rows = useRows();
  const plot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<{ slot: PaneId; x: number; y: number; hit: Hit } | null>(null);
  const rowsNow = useRef(rows);
  useEffect(() => {
    rowsNow.current = rows;
  }, [rows]);

  /** Counts what was asked of the pointer's place; an answer to what was asked before is dropped. */
  const asked = useRef(0);
  const hovers = useRef(false);
  const unhover = useCallback(() => {
    asked.current++;
    if (hovers.current) setHover(null);
    hovers.current = false;
  }, []);
  // What stood under the pointer does not stand there any more.
  useEffect(() => controller.views.listen(unhover), [controller, unhover]);
  useEffect(() => {
    addEventListener('keydown', unhover);
    return () => {
      removeEventListener('keydown', unhover);
    };
  }, [unhover]);

  const scrolled = useCallback(() => {
    unhover();
    const scroll = scroller.current?.scrollTop ?? 0;
    for (const slot of PANES) controller.desks.send(slot, { scroll });
  }, [controller, unhover]);

  useEffect(() => {
    const element = plot.current;
    if (!element) return undefined;
    const width = () => Math.max(1, element.clientWidth);
    /** What is at a height: the capture whose band or lane it is, the row. */
    const at = (y: number) => {
      const state = controller.store.getState();
      const shown = readySlots(state);
      const [first = state.focus] = shown;
      const pick = (i: number) => shown[Math.min(shown.length - 1, Math.max(0, Math.floor(i)))] ?? first;
      const top = headersIn(state)[first]?.top ?? 0;
      const rulers = shown.length * OVERVIEW;
      if (y < rulers) return { slot: pick(y / OVERVIEW), row: null, overview: true };
      if (y < top) {
        const slot = state.linked ? controller.axis.focus : pick((y - rulers) / RULER);
        return { slot, row: null, overview: false };
      }
      const inList = y - top + (scroller.current?.scrollTop ?? 0);
      const row = rowsNow.current.find((r) => inList >= r.y && inList < r.y + r.height) ?? null;
      const slot =
        row && hasLanes(row) ? pick(((inList - row.y) / row.height) * shown.length) : controller.axis.focus;
      return { slot, row, overview: false };
    };
    /** The capture on which a movement began. */
    let slot: PaneId = controller.axis.focus;
    const perPixel = (of: PaneId) => widthOf(controller.views.get(of)) / width();
    const timeAt = (of: PaneId, x: number) => controller.views.get(of).t0 + x * perPixel(of);
    const look = async (x: number, y: number): Promise<Hit | null> => {
      const { slot: of, row } = at(y);
      const track = controller.tracks.numberOf(of, row?.kind === 'track' ? row.key : null);
      if (track === null) return null;
      return controller.desks.of(of).hit(track, timeAt(of, x), perPixel(of) * NEAR);
    };
    return listenToGestures(element, {
      isOverview: (y) => at(y).overview,
      begin: (y) => {
        ({ slot } = at(y));
        controller.focus(slot);
      },
      zoom: (by, x, y) => {
        controller.axis.zoom(by, x / width(), at(y).slot);
      },
      pan: (dx, dy) => {
        controller.axis.pan(dx / width(), slot);
        if (dy !== 0 && scroller.current) scroller.current.scrollTop += dy;
      },
      selecting: (x0, x1, done) => {
        if (done) void controller.events.range(slot, timeAt(slot, x0), timeAt(slot, x1));
        else controller.events.rangeDraft(slot, timeAt(slot, x0), timeAt(slot, x1));
      },
      shifting: (dx) => {
        controller.axis.shift(dx / width(), slot);
      },
      overview: (x) => {
        const all = whole(controller.axis.span(slot));
        controller.axis.seek(all.t0 + (x / width()) * widthOf(all), slot);
      },
      click: (x, y) => {
        const { slot: of, row } = at(y);
        if (row?.kind === 'track') {
          controller.tracks.select(row.key);
          void controller.events.spanAt(of, row.key, timeAt(of, x), perPixel(of));
        }
        void look(x, y).then((hit) => {
          if (hit) void controller.events.show(of, hit.nearest);
        });
      },
      hover: (place) => {
        if (!place) {
          unhover();
          return;
        }
        const mine = ++asked.current;
        const { slot: of } = at(place.y);
        void look(place.x, place.y).then((hit) => {
          if (mine !== asked.current) return;
          hovers.current = hit !== null;
          setHover(hit && { ...place, slot: of, hit });
        });
      },
    });
  }, [controller, unhover]);

  const bands = headersIn(controller.store.getState())[slots[0] ?? 'A'];
  const style = {
    '--tl-top': `${bands?.top ?? 0}px`,
    '--tl-overviews': `${slots.length * OVERVIEW}px`,
    '--tl-ruler': `${(bands?.found ?? 0) - 1}px`,
  } as CSSProperties;
  return (
    <div className={slots.length > 1 ? 'tl-area two' : 'tl-area'} style={style} data-axes={linked ? 1 : 2}>
      <div className="tl-tracks" ref={scroller} onScroll={scrolled}>
        <div className="tl-plot" ref={plot}>
          {slots.map((slot) => (
            <Canvas key={slot} slot={slot} />
          ))}
          {slots.map((slot, i) => (
            <Window key={slot} slot={slot} top={i * OVERVIEW} />
          ))}
        </div>
        <Grid slots={slots} rows={rows} />
      </div>
      {hover && <Tooltip {...hover} />}
    </div>
  );
};

/** What stands under the pointer. The panel and the tables below hold the same, so it is not read aloud. */
const Tooltip: FC<{ slot: PaneId; x: number; y: number; hit: Hit }> = ({ slot, x, y, hit }) => {
  const unit = useTimelineState((s) => s.slots[slot].info?.unit);
  const { nearest, count, more, measured } = hit;
  return (
    <div
      className="tl-tip"
      style={{ '--x': `${x}px`, '--y': `${y}px` } as React.CSSProperties}
      aria-hidden="true"
    >
      <b>{nearest.name}</b> {timePhrase(nearest.ts, unit)}
      <br />
      {[nearest.cpu && `CPU ${nearest.cpu}`, nearest.comm && `${nearest.comm} ${nearest.pid}`]
        .filter(Boolean)
        .join(', ')}
      {nearest.fields && <p className="mono">{nearest.fields}</p>}
      {more && <p>{more}</p>}
      {count > 1 && <p>and {grouped(count - 1)} more here</p>}
      {measured && (
        <p>
          {measured.name}: {numberPhrase(measured.min)} to {numberPhrase(measured.max)}, mean{' '}
          {numberPhrase(measured.mean)} {measured.unit}
        </p>
      )}
    </div>
  );
};

/** The ends of the stretch in view, on the band of the whole capture. Keys move them too, so they are not read aloud. */
const Window: FC<{ slot: PaneId; top: number }> = ({ slot, top }) => {
  const { controller } = useTimeline();
  const span = useTimelineState((s) => s.slots[slot].info?.span ?? 0);
  const view = useCallback(() => controller.views.get(slot), [controller, slot]);
  const listen = useCallback((changed: () => void) => controller.views.listen(changed), [controller]);
  const moved = useCallback(
    (to: Span) => {
      controller.axis.set(slot, to);
    },
    [controller, slot],
  );
  const ends = useBrush({ span, height: OVERVIEW - 1, view, listen, moved });
  return (
    <svg className="tl-window" data-pane={slot} style={{ top }} aria-hidden="true">
      <g ref={ends} />
    </svg>
  );
};
