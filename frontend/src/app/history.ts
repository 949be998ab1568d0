/**
 * Keeps the URL and the stage the same. Another source is a step of the browser's history, so that Back
 * undoes it; moving the cursor only rewrites the present entry, and not more often than browsers allow.
 */
import { scenes } from '../scenes';
import { opening } from '../stage/opening';
import type { StageController } from '../stage/controller';
import type { SourceSpec } from '../sources/spec';
import type { StageState } from '../stage/store';
import type { PaneId, View } from '../stage/view';
import { defaultView } from './default-view';
import { MOVED, onPage } from './pages';
import { formatView, parseView, VERSION } from './url';

const WRITE_EVERY_MS = 500;
/** While it plays, nobody copies the address. */
const WRITE_PLAYING_MS = 3000;

export function viewOf(state: StageState): View {
  return {
    scene: state.scene,
    sources: { A: state.panes.A.spec, B: state.panes.B.spec },
    position: state.position,
    speed: state.speed,
  };
}

const bare = (scene: string) => `#${VERSION}/${scene}`;

export class HistorySync {
  readonly #stage: StageController;
  readonly #complain: (complaints: string[]) => void;
  /** Files that were opened, by name, so that Back finds them again while the page lives. */
  readonly #files = new Map<string, SourceSpec>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #applying = false;
  /** False while the stage has shown nothing yet: a link led to a page beside it. */
  #shown = false;

  constructor(stage: StageController, complain: (complaints: string[]) => void) {
    this.#stage = stage;
    this.#complain = complain;
  }

  /** Shows the view of the URL, or `fallback` where it has none; then follows both. */
  async start(fallback: View): Promise<void> {
    addEventListener('popstate', () => void this.#read());
    addEventListener('pagehide', () => {
      this.#write();
    });
    this.#stage.store.subscribe((now, before) => {
      const moved =
        now.position !== before.position ||
        now.speed !== before.speed ||
        now.panes !== before.panes ||
        now.scene !== before.scene;
      if (before.playing && !now.playing) this.#write();
      else if (moved && !this.#applying) this.#schedule();
    });
    if (onPage()) return;
    const view = this.#parse(fallback.scene);
    await this.#apply(view ?? fallback);
    this.#write();
  }

  /** Opens a source as a step of the history. */
  choose(pane: PaneId, spec: SourceSpec): void {
    this.#write();
    if (spec.kind === 'file') this.#files.set(spec.name, spec);
    const done = this.#stage.choose(pane, spec);
    this.#push();
    void done;
  }

  /** Opens a source in pane A of a scene, from a page beside the stage; pane B keeps what it has. */
  openIn(scene: string, spec: SourceSpec): void {
    if (spec.kind === 'file') this.#files.set(spec.name, spec);
    const { sources, speed } = viewOf(this.#stage.store.getState());
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
    this.#write();
    const done = this.#stage.show(scene);
    this.#push();
    void done;
  }

  /** The present view in another scene, as a fragment: what `show` leads to. */
  hrefOf(id: string): string {
    if (!this.#shown) return bare(id);
    const state = this.#stage.store.getState();
    const view = viewOf(state);
    const scene = scenes.find((s) => s.id === id);
    if (!scene || id === state.scene) return formatView({ ...view, scene: id });
    const { sources, k } = opening(scene, state);
    const position: View['position'] = k === null ? view.position : { align: 'decision', k, t: 0 };
    return formatView({ ...view, scene: id, sources: { ...view.sources, ...sources }, position });
  }

  link(): string {
    if (onPage()) return location.href;
    const url = new URL(location.href);
    url.hash = formatView(viewOf(this.#stage.store.getState()));
    return url.href;
  }

  /** The view of the URL, in `scene` where it names one that is not known. */
  #parse(scene: string): View | null {
    const { view, complaints, ...rest } = parseView(location.hash);
    const known = view && scenes.find((s) => s.id === view.scene);
    this.#complain(
      view === null || known ? complaints : [`There is no scene “${view.scene}”.`, ...complaints],
    );
    if (known && 'bare' in rest) return defaultView(this.#stage.store.getState().catalog, known);
    return view && { ...view, scene: known?.id ?? scene };
  }

  async #read(): Promise<void> {
    if (onPage()) return;
    const view = this.#parse(this.#stage.store.getState().scene);
    if (view) await this.#apply(view);
  }

  async #apply(view: View): Promise<void> {
    this.#applying = true;
    this.#shown = true;
    try {
      const remembered = (spec: SourceSpec) =>
        spec.kind === 'file' ? (this.#files.get(spec.name) ?? spec) : spec;
      const sources = { A: remembered(view.sources.A), B: remembered(view.sources.B) };
      await this.#stage.apply({ ...view, sources });
    } finally {
      this.#applying = false;
    }
  }

  #push(): void {
    const hash = formatView(viewOf(this.#stage.store.getState()));
    if (hash === location.hash) return;
    history.pushState(null, '', hash);
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
    const hash = formatView(viewOf(this.#stage.store.getState()));
    if (!this.#applying && !onPage() && hash !== location.hash) history.replaceState(null, '', hash);
  }
}
