/**
 * What the stage does: open sources, move the cursor, keep both panes' frames in step. The views call
 * these; the store holds what came of it.
 */
import type { Failure } from '../core/error';
import { failureOf } from '../core/error';
import { grouped } from '../core/number';
import { scenes } from '../scenes';
import { covered, fitting, total } from '../scenes/fit';
import { frameOf, nearOf } from '../scenes/frame';
import type { Frame, Scene, SourceInfo } from '../scenes/scene';
import { open as openSource } from '../sources/open';
import { captureTitle } from '../sources/server';
import { NONE, sameSpec, type SourceSpec } from '../sources/spec';
import { clamp, decisionAt, realigned, stepped, type Align, type Position } from './align';
import { TWEEN_MAX } from './clock';
import { differences } from './compare';
import { infoOf, shownAs, totalsOf } from './info';
import { likeness } from './likeness';
import { opening } from './opening';
import { runs, type PaneState, type StageStore } from './store';
import { PANES, type PaneId, type View } from './view';
import { proxy, startWorker, type PaneWorker } from './worker-client';

export class StageController {
  readonly store: StageStore;
  readonly #base: string;
  readonly #workers = new Map<PaneId, { core: PaneWorker; stop: () => void }>();
  /** Counts the loads of each pane; an answer to an older one is dropped. */
  readonly #loads: Record<PaneId, number> = { A: 0, B: 0 };
  /** The page of decisions each worker sent last: it is the same for many steps. */
  readonly #pages = { A: NO_PAGE, B: NO_PAGE };
  #fetching = false;
  #stale = false;
  /** Position as a link gave it, until the sources it belongs to are there to clamp it by. */
  #wanted: Position | null = null;

  constructor(store: StageStore, base: string) {
    this.store = store;
    this.#base = base;
  }

