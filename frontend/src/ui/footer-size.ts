/**
 * The page learns how much of the window is covered by what sticks to its foot, so that it scrolls nothing beneath it: by
 * the transport, and by what stands on that or in its place.
 */
type Cover = '--covered' | '--footer';

const sticking: Record<Cover, Set<HTMLElement>> = { '--covered': new Set(), '--footer': new Set() };

/** For as long as it is there; in some windows it does not stick. */
const covering =
  (of: Cover) =>
  (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    const all = sticking[of];
    const tell = () => {
      const heights = [...all].map((e) =>
        getComputedStyle(e).position === 'sticky' ? e.getBoundingClientRect().height : 0,
      );
      document.documentElement.style.setProperty(of, `${Math.max(0, ...heights)}px`);
    };
    const observer = new ResizeObserver(tell);
    all.add(element);
    observer.observe(element);
    return () => {
      observer.disconnect();
      all.delete(element);
      if (all.size > 0) tell();
      else document.documentElement.style.removeProperty(of);
    };
  };

export const transportHeightRef = covering('--covered');
/** Made once each: React asks again where it is another function. */
export const footerHeightRef = covering('--footer');
