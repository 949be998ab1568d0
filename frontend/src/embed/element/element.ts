/**
 * <mm-scope view="swap-devices?a=model:four-nodes&k=1800">: a view of the app on any page. `machine?numbers=…` is one, too:
 * a machine at one moment, which has nothing to step to.
 *
 * Attributes: `view` (what stands behind # in a link), `panes` (a, b or both), `controls` (none, step or full),
 * `predict` (asks pane A, or the pane and seed given, as in a link), `theme` (light or dark; else as the page's),
 * `height` (px of the drawing's frame at least, so that nothing moves when it comes), `app` (where "Open full" leads).
 * What stands between the tags is shown until then, and instead where something fails: a picture, or words.
 *
 * Events, which bubble: `ready`, `step`, `answer` and `error`, with `detail` as `EmbedEvents` says. change.ts counts what
 * is asked for: one `ready` or one `error` for each change, and nothing of one that another has replaced.
 */
import { Changes } from './change';
import type { FigureStage } from './figure-element';
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
/** Attributes that say what is shown; the others, how. */
const ASKING: readonly string[] = ['view', 'panes', 'predict'];
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

/** Where a figure is put together: laid out as it will be, and in nobody's sight. */
function placed(): HTMLDivElement {
  const made = document.createElement('div');
  made.className = 'figure-place coming';
  return made;
}

/** A figure in its place. */
interface Stand {
  place: HTMLDivElement;
  stage: FigureStage;
}

