/** What the worker of one capture draws on: it is handed over once, and React never draws it again. */
import { useEffect, useRef, type FC } from 'react';
import { grouped } from '../../core/number';
import type { PaneId } from '../../core/panes';
import { useTimeline, useTimelineState } from '../use-timeline';
import { COLOURS, type Palette } from '../canvas/state';

export const Canvas: FC<{ slot: PaneId }> = ({ slot }) => {
  const { controller } = useTimeline();
  const events = useTimelineState((s) => s.slots[slot].info?.events ?? 0);
  const name = useTimelineState((s) => s.slots[slot].name);
  const canvas = useRef<HTMLCanvasElement>(null);
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
      const size = { width: Math.floor(width), height: Math.floor(height), ratio: devicePixelRatio };
      controller.desks.send(slot, size);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [controller, slot]);
  return (
    <canvas
      ref={canvas}
      className="tl-canvas"
      data-pane={slot}
      role="img"
      aria-label={`${grouped(events)} events of ${name} on a time axis. The rows beside it say the same.`}
    />
  );
};

/** Of a range of values behind its mean: lighter than a mark, so that the mean stands out. */
const RANGE = 'color-mix(in srgb, var(--control) 45%, var(--paper))';

function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolved = (expression: string) => {
    probe.style.color = expression;
    return getComputedStyle(probe).color;
  };
  const palette: Record<string, string> = { range: resolved(RANGE) };
  for (const name of COLOURS) palette[name] = resolved(`var(--${name})`);
  probe.remove();
  return palette;
}

/** Calls back now, and whenever theme or contrast change. */
function watchPalette(changed: (palette: Palette) => void): () => void {
  const tell = () => {
    changed(readPalette());
  };
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-mode'] });
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((q) => matchMedia(q));
  for (const query of queries) query.addEventListener('change', tell);
  tell();
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', tell);
  };
}
