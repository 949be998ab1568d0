/** What the stage does with scenes and sources. The views call it; the store has the result. */
import type { Columns } from '../../core/columns';
import type { Failure } from '../../core/error';
import { failureOf } from '../../core/error';
import type { RemoteNews } from '../../capture/remote/source';
import { grouped } from '../../core/number';
import type { Divergence } from '../../capture/local/source';
import { scenes } from '../../scenes';
import { covered, fittingScene, total } from '../../scenes/fit';
import type { Scene, SourceInfo } from '../../scenes/scene';
import { resolvePlain } from '../../capture/sources/source-resolver';
import { NONE, sameSpec, type SourceSpec } from '../../capture/sources/spec';
import { decisionAt, type Position } from '../state/position';
import { differences } from '../state/differences';
import { Cursor } from '../cursor/cursor';
import { infoOf, isUnsuited, infoForScene, totalsOf } from '../state/pane-info';
import { Quiz } from '../../quiz/quiz';
import { drivenSwitchOf } from '../state/chains';
import { prepareManifests } from '../state/source-info';
import { sceneStart, type SceneStart } from './start';
import { runs, NO_RESULTS, NO_SOURCE_RESULTS, type PaneState, type StageStore } from '../state/store';
import { otherOf, PANES, type PaneId } from '../../core/panes';
import type { View } from '../state/view';
import { proxy, type PaneWorker } from '../workers/client';
import { WorkerPool } from '../workers/pool';

