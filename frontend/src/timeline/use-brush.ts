/** The ends of a window as handles that can be dragged. D3 draws them; the owner of the window keeps it. */
import { useEffect, useRef, type RefObject } from 'react';
import { brushX, type D3BrushEvent } from 'd3-brush';
import { scaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import { whole, type Span } from './model/time/span';

/** px in which a handle can be taken. */
const HANDLE = 8;

interface Brushed {
  /** Of the capture, in ns. */
  span: number;
  height: number;
  view: () => Span;
  /** Calls back after each change of the view. */
  listen: (changed: () => void) => () => void;
  moved: (view: Span) => void;
}

/** For the one `g` of an `svg` that lies over the band of a whole capture. */
export function useBrush({ span, height, view, listen, moved }: Brushed): RefObject<SVGGElement | null> {
  const group = useRef<SVGGElement>(null);
  useEffect(() => {
    const element = group.current;
    const svg = element?.ownerSVGElement;
    if (!element || !svg) return undefined;
    const all = whole(span);
    const scale = scaleLinear([all.t0, all.t1], [0, 1]).clamp(true);
    const band = select(element);
    const brush = brushX<unknown>().handleSize(HANDLE).keyModifiers(false);
    /** Where a drag began. */
    let from: { x: [number, number]; view: Span } | null = null;
    let sized = false;
    const place = () => {
      // What is dragged follows the pointer; without a size there is no brush yet to be moved.
      if (from || !sized) return;
      const { t0, t1 } = view();
      brush.move(band, [scale(t0), scale(t1)]);
    };
    const size = () => {
      const width = Math.max(1, svg.clientWidth);
      scale.range([0, width]);
      brush.extent([
        [0, 0],
        [width, height],
      ]);
      band.call(brush);
      sized = true;
      // The canvas below would take the pointer.
      band.selectAll('.handle').on('pointerdown', (event: PointerEvent) => {
        event.stopPropagation();
      });
      place();
    };
    brush.on('start brush end', (event: D3BrushEvent<unknown>) => {
      // Moved by place().
      if (event.sourceEvent === undefined || event.sourceEvent === null) return;
      const x = event.selection as [number, number] | null;
      if (event.type === 'start' && x) from = { x, view: view() };
      // A view may go on beyond the band: the end that stays is where it was.
      else if (event.type === 'brush' && from && x)
        moved({
          t0: x[0] === from.x[0] ? from.view.t0 : scale.invert(x[0]),
          t1: x[1] === from.x[1] ? from.view.t1 : scale.invert(x[1]),
        });
      else if (event.type === 'end') {
        from = null;
        place();
      }
    });
    const sizes = new ResizeObserver(size);
    sizes.observe(svg);
    const deaf = listen(place);
    return () => {
      sizes.disconnect();
      deaf();
      band.on('.brush', null).selectAll('*').remove();
    };
  }, [span, height, view, listen, moved]);
  return group;
}
