/**
 * Keeps the URL and the stage the same. Another source is a step of the browser's history, so that Back
 * undoes it; moving the cursor only rewrites the present entry, and not more often than browsers allow.
 */
import type { StageController } from '../stage/controller';
import type { SourceSpec } from '../sources/spec';
import type { StageState } from '../stage/store';
import type { PaneId, View } from '../stage/view';
import { formatView, parseView } from './url';

const WRITE_EVERY_MS = 500;

export function viewOf(state: StageState): View {
  return {
    scene: state.scene,
    sources: { A: state.panes.A.spec, B: state.panes.B.spec },
    position: state.position,
    speed: state.speed,
  };
}

export class HistorySync {
  readonly #stage: StageController;
  readonly #complain: (complaints: string[]) => void;
  /** Files that were opened, by name, so that Back finds them again while the page lives. */
  readonly #files = new Map<string, SourceSpec>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #applying = false;

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
        now.position !== before.position || now.speed !== before.speed || now.panes !== before.panes;
      if (moved && !this.#applying) this.#schedule();
    });
    const { view, complaints } = parseView(location.hash);
    this.#complain(complaints);
    await this.#apply(view ?? fallback);
    this.#write();
  }

  /** Opens a source as a step of the history. */
  choose(pane: PaneId, spec: SourceSpec): void {
    this.#write();
    if (spec.kind === 'file') this.#files.set(spec.name, spec);
    const done = this.#stage.open(pane, spec);
    const hash = formatView(viewOf(this.#stage.store.getState()));
    if (hash !== location.hash) history.pushState(null, '', hash);
    void done;
  }

  link(): string {
    const url = new URL(location.href);
    url.hash = formatView(viewOf(this.#stage.store.getState()));
    return url.href;
  }

  async #read(): Promise<void> {
    const { view, complaints } = parseView(location.hash);
    this.#complain(complaints);
    if (view) await this.#apply(view);
  }

  async #apply(view: View): Promise<void> {
    this.#applying = true;
    try {
      const remembered = (spec: SourceSpec) =>
        spec.kind === 'file' ? (this.#files.get(spec.name) ?? spec) : spec;
      const sources = { A: remembered(view.sources.A), B: remembered(view.sources.B) };
      await this.#stage.apply({ ...view, sources });
    } finally {
      this.#applying = false;
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#write();
    }, WRITE_EVERY_MS);
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const hash = formatView(viewOf(this.#stage.store.getState()));
    if (!this.#applying && hash !== location.hash) history.replaceState(null, '', hash);
  }
}