  /** Starts both workers, so that a file can be read later even when the page's server is gone. */
  async prepare(): Promise<void> {
    const { scene } = this.store.getState();
    await Promise.all(PANES.map((id) => this.#worker(id).prepare(scene)));
  }

  /** Shows a whole view: from a link, or from the browser's history. */
  async apply(view: View): Promise<void> {
    const reshow = view.scene !== this.store.getState().scene;
    this.store.setState({ scene: view.scene, speed: view.speed, position: view.position, playing: false });
    this.#wanted = view.position;
    await Promise.all(
      PANES.map((id) => {
        const pane = this.#pane(id);
        const shown = pane.source !== null && sameSpec(pane.source.spec, view.sources[id]);
        const kept = shown && sameSpec(pane.spec, view.sources[id]);
        if (!kept) return this.open(id, view.sources[id]);
        return reshow ? this.#reshow(id) : Promise.resolve();
      }),
    );
    this.#wanted = null;
    this.move(view.position);
  }

  /**
   * Shows another scene, with the same sources at the same moment; with sources of its own where it cannot
   * show those.
   */
  async show(scene: string): Promise<void> {
    const before = this.store.getState();
    if (scene === before.scene) return;
    const { position } = before;
    const lead = before.panes[before.focus].source?.columns ?? runs(before)[0];
    const t = position.align === 'time' ? position.t : (lead?.ts[position.k - 1] ?? -1);
    const { sources, k } = opening(sceneNamed(scene), before);
    const begin: Position | null = k === null ? null : { align: 'decision', k, t: 0 };
    this.store.setState({ scene, playing: false, position: begin ?? position });
    this.#wanted = begin;
    for (const id of PANES) this.#patch(id, { note: '' });
    await Promise.all(
      PANES.map((id) => {
        const own = sources[id];
        return own ? this.open(id, own) : this.#reshow(id);
      }),
    );
    this.#wanted = null;
    if (begin) {
      this.move(begin);
      return;
    }
    const after = this.store.getState();
    const kept = [after.focus, ...PANES].find((id) => !sources[id] && after.panes[id].source);
    const run = kept && after.panes[kept].source?.columns;
    // Several decisions may be of one time: the number is kept where it is one of them.
    const same = run?.ts[position.k - 1] === t;
    this.move({ ...position, k: same ? position.k : run ? decisionAt(run, { align: 'time', k: 0, t }) : 0 });
  }

  /** Opens a source that a person chose, in a scene that can show it. */
  async choose(id: PaneId, spec: SourceSpec): Promise<void> {
    await this.open(id, spec);
    const { source, failure } = this.#pane(id);
    if (!source || failure || !sameSpec(source.spec, spec)) return;
    const now = sceneNamed(this.store.getState().scene);
    const scene = fitting(scenes, now, source.info);
    if (scene === now) return;
    await this.show(scene.id);
    this.#patch(id, { note: movedWords(now, scene, source.info) });
  }

  /** Opens a source in a pane. What the pane shows stays until the new source is read, and after an error. */
  async open(id: PaneId, spec: SourceSpec): Promise<void> {
    const mine = ++this.#loads[id];
    const current = () => mine === this.#loads[id];
    this.#patch(id, { spec, loading: null, failure: null, note: '' });
    if (spec.kind === 'none') {
      void this.#workers.get(id)?.core.cancel();
      this.#patch(id, { source: null });
      this.#sourcesChanged();
      return;
    }
    this.#patch(id, { loading: { progress: null } });
    const fail = (failure: Failure) => {
      const what = spec.kind === 'file' ? spec.name : spec.id;
      this.#patch(id, { loading: null, failure: { ...failure, what } });
    };
    let done = false;
    const { catalog, scene } = this.store.getState();
    try {
      const opened = openSource(spec, catalog, this.#base);
      const core = this.#worker(id);
      const outcome = await core.load(
        opened.input,
        scene,
        proxy((progress) => {
          // It comes by a way of its own, and may come after the outcome.
          if (current() && !done) this.#patch(id, { loading: { progress } });
        }),
      );
      done = true;
      if (!current()) return;
      if (!outcome.ok) {
        if (outcome.cancelled) this.#patch(id, { loading: null });
        else fail(outcome.failure);
        return;
      }
      const title = spec.kind === 'server' ? await captureTitle(this.#base, spec.id) : opened.title;
      if (!current()) return;
      const info = infoOf({ ...opened, title }, outcome.value, catalog);
      this.#patch(id, { loading: null, source: { spec, info, columns: outcome.value.columns } });
      this.#sourcesChanged();
      if (info.provenance === 'kernel') void this.#check(id, mine);
    } catch (error) {
      if (current()) fail(failureOf(error));
    } finally {
      // Another scene came while this loaded, and left this pane alone so as not to disturb it.
      if (current() && scene !== this.store.getState().scene) await this.#reshow(id);
    }
  }

  /** Gives up loading: the pane keeps what it shows. */
  cancel(id: PaneId): void {
    this.#loads[id]++;
    void this.#workers.get(id)?.core.cancel();
    const { source } = this.#pane(id);
    this.#patch(id, { loading: null, spec: source?.spec ?? NONE });
  }

  /** Takes an error off the pane; the URL goes back to what is shown. */
  dismiss(id: PaneId): void {
    const { source } = this.#pane(id);
    this.#patch(id, { failure: null, spec: source?.spec ?? NONE });
  }

  move(position: Position): void {
    const state = this.store.getState();
    const all = runs(state);
    this.store.setState({ position: all.length > 0 && !this.#wanted ? clamp(all, position) : position });
    void this.#refresh();
  }

  step(n: number): void {
    const state = this.store.getState();
    this.move(stepped(runs(state), state.position, n));
  }

  seekDecision(k: number): void {
    const { position } = this.store.getState();
    this.move({ ...position, align: 'decision', k });
  }

  align(align: Align): void {
    const state = this.store.getState();
    const run = state.panes[state.focus].source?.columns ?? runs(state)[0];
    if (run) this.move(realigned(run, state.position, align));
  }

  /** True when playing would show anything: there is a step left. */
  get canStep(): boolean {
    const state = this.store.getState();
    const all = runs(state);
    const next = stepped(all, state.position, 1);
    return all.length > 0 && (next.k !== state.position.k || next.t !== state.position.t);
  }

  /** The machine of pane `id` as a model, and in words what that takes over; or why there is none. */
  async modelLike(id: PaneId): Promise<{ spec: SourceSpec; words: string } | { cannot: string }> {
    const { source } = this.#pane(id);
    const of = await this.#workers.get(id)?.core.beginning();
    if (!source || !of) return { cannot: 'The pane is empty.' };
    const like = likeness(of, source.info, this.store.getState().catalog.scenarios);
    if ('cannot' in like) return like;
    return { spec: { kind: 'model', id: like.scenario ?? '', overrides: like.params }, words: like.words };
  }

  /** Decision number pane `id` has reached. */
  reached(id: PaneId): number {
    const { panes, position } = this.store.getState();
    const columns = panes[id].source?.columns;
    return columns ? decisionAt(columns, position) : 0;
  }

  /** The source of a pane as the scene now in force sees it. */
  async #reshow(id: PaneId): Promise<void> {
    const worker = this.#workers.get(id);
    const { scene } = this.store.getState();
    if (!worker || !this.#pane(id).source || this.#pane(id).loading) return;
    const outcome = await worker.core.show(
      scene,
      proxy(() => undefined),
    );
    const { source } = this.#pane(id);
    if (!outcome.ok || !source || scene !== this.store.getState().scene) return;
    const { columns } = outcome.value;
    this.#patch(id, { source: { ...source, columns, info: shownAs(source.info, outcome.value) } });
    this.#sourcesChanged();
  }

  async #check(id: PaneId, mine: number): Promise<void> {
    const checked = await this.#workers.get(id)?.core.check();
    const { source } = this.#pane(id);
    if (!checked || !source || mine !== this.#loads[id]) return;
    this.#patch(id, { source: { ...source, info: { ...source.info, totals: totalsOf(checked) } } });
    void this.#refresh();
  }

  #sourcesChanged(): void {
    const { A, B } = this.store.getState().panes;
    const [a, b] = [comparable(A), comparable(B)];
    const found = a && b && differences(a, b);
    this.store.setState({ differences: found });
    this.move(this.store.getState().position);
  }

  /** Fetches the frames of the position; of several positions in quick succession only the last. */
  async #refresh(): Promise<void> {
    this.#stale = true;
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      while (this.#stale) {
        this.#stale = false;
        const [A, B] = await Promise.all(PANES.map((id) => this.#frame(id)));
        this.#show({ A: A ?? null, B: B ?? null });
      }
    } finally {
      this.#fetching = false;
    }
  }

  async #frame(id: PaneId): Promise<Frame | null> {
    const { source } = this.#pane(id);
    const worker = this.#workers.get(id);
    if (!source || !worker) return null;
    const held = this.#pages[id];
    const raw = await worker.core.step(this.reached(id), held.page);
    // A source that came while this was under way asks for its own frame.
    if (!raw || source.columns !== this.#pane(id).source?.columns) return this.store.getState().frames[id];
    const near = raw.page === held.page ? held.near : nearOf(raw.frame);
    this.#pages[id] = { page: raw.page, near };
    return frameOf(raw.frame, near);
  }

  #show(frames: Record<PaneId, Frame | null>): void {
    const { frames: old, playing, speed } = this.store.getState();
    const steps = PANES.map((id) => Math.abs((frames[id]?.k ?? 0) - (old[id]?.k ?? 0)));
    const single = Math.max(...steps) === 1;
    this.store.setState({ frames, animate: single && (!playing || speed <= TWEEN_MAX) });
  }

  #worker(id: PaneId): PaneWorker {
    const started = this.#workers.get(id);
    if (started) return started.core;
    const worker = startWorker((reason) => {
      worker.stop();
      this.#workers.delete(id);
      this.#loads[id]++;
      const what = this.#pane(id).source?.info.title ?? '';
      const advice = 'Choose the source again.';
      this.#patch(id, {
        loading: null,
        source: null,
        failure: { message: reason, line: null, advice, what },
      });
    });
    this.#workers.set(id, worker);
    this.#pages[id] = NO_PAGE;
    return worker.core;
  }

  #pane(id: PaneId): PaneState {
    return this.store.getState().panes[id];
  }

  #patch(id: PaneId, patch: Partial<PaneState>): void {
    this.store.setState(({ panes }) => ({ panes: { ...panes, [id]: { ...panes[id], ...patch } } }));
  }
}

const NO_PAGE: { page: string; near: Frame['near'] } = { page: '', near: [] };

/** Columns of a pane, where there is anything in them to compare. */
function comparable({ source }: PaneState) {
  return source && source.info.decisions > 0 ? source.columns : null;
}

function sceneNamed(id: string): Scene {
  const scene = scenes.find((s) => s.id === id) ?? scenes[0];
  if (!scene) throw new Error('there is no scene');
  return scene;
}

/** Why a source was opened in another scene than the one that was on screen. */
function movedWords(from: Scene, to: Scene, { kinds }: SourceInfo): string {
  const [some, all] = [covered(from, kinds), total(kinds)].map(grouped);
  const part = some === '0' ? `none of its ${all ?? ''}` : `${some ?? ''} of its ${all ?? ''}`;
  return `Shown in ${to.title}: ${from.title} can show ${part} decisions.`;
}
