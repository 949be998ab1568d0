/**
 * Keeps the URL and the stage the same. Another source is a step of the browser's history, so that Back
 * undoes it; moving the cursor only rewrites the present entry, and not more often than browsers allow.
 */
import { scenes } from '../../scenes';
import { sceneStart } from '../../stage/control/start';
import { createStore } from 'zustand/vanilla';
import type { StageController } from '../../stage/control/controller';
import type { Change, Stage } from '../../stage/control/stage-context';
import type { SourceSpec } from '../../capture/sources/spec';
import type { PaneId } from '../../core/panes';
import { shortfall } from '../../stage/state/phrases';
import type { View } from '../../stage/state/view';
import { currentView, shownIn } from '../../stage/state/store';
import type { notice } from '../state/notices';
import { MOVED, onPage } from './pages';
import { formatView, VERSION } from '../../stage/url';
import type { Read, readLink } from './reader';

const WRITE_EVERY_MS = 500;
/** While it plays, nobody copies the address. */
const WRITE_PLAYING_MS = 3000;

let reader: typeof readLink | null = null;

/** What reads links is fetched for a page that opens with one, else behind the first drawing. */
export async function prepareReader(): Promise<void> {
  reader ??= (await import('./reader')).readLink;
}

const bare = (scene: string) => `#${VERSION}/${scene}`;

/** What #push() keeps with an entry. */
const changeIn = (state: unknown): Change | null => (state as { change?: Change } | null)?.change ?? null;

export class HistorySync {
  readonly #stage: StageController;
  readonly #say: typeof notice;
  /** Of the present entry, which keeps it: Back leads to the one before with its own. */
  readonly changed: Stage['changed'] = createStore(() => ({ last: null as Change | null }));
  /** Files that were opened, by name, so that Back finds them again while the page lives. */
  readonly #files = new Map<string, SourceSpec>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Views of the URL that are on their way to the stage. */
  #applying = 0;
  /** While a step of the history begins, its view is not written over the entry before it. */
  #stepping = false;
  /** False while the stage has shown nothing yet: a link led to a page beside it. */
  #shown = false;

  constructor(stage: StageController, say: typeof notice) {
    this.#stage = stage;
    this.#say = say;
  }

