/**
 * <mm-scope view="swap-devices?a=model:four-nodes&k=1800">: a view of the app on any page.
 *
 * Attributes: `view` (what stands behind # in a link), `panes` (a, b or both), `controls` (none, step or full),
 * `predict` (asks pane A, or the pane and seed given, as in a link), `theme` (light or dark; else as the page's),
 * `height` (px of the drawing's frame at least, so that nothing moves when it comes), `app` (where "Open full" leads).
 * What stands between the tags is shown until then, and instead where something fails: a picture, or words.
 *
 * Events, which bubble: `ready`, `step`, `answer` and `error`, with `detail` as `EmbedEvents` says.
 */
import type { ShadowStage } from './shadow-stage';
import { CONTROLS, type Controls, type EmbedAttributes, type EmbedEvents } from './protocol';

const OBSERVED = [
  'view',
  'panes',
  'controls',
  'predict',
  'theme',
  'height',
  'app',
] as const satisfies readonly (keyof EmbedAttributes)[];
/** px below the window at which it begins to load. */
const AHEAD = '400px';
const HEIGHT_MAX = 4000;
/** px that it would like to be wide, for pages that make a block as wide as what is in it. */
const WIDE = 1040;

/** Takes no room, and gives way: a drawing alone may ask for a width that is more than there is. */
function wish(): SVGSVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.setAttribute('width', String(WIDE));
  made.setAttribute('height', '0');
  made.setAttribute('aria-hidden', 'true');
  made.style.display = 'block';
  made.style.maxWidth = '100%';
  return made;
}

function placed(): HTMLDivElement {
  const made = document.createElement('div');
  made.className = 'figure-place';
  return made;
}

/** Of what a page's own script gives. Throws, in words. */
function whole(n: number): number {
  if (typeof n !== 'number' || Number.isNaN(n))
    throw new TypeError(`“${String(n)}” is no number of decisions`);
  return n;
}

/** Of a part that cannot be fetched each browser says something else, with the part's address. */
const messageOf = (error: unknown): string =>
  error instanceof TypeError
    ? 'a part of it cannot be fetched.'
    : error instanceof Error
      ? error.message
      : String(error);

export class MmScope extends HTMLElement {
  static readonly observedAttributes = OBSERVED;
  #observer: IntersectionObserver | null = null;
  #mounted: Promise<ShadowStage> | null = null;
  /** Counts what the attributes asked for. */
  #asked = 0;
  readonly #root: ShadowRoot;
  /** Of one try; the next has its own, as an earlier one may still be on its way. */
  #place = placed();

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    // What the page gave stands until the figure does.
    this.#root.append(wish(), document.createElement('slot'), this.#place);
  }

  connectedCallback(): void {
    this.#size();
    if (this.#mounted) return;
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        if (entries.some((e) => e.isIntersecting)) void this.load();
      },
      { rootMargin: AHEAD },
    );
    this.#observer.observe(this);
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect();
    // Moved within the page, it is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      // Put back, it goes on where it was.
      const shown = this.#now?.();
      this.#withMounted((m) => {
        m.stop();
      });
      this.#mounted = null;
      this.#now = null;
      if (shown !== undefined) this.setAttribute('view', shown);
      this.#another();
      this.#shows(false);
    });
  }

  attributeChangedCallback(name: (typeof OBSERVED)[number], before: string | null, now: string | null): void {
    // The view named before may have been stepped on since: naming it again goes back to it.
    if (before === now && name !== 'view') return;
    this.#asked++;
    if (name === 'height') this.#size();
    // What could not be shown may be right now.
    if (this.#failed && this.isConnected) void this.load();
    this.#withMounted((m) => {
      m.update();
    });
  }

  /** Loads and shows it, also when it is not in sight. */
  async load(): Promise<void> {
    await this.#ready().catch(() => undefined);
  }

  /** Steps on by n decisions, or back. */
  async step(n = 1): Promise<void> {
    (await this.#ready()).step(whole(n));
  }

  /** Goes to decision k. */
  async seek(k: number): Promise<void> {
    (await this.#ready()).seek(whole(k));
  }

  async play(): Promise<void> {
    (await this.#ready()).play(true);
  }

  async pause(): Promise<void> {
    (await this.#ready()).play(false);
  }

  /** What is shown now, as text for `view`; as given until it is shown. */
  get state(): string {
    return this.#now?.() ?? this.getAttribute('view') ?? '';
  }

  get view(): string {
    return this.getAttribute('view') ?? '';
  }

  set view(view: string) {
    this.setAttribute('view', view);
  }

  get controls(): Controls {
    const given = this.getAttribute('controls');
    return CONTROLS.find((c) => c === given) ?? 'step';
  }

  #now: (() => string) | null = null;
  #failed = false;

  /** Throws, in words, where it cannot be shown. */
  #ready(): Promise<ShadowStage> {
    this.#observer?.disconnect();
    return (this.#mounted ??= this.#mount());
  }

  /** What is shown, or will be; nothing where it cannot be. */
  #withMounted(act: (mounted: ShadowStage) => void): void {
    this.#mounted?.then(act, () => undefined);
  }

  async #mount(): Promise<ShadowStage> {
    const place = this.#another();
    const asked = this.#asked;
    // It may be taken off its page meanwhile, and put back: then that is another try.
    const current = () => place === this.#place;
    try {
      if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly.');
      if (typeof Worker !== 'function') throw new Error('This browser has no workers.');
      const { mountStage } = await import('./shadow-stage');
      const mounted = await mountStage(this, this.#root, place, {
        shown: () => {
          if (current()) this.#shows(true);
        },
        say: (name, detail) => {
          if (current()) this.#say(name, detail);
        },
      });
      if (!current()) return mounted;
      this.#now = mounted.state;
      this.#failed = false;
      return mounted;
    } catch (error) {
      if (!current()) throw error;
      // Something else was asked for meanwhile.
      if (asked !== this.#asked) return this.#mount();
      this.#mounted = null;
      this.#failed = true;
      const message = messageOf(error);
      this.#fails(message);
      throw new Error(`This figure cannot be shown: ${message}`, { cause: error });
    }
  }

  /** A place of its own, for another try. */
  #another(): HTMLDivElement {
    const place = placed();
    this.#place.replaceWith(place);
    this.#place = place;
    return place;
  }

  /** The figure in the place of what the page gave. */
  #shows(shown: boolean): void {
    const slot = this.#root.querySelector('slot');
    if (slot) slot.hidden = shown;
  }

  /** The page's own picture stays, and a sentence stands under it. */
  #fails(message: string): void {
    const note = document.createElement('p');
    note.setAttribute('role', 'alert');
    note.textContent = `This figure cannot be shown: ${message}`;
    this.#place.replaceChildren(note);
    this.#say('error', { message });
  }

  #say<E extends keyof EmbedEvents>(name: E, detail: EmbedEvents[E]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #size(): void {
    const height = Number(this.getAttribute('height'));
    this.style.display = 'block';
    this.style.minHeight = height > 0 && height <= HEIGHT_MAX ? `${height}px` : '';
  }
}

/** Where another version of it is on the page, that has the name; one of this can be made by its own script only. */
function define(n = 1): void {
  const name = n === 1 ? 'mm-scope' : `mm-scope-${n}`;
  if (customElements.get(name)) define(n + 1);
  else customElements.define(name, MmScope);
}
define();

declare global {
  interface HTMLElementTagNameMap {
    'mm-scope': MmScope;
  }
}
