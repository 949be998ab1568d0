/** One capture: its head, the names of its tracks, and the canvas its worker draws on. */
import { memo, useCallback, useEffect, useMemo, useRef, useState, type FC } from 'react';
import { grouped } from '../../core/number';
import { TOP } from '../draw/scene';
import type { Hit } from '../model/hit';
import { roughly } from '../model/ruler';
import { whole, widthOf } from '../model/span';
import { heightOf } from '../layout';
import { PANES, type PaneId } from '../../core/panes';
import { ready } from '../state';
import { Attempt } from './Attempt';
import { listenToGestures } from './gestures';
import { Labels } from './Labels';
import { Margin } from './Margin';
import { Served, servedWords, Silent } from './Served';
import { watchPalette } from './palette';
import { Tooltip } from './Tooltip';
import { useTimeline, useTimelineState } from './use-timeline';
import { useRows } from './use-rows';

/** px around the pointer in which an event counts as under it. */
const NEAR = 4;

/** They stay as they are when only the view moves. */
const Names = memo(Labels);

export const Lane: FC<{ slot: PaneId }> = ({ slot }) => {
  const { controller } = useTimeline();
  const info = useTimelineState((s) => s.slots[slot].info);
  const name = useTimelineState((s) => s.slots[slot].name);
  const found = useTimelineState((s) => s.found[slot]);
  const settled = useTimelineState((s) => s.settled[slot]);
  const focused = useTimelineState((s) => s.focus === slot);
  const rows = useRows();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<{ x: number; y: number; hit: Hit } | null>(null);
  const rowsNow = useRef(rows);
  useEffect(() => {
    rowsNow.current = rows;
  }, [rows]);

  // The canvas is handed to the worker once; React never draws it again.
  const attached = useRef(false);
  useEffect(() => {
    const element = canvas.current;
    if (!element || attached.current) return;
    attached.current = true;
    controller.desks.attach(slot, element);
  }, [controller, slot]);

  useEffect(
    () =>
      watchPalette((palette) => {
        controller.desks.send(slot, { palette, sans: getComputedStyle(document.body).fontFamily });
      }),
    [controller, slot],
  );

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      controller.desks.send(slot, {
        width: Math.floor(width),
        height: Math.floor(height),
        ratio: devicePixelRatio,
      });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [controller, slot]);

  /** Counts what was asked of the pointer's place; an answer to what was asked before is dropped. */
  const asked = useRef(0);
  const unhover = useCallback(() => {
    asked.current++;
    setHover(null);
  }, []);
  // What stood under the pointer does not stand there any more.
  useEffect(
    () =>
      controller.views.listen((moved) => {
        if (moved === slot) unhover();
      }),
    [controller, slot, unhover],
  );
  useEffect(() => {
    addEventListener('keydown', unhover);
    return () => {
      removeEventListener('keydown', unhover);
    };
  }, [unhover]);

  const scrolled = useCallback(() => {
    unhover();
    const scroll = scroller.current?.scrollTop ?? 0;
    controller.desks.send(slot, { scroll });
    // Equal tracks stay beneath each other.
    for (const other of document.querySelectorAll<HTMLElement>('.tl-tracks')) {
      if (other !== scroller.current && Math.abs(other.scrollTop - scroll) > 1) other.scrollTop = scroll;
    }
  }, [controller, slot, unhover]);

  const rowAt = useCallback((y: number) => {
    const inList = y - TOP + (scroller.current?.scrollTop ?? 0);
    if (y < TOP) return null;
    return rowsNow.current.find((r) => inList >= r.y && inList < r.y + r.height) ?? null;
  }, []);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const width = () => Math.max(1, element.clientWidth);
    const perPixel = () => widthOf(controller.views.get(slot)) / width();
    const timeAt = (x: number) => controller.views.get(slot).t0 + x * perPixel();
    const look = async (x: number, y: number): Promise<Hit | null> => {
      const row = rowAt(y);
      const track = controller.tracks.numberOf(slot, row?.kind === 'track' ? row.key : null);
      if (track === null) return null;
      return controller.desks.of(slot).hit(track, timeAt(x), perPixel() * NEAR);
    };
    return listenToGestures(element, {
      begin: () => {
        controller.focus(slot);
      },
      zoom: (by, x) => {
        controller.axis.zoom(by, x / width(), slot);
      },
      pan: (dx, dy) => {
        controller.axis.pan(dx / width(), slot);
        if (dy !== 0 && scroller.current) scroller.current.scrollTop += dy;
      },
      selecting: (x0, x1, done) => {
        if (done) void controller.events.range(slot, timeAt(x0), timeAt(x1));
        else controller.events.rangeDraft(slot, timeAt(x0), timeAt(x1));
      },
      shifting: (dx) => {
        controller.axis.shift(dx / width(), slot);
      },
      overview: (x) => {
        const all = whole(controller.axis.span(slot));
        controller.axis.seek(all.t0 + (x / width()) * widthOf(all), slot);
      },
      click: (x, y) => {
        const row = rowAt(y);
        if (row?.kind === 'track') controller.tracks.select(row.key);
        void look(x, y).then((hit) => {
          if (hit) void controller.events.show(slot, hit.nearest);
        });
      },
      hover: (at) => {
        if (!at) {
          unhover();
          return;
        }
        const mine = ++asked.current;
        void look(at.x, at.y).then((hit) => {
          if (mine === asked.current) setHover(hit && { ...at, hit });
        });
      },
    });
  }, [controller, slot, rowAt, unhover]);

  const height = useMemo(() => heightOf(rows), [rows]);
  if (!info) return null;
  return (
    <section
      className={focused ? 'tl-lane focused' : 'tl-lane'}
      aria-label={`Capture ${slot}: ${name}`}
      data-pane={slot}
    >
      <div>
        <Head slot={slot} />
        <Silent slot={slot} />
        <Attempt slot={slot} />
      </div>
      <div className="tl-tracks" ref={scroller} onScroll={scrolled}>
        <canvas
          ref={canvas}
          className="tl-canvas"
          role="img"
          aria-label={`${grouped(info.events)} events of ${name} on a time axis, ${roughly(widthOf(settled))} in view. The tables below tell the same.`}
        />
        <div className="tl-corner" aria-hidden="true">
          <span>whole capture</span>
          <span>time{found !== null && <i>found, below</i>}</span>
        </div>
        <Names slot={slot} rows={rows} height={height} />
        <Margin slot={slot} rows={rows} height={height} />
      </div>
      {hover && <Tooltip {...hover} />}
    </section>
  );
};

