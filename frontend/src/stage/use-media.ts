/** What the stylesheet knows and the components must too: widths at which the layout changes. */
import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** One pane at a time, as tabs. */
export const PHONE = '(max-width: 640px)';
/** Why and twin one at a time. */
export const NARROW = '(max-width: 1240px)';
export const REDUCED = '(prefers-reduced-motion: reduce)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => {
        list.removeEventListener('change', changed);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
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