/** A view of the page “Your machine”; whether it can be drawn, its own part says. */
const MACHINE = /^(?:.*#)?(?:v\d+\/)?machine(?:\?|$)/;

/** Of what a page's own script gives. Throws, in words. */
function whole(n: number): number {
  if (typeof n !== 'number' || Number.isNaN(n))
    throw new TypeError(`“${String(n)}” is not a number of decisions`);
  return n;
}

/** Of a part that cannot be fetched each browser says something else, with the part's address. */
const messageOf = (error: unknown): string =>
  error instanceof TypeError
    ? 'a part of it cannot be fetched.'
    : error instanceof Error
      ? error.message
      : String(error);

const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0;

const LOADING = 'Loading another view …';
const unshown = (why: string) => `This figure cannot be shown: ${why}`;

export class MmScope extends HTMLElement {
  static readonly observedAttributes = OBSERVED;
  #observer: IntersectionObserver | null = null;
  readonly #root: ShadowRoot;
  readonly #slot = document.createElement('slot');
  readonly #changes = new Changes();
  /** What can be seen; while another is on its way, in its place and marked as such. */
  #stands: Stand | null = null;
  /** What is on its way, out of sight. */
  #coming: Stand | null = null;
  /** Why nothing can be shown, or that something will be. */
  #note: HTMLElement | null = null;
  /** What left its place to another had the focus. */
  #focused = false;
  /** The view that the page's own picture is of. */
  #pictured: string | null = null;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    // What the page gave stands until the figure does.
    this.#root.append(wish(), this.#slot);
  }

  connectedCallback(): void {
    this.#size();
    this.#pictured ??= this.view;
    if (this.#changes.phase !== 'away') return;
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
      const { state } = this;
      this.#changes.leave();
      this.#drops();
      this.#clears();
      this.#slot.hidden = false;
      if (state !== this.view) this.view = state;
    });
  }

  attributeChangedCallback(name: (typeof OBSERVED)[number], before: string | null, now: string | null): void {
    // The view named before may have been stepped on since: naming it again goes back to it.
    if (before === now && name !== 'view') return;
    if (name === 'height') this.#size();
    else if (!ASKING.includes(name)) for (const one of [this.#stands, this.#coming]) one?.stage.redraw();
    else if (this.#changes.phase !== 'away') this.#show();
  }

  /** Loads and shows it, also when it is not in sight; tries again where it could not be shown. */
  async load(): Promise<void> {
    if (['away', 'failed'].includes(this.#changes.phase)) this.#show();
    await this.#changes.settled();
  }

  /** Steps on by n decisions, or back. */
  step(n = 1): Promise<void> {
    return this.#does((figure) => {
      figure.step(n);
    }, n);
  }

  /** Goes to decision k. */
  seek(k: number): Promise<void> {
    return this.#does((figure) => {
      figure.seek(k);
    }, k);
  }

  play(): Promise<void> {
    return this.#does((figure) => {
      figure.play(true);
    });
  }

  pause(): Promise<void> {
    return this.#does((figure) => {
      figure.play(false);
    });
  }

  /** Where the keys are heard: of the figure, and until it is there of nothing. */
  override focus(options?: FocusOptions): void {
    const figure = this.#stands?.place.querySelector<HTMLElement>('.figure');
    if (figure) figure.focus(options);
    else super.focus(options);
  }

  /** What is shown now, as text for `view`; as given until it is shown. */
  get state(): string {
    return this.#changes.phase === 'ready' && this.#stands ? this.#stands.stage.state() : this.view;
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

  /** What is done to a figure waits until the view at hand is ready. Throws, in words, where it cannot be shown. */
  async #does(act: (figure: FigureStage) => void, n = 0): Promise<void> {
    whole(n);
    if (this.#changes.phase === 'away') this.#show();
    const { outcome } = this.#changes;
    await outcome;
    // It was not meant for the view that has taken the place of this one.
    if (outcome !== this.#changes.outcome) return;
    if (this.#changes.phase === 'failed') throw new Error(unshown(this.#changes.why));
    if (this.#changes.phase === 'ready' && this.#stands) act(this.#stands.stage);
  }

  /** Begins to show what the attributes ask for; several that change one after the other are one change. */
  #show(): void {
    this.#observer?.disconnect();
    const change = this.#changes.ask();
    this.#drops();
    this.#stands?.place.classList.add('leaving');
    queueMicrotask(() => {
      if (this.#changes.is(change)) void this.#bring(change);
    });
  }

  async #bring(change: number): Promise<void> {
    const asked = this.view;
    try {
      const stands = this.#stands?.stage;
      const sentence = await (stands?.holds() === true ? stands.show() : this.#another(change));
      if (sentence === null || !this.#changes.is(change)) return;
      this.#reveals();
      if (this.#changes.ready(change)) this.#say('ready', { view: this.state, sentence });
    } catch (error) {
      this.#fails(change, asked, messageOf(error));
    }
  }

  /** Puts a figure together beside what stands; its sentence, or null where that is no longer wanted. */
  async #another(change: number): Promise<string | null> {
    if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly.');
    if (typeof Worker !== 'function') throw new Error('This browser has no workers.');
    this.#waits();
    const Stage = MACHINE.test(this.view)
      ? (await import('./shadow-machine')).ShadowMachine
      : (await import('./shadow-stage')).ShadowStage;
    if (!this.#changes.is(change)) return null;
    const place = placed();
    const stands = () => this.#stands?.place === place;
    const shown = () => stands() && this.#changes.phase === 'ready';
    const stage = new Stage(this, this.#root, place, {
      read: () => {
        if (!this.#stands) this.#reveals();
      },
      stepped: (step) => {
        if (shown()) this.#say('step', step);
      },
      answered: (answer) => {
        if (shown()) this.#say('answer', answer);
      },
      lost: (why) => {
        if (shown()) this.#fails(this.#changes.number, this.state, why);
        else if (stands()) this.#clears();
      },
    });
    this.#coming = { place, stage };
    // Where nothing else is to be seen, it is, as it comes.
    if (!this.#stands && !this.#note && !this.#hasPicture()) place.classList.remove('coming');
    this.#root.append(place);
    return stage.show();
  }

  /** What stands keeps its place until another figure is there, and says so. */
  #waits(): void {
    const place = this.#stands?.place;
    if (place && !place.inert) {
      this.#focused = place.contains(this.#root.activeElement);
      place.inert = true;
    }
    if (place) this.#notes('status', LOADING);
    else if (this.#note) this.#notes('status', LOADING, heightOf(this.#note));
  }

  /** What was on its way takes the place; or what stands, which has gone to another moment, keeps it. */
  #reveals(): void {
    const { place, stage } = this.#coming ?? this.#stands ?? {};
    if (!place || !stage) return;
    const focused = this.#focused && document.activeElement === document.body;
    if (this.#coming) this.#clears();
    this.#coming = null;
    this.#stands = { place, stage };
    this.#note?.remove();
    this.#note = null;
    this.#focused = false;
    this.#slot.hidden = true;
    place.classList.remove('coming', 'leaving');
    place.inert = false;
    if (focused) this.focus({ preventScroll: true });
  }

  /** Nothing but why, in as much room, and the page's own picture where it is of that view. */
  #fails(change: number, asked: string, why: string): void {
    if (!this.#changes.fail(change, why)) return;
    const height = heightOf(this.#stands?.place ?? this.#note);
    const pictured = asked === this.#pictured;
    this.#drops();
    this.#clears();
    this.#slot.hidden = !pictured;
    this.#notes('alert', unshown(why), pictured ? 0 : height);
    this.#say('error', { view: asked, message: why });
  }

  /** What is on its way is wanted no more. */
  #drops(): void {
    this.#coming?.stage.stop();
    this.#coming?.place.remove();
    this.#coming = null;
  }

  /** Takes away all that can be seen of a figure. */
  #clears(): void {
    this.#stands?.stage.stop();
    this.#stands?.place.remove();
    this.#stands = null;
    this.#note?.remove();
    this.#note = null;
    this.#focused = false;
  }

  /** `height`: px of what it stands for; 0 where something else is to be seen as well. */
  #notes(role: 'alert' | 'status', words: string, height = 0): void {
    this.#note?.remove();
    const said = document.createElement('p');
    said.setAttribute('role', role);
    said.textContent = words;
    this.#note = document.createElement('div');
    this.#note.className = `figure-place figure-note${height > 0 ? ' instead' : ''}`;
    this.#note.style.minHeight = height > 0 ? `${height}px` : '';
    this.#note.append(said);
    this.#root.append(this.#note);
  }

  #hasPicture(): boolean {
    return (
      !this.#slot.hidden &&
      this.#slot.assignedNodes().some((node) => node instanceof Element || node.textContent?.trim() !== '')
    );
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