const Head: FC<{ slot: PaneId }> = ({ slot }) => {
  const { controller, links } = useTimeline();
  const state = useTimelineState((s) => s.slots[slot]);
  const { info, name, spec, partial } = state;
  const two = useTimelineState((s) => ready(s).length === PANES.length);
  const found = useTimelineState((s) => s.found[slot]);
  if (!info) return null;
  return (
    <div className="tl-head">
      <b className="tl-letter">{slot}</b>
      <span className="tag kernel">kernel</span>
      <b className="tl-name">{name}</b>
      <span className="tl-facts">
        {grouped(info.events)} {info.events === 1 ? 'event' : 'events'} in {roughly(info.span)}
        {partial && ' so far'}
        {info.cutOff !== null && '; the file is cut off, its end is missing'}
        {info.gaps > 0 &&
          `, lost ones at ${grouped(info.gaps)} ${info.gaps === 1 ? 'place' : 'places'} (hatched)`}
        {found !== null && `, ${grouped(found)} found`}
        {spec.kind === 'file' && '; read on this machine only, so a link names the file and does not hold it'}
        {servedWords(state)}
      </span>
      <Served slot={slot} />
      {!partial && !info.windows && (
        <a className="link-btn" href={links.report(slot)}>
          Report{two && ` of ${slot}`}
        </a>
      )}
      <button
        type="button"
        className="link-btn"
        onClick={() => {
          controller.captures.close(slot);
        }}
      >
        Close {slot}
      </button>
    </div>
  );
};
