/**
 * What one points at, or has come to by key, is outlined wherever it is shown: in drawings, lists and tables of both
 * panes and in the strip. Things carry their key in `data-of` (core/key.ts), discs and their sentences a number in
 * `data-n`. One rule of a style sheet of its own outlines them, so nothing is drawn anew, and what a step brings is
 * outlined as it comes.
 */
import { hasModifier } from '../ui/keyboard';

const POINTED_MS = 80;
const THING = '[data-of], [data-n]';
/** Sentences and rows: of each list one is reached by Tab, the others by the arrows. */
const ITEM = 'li[data-n], tr[data-of]';
/** Where a press means something else. */
const PRESSED = 'a, button, input, select, summary, .strip, [data-target]';

const numbersOf = ({ n, to }: DOMStringMap): number[] => {
  const first = Number(n);
  const last = Number(to ?? n);
  return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i);
};

/** What is the same as this, as selectors. */
function likeOf(thing: HTMLElement | SVGElement): string[] {
  const pane = thing.closest('[data-pane]');
  const numbers = numbersOf(thing.dataset);
  const keys = thing.dataset['of']?.split(' ') ?? [];
  // Its sentences, but not each disc of its path.
  if (numbers.length === 0 || !pane) return keys.map((key) => `[data-of~="${key}"]:not(g[data-n])`);
  const within = `[data-pane="${pane.getAttribute('data-pane') ?? ''}"]`;
  // A sentence may stand for several discs.
  const about = [...pane.querySelectorAll<HTMLElement>('li[data-n]')].filter(({ dataset }) =>
    numbersOf(dataset).some((n) => numbers.includes(n)),
  );
  const named = new Set([...keys, ...about.flatMap(({ dataset }) => dataset['of']?.split(' ') ?? [])]);
  return [
    ...numbers.map((n) => `${within} [data-n="${n}"]`),
    ...about.map(({ dataset }) => `${within} [data-n="${dataset['n'] ?? ''}"]`),
    // One step of several that are about it.
    ...Array.from(named, (key) => `[data-of~="${key}"]:not([data-n])`),
  ];
}

const ruleOf = (like: readonly string[]) => {
  const all = `:is(${like.join()})`;
  return `@media screen {
    ${all} { outline: 2.5px solid var(--ink); outline-offset: 2px; border-radius: var(--radius); }
    g${all}[data-n] { border-radius: 50%; }
    tr${all} { outline-offset: -2px; }
    .grip${all} { outline: none; }
    li${all} { outline: none; background: var(--wash); box-shadow: -4px 0 var(--wash), -7px 0 var(--ink); border-radius: 0; }
    .strip ${all} { outline: none; stroke: var(--ink); stroke-width: 2.5px; }
  }`;
};

/** The thing at a place of the page; words in a drawing lie upon what they name. */
function thingAt(target: EventTarget | null, at?: { clientX: number; clientY: number }) {
  if (!(target instanceof Element)) return null;
  const own = target.closest<HTMLElement | SVGElement>(THING);
  if (own || !at || !target.closest('.drawing')) return own;
  const below = document.elementsFromPoint(at.clientX, at.clientY);
  return below.map((e) => e.closest<HTMLElement | SVGElement>(THING)).find((e) => e !== null) ?? null;
}

const focusedItem = () => document.activeElement?.closest<HTMLElement>(ITEM) ?? null;

/** Begins to listen; what it returns ends it. */
export function linkThings(): () => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const listening = new AbortController();
  let kept = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = '';
  const show = (thing: HTMLElement | SVGElement | null) => {
    clearTimeout(timer);
    const like = thing ? likeOf(thing) : [];
    const rule = like.length > 0 ? ruleOf(like) : '';
    if (rule === shown) return;
    shown = rule;
    sheet.replaceSync(rule);
  };
  const letGo = () => {
    kept = false;
    show(null);
  };
  const on = <K extends keyof DocumentEventMap>(kind: K, hear: (event: DocumentEventMap[K]) => void) => {
    document.addEventListener(kind, hear, { signal: listening.signal, passive: kind !== 'keydown' });
  };
  on('pointerover', (event) => {
    if (kept || event.pointerType === 'touch') return;
    clearTimeout(timer);
    const thing = thingAt(event.target, event);
    if (thing)
      timer = setTimeout(() => {
        show(thing);
      }, POINTED_MS);
    else show(focusedItem());
  });
  on('focusin', ({ target }) => {
    if (!kept && target instanceof Element && target.matches(ITEM)) show(thingAt(target));
  });
  on('focusout', ({ target }) => {
    if (!kept && target instanceof Element && target.matches(ITEM)) show(null);
  });
  on('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest(PRESSED) || !getSelection()?.isCollapsed) return;
    const thing = thingAt(target, event);
    if (thing) show(thing);
    else if (kept) letGo();
    kept = thing !== null;
  });
  on('keydown', (event) => {
    if (event.key === 'Escape') letGo();
    const item = event.target instanceof HTMLElement && event.target.matches(ITEM) ? event.target : null;
    if (!item || hasModifier(event)) return;
    if (event.key === 'Enter') {
      show(item);
      kept = true;
    }
    const next =
      event.key === 'ArrowDown'
        ? item.nextElementSibling
        : event.key === 'ArrowUp'
          ? item.previousElementSibling
          : null;
    if (!(next instanceof HTMLElement)) return;
    next.focus();
    event.preventDefault();
  });
  return () => {
    clearTimeout(timer);
    listening.abort();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
