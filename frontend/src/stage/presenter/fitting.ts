/** Sets the sizes of fit.ts on the page, and again whenever something on it takes more room or less. */
import { CAPTION_SIZES, DRAW_MAX, largest, nextDraw, stageOf, WHY_SIZES } from './fit';

/** Lines of the caption before its type becomes smaller. */
const CAPTION_SHARE = 0.17;
/** Of the room below a pane's title, what a reason gets at least. */
const WHY_SHARE = 0.36;

const all = (what: string) => [...document.querySelectorAll<HTMLElement>(what)];

export function fitting(): () => void {
  const root = document.documentElement;
  const { style } = root;
  let [draw, cap, waiting] = [1, DRAW_MAX, false];
  /** What the size of the drawing was found for. */
  let of = '';

  const screen = () => {
    const { scale, width, height } = stageOf(innerWidth, innerHeight);
    style.setProperty('--scale', String(scale));
    style.setProperty('--stage-width', `${width}px`);
    style.setProperty('--stage-height', `${height}px`);
    return { scale, height };
  };

  const caption = (height: number, scale: number) => {
    const [h1] = all('.caption h1');
    if (!h1) return;
    const size = largest(CAPTION_SIZES, (units) => {
      style.setProperty('--caption-size', `${units}px`);
      return h1.getBoundingClientRect().height / scale <= height * CAPTION_SHARE;
    });
    style.setProperty('--caption-size', `${size}px`);
  };

  const reasons = () => {
    for (const why of all('.pane .below')) {
      largest(WHY_SIZES, (units) => {
        why.style.setProperty('--why-size', `${units}px`);
        return why.scrollHeight <= why.clientHeight + 1;
      });
    }
  };

  const measure = () => {
    waiting = false;
    const { scale, height } = screen();
    caption(height, scale);
    // A page beside the stage grows with what stands on it: nothing is made smaller for what follows.
    if (!document.querySelector('.stage > .transport')) {
      of = '';
      draw = 1;
      style.setProperty('--draw', '1');
      return;
    }
    const bodies = all('.pane-body');
    const sources = all('.source-name b').map((b) => b.textContent);
    const now = [innerWidth, innerHeight, location.hash.split('?')[0], bodies.length, ...sources].join('|');
    if (now !== of) [of, draw, cap] = [now, Math.min(1, draw), DRAW_MAX];
    const rooms = bodies.map((body) => (body.getBoundingClientRect().height / scale) * (1 - WHY_SHARE));
    const heights = all('.pane .drawing').map((d) => d.getBoundingClientRect().height / scale);
    const next = nextDraw(draw, Math.max(0, ...heights), Math.min(...rooms), cap);
    if (next.draw !== draw) soon();
    ({ draw, cap } = next);
    style.setProperty('--draw', draw.toFixed(4));
    reasons();
  };

  /** Once a frame, behind what the page does in it. */
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(measure);
  };

  const sizes = new ResizeObserver(soon);
  const watched = new Set<Element>();
  const watch = () => {
    const there = new Set<Element>(all('.caption h1, .pane-body, .pane .drawing, .why-panel'));
    for (const e of watched) if (!there.has(e)) sizes.unobserve(e);
    for (const e of there) if (!watched.has(e)) sizes.observe(e);
    watched.clear();
    for (const e of there) watched.add(e);
  };
  const changes = new MutationObserver(() => {
    watch();
    soon();
  });
  const stage = document.querySelector('.stage');
  if (stage) changes.observe(stage, { childList: true, subtree: true, characterData: true });
  addEventListener('resize', soon);
  void document.fonts.ready.then(soon);
  watch();
  measure();
  return () => {
    removeEventListener('resize', soon);
    sizes.disconnect();
    changes.disconnect();
    for (const name of ['--scale', '--stage-width', '--stage-height', '--caption-size', '--draw'])
      style.removeProperty(name);
    for (const why of all('.pane .below')) why.style.removeProperty('--why-size');
  };
}
