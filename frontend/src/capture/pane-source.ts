/** A pane's source: in the page (PaneCore), or on a server (Far). */
import type { RemoteSource, RemoteNews } from './remote/source';
import { failureOf } from '../core/error';
import type { Decision } from '../core/decision';
import { instantiate } from '../core/wasm/module';
import type { Outcome } from '../core/work/outcome';
import type { SourceInput, LoadedSource, LocalSource, Progress, SceneSource } from './local/source';

export class PaneSource {
  readonly #here: LocalSource;
  readonly #module: () => Promise<WebAssembly.Module>;
  readonly #readerFor: (scene: string) => Promise<Decision>;
  #far: RemoteSource | null = null;
  /** On its way. */
  #opening: RemoteSource | null = null;

  constructor(
    here: LocalSource,
    module: () => Promise<WebAssembly.Module>,
    readerFor: (scene: string) => Promise<Decision>,
  ) {
    this.#here = here;
    this.#module = module;
    this.#readerFor = readerFor;
  }

  prepare(scene: string): Promise<void> {
    return this.#here.prepare(scene);
  }

  prepareMore(): Promise<void> {
    return this.#here.prepareMore();
  }

  async load(
    input: SourceInput,
    scene: string,
    onProgress: (p: Progress) => void,
  ): Promise<Outcome<LoadedSource>> {
    this.#giveUp();
    const outcome = await this.#here.load(input, scene, onProgress);
    if (outcome.ok) this.#put(null);
    return outcome;
  }

  /** Steps through a capture that stays on its server; `url`: in the server's API. */
  async serve(url: string, scene: string, news: (news: RemoteNews) => void): Promise<Outcome<LoadedSource>> {
    this.cancel();
    try {
      const [core, reader, { RemoteSource: Opened }] = await Promise.all([
        this.#module().then(instantiate),
        this.#readerFor(scene),
        import('./remote/source'),
      ]);
      const far = (this.#opening = new Opened(url, core, news));
      const value = await far.load(reader);
      if (this.#opening !== far) throw new DOMException('another came', 'AbortError');
      this.#put(far);
      this.#here.forget();
      return { ok: true, value };
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      return { ok: false, failure: failureOf(error), cancelled };
    }
  }

  async show(scene: string, onProgress: (p: Progress) => void): Promise<Outcome<SceneSource>> {
    if (!this.#far) return this.#here.show(scene, onProgress);
    try {
      return { ok: true, value: await this.#far.show(await this.#readerFor(scene)) };
    } catch (error) {
      return { ok: false, failure: failureOf(error), cancelled: false };
    }
  }

  cancel(): void {
    this.#giveUp();
    this.#here.cancel();
  }

  /** Asks a silent server at once. */
  again(): void {
    this.#far?.again();
    this.#opening?.again();
  }

  async frame(k: number) {
    return (await this.steps(k, 1, 1, ''))[0]?.frame ?? null;
  }

  steps(...asked: Parameters<LocalSource['steps']>) {
    return this.#far ? this.#far.steps(...asked) : this.#here.steps(...asked);
  }

  beginning() {
    return this.#far ? this.#far.beginning() : this.#here.beginning();
  }

  check() {
    return this.#far ? this.#far.checked() : this.#here.check();
  }

  others() {
    return this.#far ? this.#far.others() : this.#here.others();
  }

  chains(...asked: Parameters<LocalSource['chains']>) {
    return this.#far ? null : this.#here.chains(...asked);
  }

  band(...asked: Parameters<LocalSource['band']>) {
    return this.#far ? null : this.#here.band(...asked);
  }

  identity() {
    return this.#far ? null : this.#here.identity();
  }

  #giveUp(): void {
    this.#opening?.stop();
    this.#opening = null;
  }

  #put(far: RemoteSource | null): void {
    this.#opening = null;
    this.#far?.stop();
    this.#far = far;
  }
}