export class StageController {
  readonly store: StageStore;
  readonly cursor: Cursor;
  readonly quiz: Quiz;
  readonly #base: string;
  readonly #workers = new WorkerPool((id, reason) => {
    this.#crashed(id, reason);
  });
  /** Counts the loads of each pane; an answer to an older one is dropped. */
  readonly #loads: Record<PaneId, number> = { A: 0, B: 0 };
  /** Counts the views asked for: what of an older one is still on its way moves nothing any more. */
  #views = 0;

  constructor(store: StageStore, base: string) {
    this.store = store;
    this.#base = base;
    this.cursor = new Cursor(store, this.#workers);
    this.quiz = new Quiz(this);
  }

  /** Starts both workers, so that a file can be read later even when the page's server is gone. */
  prepare(): Promise<void> {
    return this.#workers.prepare(this.store.getState().scene);
  }

  /** Lets go of both workers: the stage is shown no more. */
  stop(): void {
    this.#views++;
    for (const id of PANES) this.#loads[id]++;
    this.#workers.stop();
  }

  /** Fetches what only some files need, for when the page has nothing else to do. */
  async prepareMore(): Promise<void> {
    await Promise.all([this.#workers.prepareMore(), prepareManifests()]);
  }

  /** Shows a whole view: from a link, or from the browser's history. */
  async apply(view: View): Promise<void> {
    const mine = ++this.#views;
    const reshow = view.scene !== this.store.getState().scene;
    const { scene, speed, large = null, others = 'off' } = view;
    this.store.setState({ scene, speed, large, rulesShown: others, playing: false, quiz: null });
    this.cursor.await(view.position);
    await Promise.all(
      PANES.map((id) => {
        const pane = this.#pane(id);
        const shown = pane.source !== null && sameSpec(pane.source.spec, view.sources[id]);
        const kept = shown && sameSpec(pane.spec, view.sources[id]);
        if (!kept) return this.open(id, view.sources[id]);
        return reshow ? this.#reshow(id) : Promise.resolve();
      }),
    );
    if (mine !== this.#views) return;
    this.cursor.arrive(view.position);
    const { predict } = view;
    if (predict) await this.quiz.start(predict.pane, predict.seed, view.position.k + 1);
  }

  /**
   * Shows another scene, with the same sources at the same moment; with sources of its own where it cannot
   * show those.
   */
  async show(scene: string): Promise<void> {
    const state = this.store.getState();
    if (scene !== state.scene) await this.#turnTo(scene, sceneStart(sceneNamed(scene), state));
  }

  /**
   * Opens a source that a person chose, in a scene that can show it; the other pane keeps its own, whether or
   * not that scene can show it. What changed beside the source, in words; '' for nothing.
   */
  async choose(id: PaneId, spec: SourceSpec): Promise<string> {
    const view = this.#views;
    await this.open(id, spec);
    const { source, failure } = this.#pane(id);
    if (!source || failure || !sameSpec(source.spec, spec) || view !== this.#views) return '';
    const now = sceneNamed(this.store.getState().scene);
    const scene = fittingScene(scenes, now, source.info);
    if (scene === now) return '';
    await this.#turnTo(scene.id, { sources: {}, k: null });
    const kept = this.#pane(otherOf(id)).source?.info;
    return movedWords(now, scene, source.info) + (kept ? keptWords(otherOf(id), scene, kept) : '');
  }

  async #turnTo(scene: string, { sources, k }: SceneStart): Promise<void> {
    const mine = ++this.#views;
    const before = this.store.getState();
    const { position } = before;
    const lead = before.panes[before.focus].source?.columns ?? runs(before)[0];
    const t = position.align === 'time' ? position.t : (lead?.ts[position.k - 1] ?? -1);
    const begin: Position | null = k === null ? null : { align: 'decision', k, t: 0 };
    this.store.setState({ scene, large: null, playing: false });
    if (begin) this.cursor.await(begin);
    await Promise.all(
      PANES.map((id) => {
        const own = sources[id];
        return own ? this.open(id, own) : this.#reshow(id);
      }),
    );
    if (mine !== this.#views) return;
    if (begin) {
      this.cursor.arrive(begin);
      return;
    }
    const after = this.store.getState();
    const kept = [after.focus, ...PANES].find((id) => !sources[id] && after.panes[id].source);
    const run = kept && after.panes[kept].source?.columns;
    // Several decisions may be of one time: the number is kept where it is one of them.
    const same = run?.ts[position.k - 1] === t;
    this.cursor.arrive({
      ...position,
      k: same ? position.k : run ? decisionAt(run, { align: 'time', k: 0, t }) : 0,
    });
  }

  /** Opens a source in a pane. What the pane shows stays until the new source is read, and after an error. */
  async open(id: PaneId, spec: SourceSpec): Promise<void> {
    const mine = ++this.#loads[id];
    const current = () => mine === this.#loads[id];
    this.#patch(id, { spec, loading: null, failure: null });
    if (spec.kind === 'none') {
      void this.#workers.get(id)?.cancel();
      this.#patch(id, { source: null, ...NO_SOURCE_RESULTS });
      this.#sourcesChanged();
      return;
    }
    this.#patch(id, { loading: { progress: null } });
    const fail = (failure: Failure) => {
      const what = spec.kind === 'file' ? spec.name : spec.id;
      this.#patch(id, { loading: null, failure: { ...failure, what } });
    };
    let done = false;
    const { catalogue, scene } = this.store.getState();
    try {
      const asif = spec.kind !== 'model' && spec.asif ? await import('../../capture/sources/resolver') : null;
      const opened = (asif?.resolveSource ?? resolvePlain)(spec, catalogue, this.#base);
      const served = spec.kind === 'server' ? await import('./remote') : null;
      const size = (await served?.remoteSize(spec, this.#base)) ?? null;
      if (!current()) return;
      const outcome =
        size && served
          ? await this.#workers.start(id).serve(
              served.apiUrl(this.#base, opened.id),
              scene,
              proxy((news) => {
                if (current()) this.#heard(id, news, served.fillColumns);
              }),
            )
          : await this.#workers.start(id).load(
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
      // Without a pause where it is served: what the server sends next fills these columns.
      const title = size
        ? size.title
        : spec.kind === 'server'
          ? await serverTitle(this.#base, spec.id).then((own) => asif?.asifTitle(own, spec.asif) ?? own)
          : opened.title;
      const info = await infoOf({ ...opened, title }, outcome.value, catalogue);
      if (!current()) return;
      this.#patch(id, {
        loading: null,
        ...NO_SOURCE_RESULTS,
        source: { spec, info, columns: outcome.value.columns },
        remote: size && { events: outcome.value.events, trouble: null, filled: 0 },
      });
      this.#sourcesChanged();
      if (info.provenance === 'kernel') void this.#check(id, mine);
      void this.#askMore(id);
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
    void this.#workers.get(id)?.cancel();
    const { source } = this.#pane(id);
    this.#patch(id, { loading: null, spec: source?.spec ?? NONE });
  }

  /** Says why something cannot be opened in the pane: what it shows, and the URL, stay. */
  refuse(id: PaneId, what: string, failure: Failure): void {
    this.#patch(id, { failure: { ...failure, what } });
  }

  /** What a server sent since; the columns are filled where they are, so that who holds them has it. */
  #heard(id: PaneId, news: RemoteNews, fill: (columns: Columns, news: RemoteNews) => void): void {
    const { remote: far, source } = this.#pane(id);
    if (!far || !source) {
      if (news.trouble !== null) this.#patch(id, { loading: { progress: null, trouble: news.trouble } });
      return;
    }
    if (news.cells || news.marks) fill(source.columns, news);
    this.#patch(id, { remote: { ...far, trouble: news.trouble, filled: far.filled + 1 } });
  }

  /** Asks a silent server at once. */
  again(id: PaneId): void {
    void this.#workers.get(id)?.again();
  }

  /** Takes an error off the pane; the URL goes back to what is shown. */
  dismiss(id: PaneId): void {
    const { source } = this.#pane(id);
    this.#patch(id, { failure: null, spec: source?.spec ?? NONE });
  }

  /** Asks the other rules at every decision of the pane. What is known already is given at once. */
  async askOthers(id: PaneId): Promise<Divergence | null> {
    const { divergence: parted, source } = this.#pane(id);
    if (parted === 'counting' || !source) return null;
    if (parted) return parted;
    this.#patch(id, { divergence: 'counting' });
    const found = await this.#workers
      .get(id)
      ?.others()
      .catch(() => null);
    // Another source, or another scene of it, came meanwhile: that has been asked anew already.
    if (this.#pane(id).source?.columns !== source.columns) return null;
    this.#patch(id, { divergence: found ?? null });
    return found ?? null;
  }

  /** Rolls the other rules forward along the demand of the pane's run. What is known already, or on its way, stays. */
  async askRules(id: PaneId): Promise<void> {
    const { rules, source } = this.#pane(id);
    const driven = source && drivenSwitchOf(sceneNamed(this.store.getState().scene), source.info);
    if (rules !== null || !driven) return;
    const current = () => this.#pane(id).source?.columns === source.columns;
    this.#patch(id, { rules: 0 });
    const tell = proxy((done: number) => {
      if (current() && typeof this.#pane(id).rules === 'number') this.#patch(id, { rules: done });
    });
    const rolled = async () => {
      const { chainRulesOf, switchValuesOf } = await import('./chain-rules');
      const found = await this.#workers.get(id)?.chains(driven, switchValuesOf(driven), tell);
      return found ? chainRulesOf(driven, found) : null;
    };
    const made = await rolled().catch(() => null);
    if (current()) this.#patch(id, { rules: made });
  }

  /** Of an as if: what its bands and its identity are. */
  async #askMore(id: PaneId): Promise<void> {
    await this.#askBand(id);
    await this.#askIdentity(id);
  }

  async #askBand(id: PaneId): Promise<void> {
    const { source } = this.#pane(id);
    const worker = this.#workers.get(id);
    if (source?.info.provenance !== 'asif' || !worker) return;
    const { fetchBand } = await import('./band');
    const found = await fetchBand(worker, source.spec, (band) => {
      if (this.#pane(id).source?.columns === source.columns) this.#patch(id, { band });
    });
    if (found) void this.cursor.refresh();
  }

  /** Once the numbers of the pane are there: it reads the capture again. */
  async #askIdentity(id: PaneId): Promise<void> {
    const { source, identity } = this.#pane(id);
    if (source?.info.provenance !== 'asif' || identity) return;
    const found = await this.#workers
      .get(id)
      ?.identity()
      .catch(() => null);
    if (found && this.#pane(id).source?.spec === source.spec) this.#patch(id, { identity: found });
  }

  /** Which of them is drawn. */
  drawRule(id: PaneId, rule: number): void {
    this.#patch(id, { rule });
  }

  /** The machine of pane `id` as a model, and in words what that takes over; or why there is none. */
  async replica(id: PaneId): Promise<{ spec: SourceSpec; words: string } | { cannot: string }> {
    const { source } = this.#pane(id);
    const of = await this.#workers.get(id)?.beginning();
    if (!source || !of) return { cannot: 'The pane is empty.' };
    const { replicaOf } = await import('./replica');
    const like = await replicaOf(of, source.info, this.store.getState().catalogue.scenarios);
    if ('cannot' in like) return like;
    return { spec: { kind: 'model', id: like.scenario ?? '', overrides: like.params }, words: like.words };
  }

  workerOf(id: PaneId): PaneWorker | undefined {
    return this.#workers.get(id);
  }

  /** The source of a pane as the scene now in force sees it. */
  async #reshow(id: PaneId): Promise<void> {
    const worker = this.#workers.get(id);
    const { scene } = this.store.getState();
    if (!worker || !this.#pane(id).source || this.#pane(id).loading) return;
    const outcome = await worker.show(
      scene,
      proxy(() => undefined),
    );
    const { source } = this.#pane(id);
    if (!outcome.ok || !source || scene !== this.store.getState().scene) return;
    const { columns } = outcome.value;
    this.#patch(id, {
      ...NO_RESULTS,
      source: { ...source, columns, info: infoForScene(source.info, outcome.value) },
    });
    this.#sourcesChanged();
    void this.#askMore(id);
  }

  async #check(id: PaneId, mine: number): Promise<void> {
    const checked = await this.#workers.get(id)?.check();
    const { source } = this.#pane(id);
    if (!checked || !source || mine !== this.#loads[id]) return;
    this.#patch(id, { source: { ...source, info: { ...source.info, totals: totalsOf(checked) } } });
    void this.cursor.refresh();
  }

  #sourcesChanged(): void {
    const { A, B } = this.store.getState().panes;
    const [a, b] = [comparable(A), comparable(B)];
    const found = a && b && differences(a, b);
    this.store.setState({ differences: found });
    this.cursor.move(this.store.getState().position);
  }

  #crashed(id: PaneId, message: string): void {
    this.#loads[id]++;
    const what = this.#pane(id).source?.info.title ?? '';
    const failure = { message, line: null, advice: 'Load it again.', what };
    this.#patch(id, { loading: null, source: null, ...NO_SOURCE_RESULTS, failure });
  }

  #pane(id: PaneId): PaneState {
    return this.store.getState().panes[id];
  }

  #patch(id: PaneId, patch: Partial<PaneState>): void {
    this.store.setState(({ panes }) => ({ panes: { ...panes, [id]: { ...panes[id], ...patch } } }));
  }
}

/** Columns of a pane, where there is anything in them to compare: all of them must be known. */
function comparable({ source, remote: far }: PaneState) {
  return source && !far && source.info.decisions > 0 ? source.columns : null;
}

/** Who asks a server what it calls a capture is fetched for captures of a server alone. */
async function serverTitle(base: string, id: string): Promise<string> {
  const { captureTitle } = await import('../../capture/remote/server');
  return captureTitle(base, id);
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

/** What the scene cannot show of the other pane, which keeps it. */
function keptWords(id: PaneId, scene: Scene, kept: SourceInfo): string {
  return isUnsuited(kept) ? ` Pane ${id} keeps “${kept.title}”, which ${scene.title} cannot show.` : '';
}
