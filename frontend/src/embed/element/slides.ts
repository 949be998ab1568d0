/**
 * A plugin for reveal.js: the fragments of a slide step its figures.
 *
 * `<mm-scope view="zones?a=model:zones-fair" data-steps="0 40 16000">` shows decision 0 when its slide comes, 40 with the
 * next press, 16000 with the one after; going back goes back. `Reveal.initialize({ plugins: [MmScopeSlides] })`.
 */
import './element';
import type { MmScope } from './element';

/** What is used of reveal.js (5 and 6). */
interface Deck {
  on: (event: string, listen: () => void) => void;
  getSlidesElement: () => HTMLElement;
  getCurrentSlide: () => HTMLElement | null;
}

/** Decisions that a figure names; those that are none are passed over. */
export function stepsOf(text: string | null): number[] {
  return (text ?? '')
    .split(/[\s,]+/)
    .filter((word) => /^\d{1,9}$/.test(word))
    .map(Number);
}

const marks = new WeakMap<MmScope, HTMLElement[]>();

/** One fragment for each step but the first, which is there when the slide is. */
function prepare(figure: MmScope): void {
  const [, ...later] = stepsOf(figure.getAttribute('data-steps'));
  const made = later.map(() => {
    const mark = document.createElement('span');
    mark.className = 'fragment';
    mark.setAttribute('aria-hidden', 'true');
    return mark;
  });
  figure.after(...made);
  marks.set(figure, made);
}

function follow(figure: MmScope): void {
  const steps = stepsOf(figure.getAttribute('data-steps'));
  const reached = (marks.get(figure) ?? []).filter((mark) => mark.classList.contains('visible')).length;
  const k = steps[reached];
  const seek = () => (k === undefined ? undefined : figure.seek(k));
  // What cannot be shown says so in its place, and is tried again with the next press.
  void figure
    .load()
    .then(seek)
    .catch(() => undefined);
}

export const MmScopeSlides = {
  id: 'mm-scope',
  init: (deck: Deck): void => {
    deck.getSlidesElement().querySelectorAll('mm-scope').forEach(prepare);
    const now = () => {
      deck.getCurrentSlide()?.querySelectorAll('mm-scope').forEach(follow);
    };
    for (const event of ['ready', 'slidechanged', 'fragmentshown', 'fragmenthidden']) deck.on(event, now);
  },
};

export default MmScopeSlides;
