/** Beside the drawing of a zone its chart stands level with the tank, px for px: the marks go straight on from one to the other. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { Y } from '../../scenes/zones/marks/scale';

export interface Level {
  /** How far the chart is moved down, in its own px. */
  shift: number;
  /** Its px to one of the drawing’s. */
  ratio: number;
  /** From the chart’s left edge back to the drawing, in px of the drawing. */
  reach: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
}

/**
 * `own`: the chart where it would stand by itself; `other`: the drawing; both on the screen. `drawn`, `zoom`: px of
 * the screen to one of the drawing’s, and of the chart’s. `above`: px of the drawing from the chart’s edge down to
 * the top of the tank. Null where the drawing is not beside it, or ends higher than the chart can begin.
 */
export function levelOf(
  own: Box,
  other: Box,
  { drawn, zoom, above }: { drawn: number; zoom: number; above: number },
): Level | null {
  const shift = (other.top + (Y.top - above) * drawn - own.top) / zoom;
  if (own.left < other.right || shift < 0 || !(drawn > 0)) return null;
  return { shift, ratio: drawn / zoom, reach: (own.left - other.right) / drawn };
}

/** `beside`: selector of the drawing; left out: there is none. */
export function useLevel(
  svg: RefObject<SVGSVGElement | null>,
  beside: string | undefined,
  above: number,
): Level | null {
  const [level, setLevel] = useState<Level | null>(null);
  useLayoutEffect(() => {
    const page = document.getElementById('panes');
    if (beside === undefined || !page) return undefined;
    const measure = () => {
      const drawing = page.querySelector(beside);
      const chart = svg.current;
      if (!drawing || !chart) return;
      const [own, other] = [chart.getBoundingClientRect(), drawing.getBoundingClientRect()];
      const zoom = svg.current?.currentCSSZoom ?? 1;
      const moved = parseFloat(chart.parentElement?.style.marginTop ?? '') || 0;
      const drawn = other.width / Number(drawing.getAttribute('width'));
      const alone = { left: own.left, right: own.right, top: own.top - moved * zoom };
      const next = levelOf(alone, other, { drawn, zoom, above });
      setLevel((old) => (near(old, next) ? old : next));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(document.body);
    sizes.observe(page);
    // A drawing that comes later, and words above it.
    const changes = new MutationObserver(measure);
    changes.observe(page, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [svg, beside, above]);
  return level;
}

/** Parts of a pixel are not worth drawing anew. */
function near(a: Level | null, b: Level | null): boolean {
  if (!a || !b) return a === b;
  return (
    Math.abs(a.shift - b.shift) < 0.25 &&
    Math.abs(a.reach - b.reach) < 0.25 &&
    Math.abs(a.ratio - b.ratio) < 0.001
  );
}
