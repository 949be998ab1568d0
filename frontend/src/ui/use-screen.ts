/** What the stylesheet knows and the components must too: widths at which the layout changes. */
import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** One pane at a time, as tabs. */
export const PHONE = '(max-width: 640px)';
/** Why and twin one at a time. */
export const NARROW = '(max-width: 1240px)';

/** Who wants no motion. */
export const STILL = '(prefers-reduced-motion: reduce)';

/** One list per query: making one at every render is slow. */
const lists = new Map<string, MediaQueryList>();

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  return list;
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query);
      list.addEventListener('change', changed);
      return () => {
        list.removeEventListener('change', changed);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => listOf(query).matches);
}

/** Width in CSS pixels of the element the ref is set on; 0 before the first layout. */
export function useWidth(): [ref: (element: HTMLElement | null) => void, width: number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return [setElement, width];
}

/** On a wall, and in presenter mode, the drawing is laid out for fewer pixels and then enlarged. */
export function useZoom(): number {
  return useSyncExternalStore(onZoom, zoomNow);
}

/** As it was asked last, and for what: asking for a style in the midst of a change is slow. */
let known = { of: '', zoom: 1 };

function zoomNow(): number {
  const root = document.documentElement;
  const { mode = '' } = root.dataset;
  const set = ['--draw', '--text'].map((name) => root.style.getPropertyValue(name)).join(' ');
  const of = `${mode} ${innerWidth} ${innerHeight} ${set}`;
  if (known.of !== of) known = { of, zoom: Number(getComputedStyle(root).getPropertyValue('--zoom')) || 1 };
  return known.zoom;
}

function onZoom(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-mode', 'style'] });
  addEventListener('resize', changed);
  return () => {
    observer.disconnect();
    removeEventListener('resize', changed);
  };
}
