/** Sets the sizes of wall-scale.ts on the page, and again whenever something on it takes more room or less. */
import {
  CAPTION_SIZES,
  DRAW_MAX,
  DRAW_MAX_STEP,
  DRAW_MIN,
  largest,
  nextDraw,
  nextSmaller,
  wallScaleOf,
  WHY_SIZES,
  WORD_ZOOMS,
} from './wall-scale';

/** Lines of the caption before its type becomes smaller. */
const CAPTION_SHARE = 0.17;
/** Of the room below a pane's title, what a reason gets at least. */
const WHY_SHARE = 0.36;

/** Above and below a lesson's picture, in units. */
const PICTURE_PADDING = 8;
/** Of a wall: what the words of a lesson's step and its question take at most. */
const STEP_SHARE = 0.25;

const all = (what: string) => [...document.querySelectorAll<HTMLElement>(what)];
/** Frames after which it is measured as it is. */
const LATE = 20;
/** Pixels that a drawing is laid out for at least. */
const DRAWN_MIN = 288;

const heightOf = (e: Element | undefined) => e?.getBoundingClientRect().height ?? 0;
const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);

/** What the size of words was found for. */
const sized = new WeakMap<HTMLElement, string>();

/**
 * Words as large as fits into a height, and into their own width. A question and its result have one size: for the same
 * question, or step of a lesson, on the same wall, it only becomes smaller, where it has to.
 */
function wordsWithin(room: number, on: HTMLElement): void {
  const fits = () => heightOf(on) <= room && on.scrollWidth <= on.clientWidth + 1;
  const what = on.dataset['k'] ?? location.hash;
  const of = [innerWidth, innerHeight, what].join('|');
  const has = Number(on.style.getPropertyValue('--words-zoom'));
  const cap = sized.get(on) !== of ? Infinity : fits() ? has : nextSmaller(WORD_ZOOMS, has);
  sized.set(on, of);
  const sizes = WORD_ZOOMS.filter((zoom) => zoom <= cap);
  const zoom = largest(sizes, (size) => {
    on.style.setProperty('--words-zoom', String(size));
    return fits();
  });
  on.style.setProperty('--words-zoom', String(zoom));
}

/** What takes more room or less. */
const WATCHED =
  '.caption h1, .pane-body, .pane .drawing, .why-panel, .question, .lesson-words, .lesson-picture > *, .lesson-bar';

export function watchWallLayout(): () => void {
  const root = document.documentElement;
  const { style } = root;
  let [draw, cap, waiting] = [1, DRAW_MAX, false];
  /** What the size of the drawing was found for. */
  let of = '';
  /** Frames for which a drawing was not laid out for its room. */
  let late = 0;

  const screen = () => {
    const { scale, width, height } = wallScaleOf(innerWidth, innerHeight);
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
    // The reasons of both panes have one size.
    const whys = all('.pane .below');
    largest(WHY_SIZES, (units) => {
      for (const why of whys) why.style.setProperty('--why-size', `${units}px`);
      return whys.every((why) => why.scrollHeight <= why.clientHeight + 1);
    });
  };

  /** Is each drawing laid out for the room it has now? It follows a frame or two later. */
  const isLaidOut = () =>
    all('.pane .drawing').every((e) => {
      const drawn = e.querySelector(':scope > svg')?.getBoundingClientRect().width;
      return drawn === undefined || Math.abs(drawn - e.getBoundingClientRect().width) <= 4;
    });

  /** The drawings' next size, by how high the highest may be; `what`: for what it was found. */
  const drawings = (
    what: readonly string[],
    scale: number,
    most: number,
    roomFor: (highest: number) => number,
  ) => {
    const sources = all('.source-name b').map((b) => b.textContent);
    const now = [innerWidth, innerHeight, ...what, ...sources].join('|');
    if (now !== of) [of, draw, cap] = [now, Math.min(1, draw), most];
    if (!isLaidOut() && ++late < LATE) {
      style.setProperty('--draw', draw.toFixed(4));
      soon();
      return;
    }
    late = 0;
    // Laid out for fewer pixels than on the narrowest phone, one thing would lie on another.
    const narrowest = Math.min(...all('.pane .drawing').map((e) => e.getBoundingClientRect().width));
    cap = Math.min(cap, Math.max(DRAW_MIN, narrowest / scale / DRAWN_MIN));
    if (draw > cap) {
      draw = cap;
      style.setProperty('--draw', draw.toFixed(4));
      soon();
      return;
    }
    const highest = Math.max(0, ...all('.pane .drawing').map(heightOf));
    const next = nextDraw(draw, highest / scale, roomFor(highest) / scale, cap);
    if (next.draw !== draw) soon();
    ({ draw, cap } = next);
    style.setProperty('--draw', draw.toFixed(4));
  };

  const onStage = (scale: number) => {
    const bodies = all('.pane-body');
    const [scene = ''] = location.hash.split('?');
    const room = Math.min(...bodies.map(heightOf)) * (1 - WHY_SHARE);
    drawings([scene, String(bodies.length)], scale, DRAW_MAX, () => room);
    reasons();
    for (const question of all('.panes > .question'))
      wordsWithin(heightOf(question.parentElement ?? undefined), question);
  };

  /** A step of a lesson: its words beside its question, its picture below. */
  const inLesson = (lesson: HTMLElement, scale: number, height: number) => {
    const words = all('.lesson-words, .lesson-question');
    for (const one of words) wordsWithin(height * scale * STEP_SHARE, one);
    const room = heightOf(lesson) - sum(all('.lesson-bar').map(heightOf)) - Math.max(...words.map(heightOf));
    const shown = all('.lesson-picture > :not(.room-beside)');
    const foot = Math.max(...shown.map((e) => e.getBoundingClientRect().bottom));
    // What the class says stands below two drawings where it has no room beside them.
    const below = all('.lesson-picture > .room-beside').filter(
      (e) => e.getBoundingClientRect().top >= foot - 1,
    );
    const picture = sum([...shown, ...below].map(heightOf));
    drawings(
      [location.hash],
      scale,
      DRAW_MAX_STEP,
      (highest) => highest + room - picture - PICTURE_PADDING * scale,
    );
  };

  const measure = () => {
    waiting = false;
    const { scale, height } = screen();
    caption(height, scale);
    const [lesson] = all('.stage > .lesson');
    if (document.querySelector('.stage > .transport')) onStage(scale);
    else if (lesson) inLesson(lesson, scale, height);
    else {
      // A page beside the stage grows with what stands on it: nothing is made smaller for what follows.
      of = '';
      draw = 1;
      style.setProperty('--draw', '1');
    }
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
    const there = new Set<Element>(all(WATCHED));
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
  void document.fonts.ready.then(() => {
    for (const words of all('.question, .lesson')) sized.delete(words);
    soon();
  });
  watch();
  measure();
  return () => {
    removeEventListener('resize', soon);
    sizes.disconnect();
    changes.disconnect();
    for (const name of ['--scale', '--stage-width', '--stage-height', '--caption-size', '--draw'])
      style.removeProperty(name);
    for (const why of all('.pane .below')) why.style.removeProperty('--why-size');
    for (const words of all('.question, .lesson')) words.style.removeProperty('--words-zoom');
  };
}
