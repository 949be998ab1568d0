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
import type { Mounted } from './mount';
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
  #mounted: Promise<Mounted> | null = null;
  readonly #root: ShadowRoot;
  readonly #place: HTMLDivElement;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#place = document.createElement('div');
    this.#place.className = 'figure-place';
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
      void this.#mounted?.then((m) => {
        m.stop();
      });
      this.#mounted = null;
      // Put back, it goes on where it was.
      const shown = this.#now?.();
      this.#now = null;
      if (shown !== undefined) this.setAttribute('view', shown);
      this.#place.replaceChildren();
      this.#shows(false);
    });
  }

  attributeChangedCallback(name: (typeof OBSERVED)[number], before: string | null, now: string | null): void {
    // The view named before may have been stepped on since: naming it again goes back to it.
    if (before === now && name !== 'view') return;
    if (name === 'height') this.#size();
    // What could not be shown may be right now.
    if (this.#failed && this.isConnected) void this.load();
    void this.#mounted?.then((m) => {
      m.update();
    });
  }

  /** Loads and shows it, also when it is not in sight. */
  async load(): Promise<void> {
    this.#observer?.disconnect();
    this.#mounted ??= this.#mount();
    await this.#mounted.catch(() => undefined);
  }

  /** Steps on by n decisions, or back. */
  async step(n = 1): Promise<void> {
    (await this.#ready()).step(n);
  }

  /** Goes to decision k. */
  async seek(k: number): Promise<void> {
    (await this.#ready()).seek(k);
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

  async #ready(): Promise<Mounted> {
    await this.load();
    if (!this.#mounted) throw new Error('the figure is on no page');
    return this.#mounted;
  }

  async #mount(): Promise<Mounted> {
    try {
      if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly.');
      const { mount } = await import('./mount');
      const mounted = await mount(this, this.#root, this.#place, {
        shown: () => {
          this.#shows(true);
        },
        say: (name, detail) => {
          this.#say(name, detail);
        },
      });
      this.#now = mounted.state;
      this.#failed = false;
      return mounted;
    } catch (error) {
      this.#mounted = null;
      this.#failed = true;
      this.#fails(messageOf(error));
      throw error;
    }
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

if (!customElements.get('mm-scope')) customElements.define('mm-scope', MmScope);

declare global {
  interface HTMLElementTagNameMap {
    'mm-scope': MmScope;
  }
}