  /** Shows the view of the URL, or `fallback` where it has none; then follows both. */
  async start(fallback: View, complaints: readonly string[] = []): Promise<void> {
    addEventListener('popstate', () => {
      this.changed.setState({ last: changeIn(history.state) });
      void this.#read();
    });
    const write = () => {
      this.#write();
    };
    addEventListener('pagehide', write);
    // A link may lead away before the present view is written: Back is to find it.
    addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('a')) write();
      },
      true,
    );
    this.#stage.store.subscribe((now, before) => {
      const moved =
        now.position !== before.position ||
        now.speed !== before.speed ||
        now.rulesShown !== before.rulesShown ||
        now.large !== before.large ||
        now.quiz?.seed !== before.quiz?.seed ||
        now.quiz?.pane !== before.quiz?.pane ||
        now.panes !== before.panes ||
        now.scene !== before.scene;
      if (before.playing && !now.playing) this.#write();
      else if (moved && this.#applying === 0) this.#schedule();
    });
    if (onPage()) {
      if (complaints.length > 0) this.#say([...complaints]);
      return;
    }
    const read = await this.#parse(fallback.scene);
    await this.#show({ ...read, complaints: [...complaints, ...read.complaints] }, fallback);
    this.#write();
  }

  /** Opens a source as a step of the history; `change`: where it was made by hand. */
  choose(pane: PaneId, spec: SourceSpec, change: Change | null = null): void {
    const before = currentView(this.#stage.store.getState());
    if (spec.kind === 'file') this.#files.set(spec.name, spec);
    const choose = async () => {
      const words = await this.#stage.choose(pane, spec);
      if (words === '') return;
      this.#say([words], () => {
        this.#step(() => this.#apply(before));
      });
    };
    this.#step(choose, change);
  }

  /** Opens a source in pane A of a scene, from a page beside the stage; pane B keeps what it has. */
  openIn(scene: string, spec: SourceSpec): void {
    if (spec.kind === 'file') this.#files.set(spec.name, spec);
    const { sources, speed } = currentView(this.#stage.store.getState());
    const position: View['position'] = { align: 'decision', k: 1, t: 0 };
    location.hash = formatView({ scene, sources: { A: spec, B: sources.B }, position, speed });
  }

  /** Shows another scene as a step of the history. */
  show(scene: string): void {
    if (!this.#shown) {
      // A scene by its name alone begins as that scene does.
      location.hash = bare(scene);
      return;
    }
    this.#step(() => this.#stage.show(scene));
  }

  /** The present view in another scene, as a fragment: what `show` leads to. */
  hrefOf(id: string): string {
    if (!this.#shown) return bare(id);
    const state = this.#stage.store.getState();
    // Parts of a drawing are its scene's.
    const view = currentView(id === state.scene ? state : { ...state, large: null });
    const scene = scenes.find((s) => s.id === id);
    if (!scene || id === state.scene) return formatView({ ...view, scene: id });
    const { sources, k } = sceneStart(scene, state);
    const position: View['position'] = k === null ? view.position : { align: 'decision', k, t: 0 };
    return formatView({ ...view, scene: id, sources: { ...view.sources, ...sources }, position });
  }

  /** Shows what a link's fragment says, as a step of the history; '': the stage as it is. */
  async open(hash: string): Promise<void> {
    this.changed.setState({ last: null });
    history.pushState(null, '', hash === '' ? this.hrefOf(this.#stage.store.getState().scene) : hash);
    dispatchEvent(new Event(MOVED));
    await this.#read();
  }

  /** The view that a link's fragment says, as far as this page has it; null where there is none. Once it is prepared. */
  read(hash: string): View | null {
    return reader?.(hash, '', this.#stage.store.getState().catalogue).view ?? null;
  }

  link(): string {
    if (onPage()) return location.href;
    const url = new URL(location.href);
    url.hash = formatView(currentView(this.#stage.store.getState()));
    return url.href;
  }

  /** Does what makes a step of the history: the present entry stays as the view is before that. */
  #step(act: () => Promise<void>, change: Change | null = null): void {
    this.#write();
    this.#say([]);
    this.#stepping = true;
    const done = act();
    this.#stepping = false;
    this.#push(change);
    void done;
  }

  /** The view of the URL, in `scene` where it names one that is not known. */
  async #parse(scene: string): Promise<Read> {
    const { hash } = location;
    if (hash !== '') await prepareReader();
    return reader?.(hash, scene, this.#stage.store.getState().catalogue) ?? { view: null, complaints: [] };
  }

  async #read(): Promise<void> {
    if (!onPage()) await this.#show(await this.#parse(this.#stage.store.getState().scene), null);
  }

  /** Shows what was read of a link, and says what could not be. */
  async #show({ view, complaints }: Read, fallback: View | null): Promise<void> {
    this.#say(complaints);
    const shown = view ?? fallback;
    if (!shown) return;
    await this.#apply(shown);
    const beyond = shortfall(shown.position, shownIn(this.#stage.store.getState()));
    if (beyond !== '' && this.#applying === 0) this.#say([...complaints, beyond]);
  }

  async #apply(view: View): Promise<void> {
    this.#applying++;
    this.#shown = true;
    try {
      const remembered = (spec: SourceSpec) =>
        spec.kind === 'file' ? (this.#files.get(spec.name) ?? spec) : spec;
      const sources = { A: remembered(view.sources.A), B: remembered(view.sources.B) };
      await this.#stage.apply({ ...view, sources });
    } finally {
      this.#applying--;
    }
  }

  #push(change: Change | null): void {
    const hash = formatView(currentView(this.#stage.store.getState()));
    if (hash === location.hash) return;
    history.pushState(change && { change }, '', hash);
    this.changed.setState({ last: change });
    dispatchEvent(new Event(MOVED));
  }

  #schedule(): void {
    const { playing } = this.#stage.store.getState();
    this.#timer ??= setTimeout(
      () => {
        this.#write();
      },
      playing ? WRITE_PLAYING_MS : WRITE_EVERY_MS,
    );
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const hash = formatView(currentView(this.#stage.store.getState()));
    const still = this.#applying > 0 || this.#stepping || onPage();
    if (!still && hash !== location.hash) history.replaceState(history.state, '', hash);
  }
}
