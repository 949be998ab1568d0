/** Asks about decisions before they are shown: which comes next, the answer, the score. */
import type { PaneId } from '../core/panes';
import { scenes } from '../scenes';
import { NO_SCORE, questionSet, scored, type Predict, type Score } from './questions';
import type { Cursor } from './cursor';
import type { StageState, StageStore } from './store';
import type { Asking, Question } from '../scenes/scene';
import type { PaneWorker } from './worker-client';

const KEPT = 'mmscope.predict';
/** Decisions without a question that are passed over. */
const PASSED_MAX = 64;

interface Host {
  store: StageStore;
  cursor: Pick<Cursor, 'seek'>;
  workerOf: (pane: PaneId) => PaneWorker | undefined;
}

export class Predicting {
  readonly #stage: Host;
  /** Counts questions: one that came too late is dropped. */
  #asked = 0;

  constructor(stage: Host) {
    this.#stage = stage;
    stage.store.subscribe((now, before) => {
      const { predict } = now;
      if (!predict) return;
      const source = now.panes[predict.pane].source?.columns;
      if (predict.posed) {
        this.#follow(now, before);
        return;
      }
      if (now.scene !== before.scene || source !== before.panes[predict.pane].source?.columns) {
        if (before.predict === predict) void this.start(predict.pane, predict.seed, now.position.k + 1);
        return;
      }
      const { align, k } = now.position;
      if (now.position === before.position || before.predict !== predict) return;
      if (align !== 'decision') this.stop();
      else if (k === predict.k && !predict.shown && predict.question) this.show();
      else if (k === predict.k + 1 && predict.shown) void this.#ask(k);
      else if (k !== (predict.shown ? predict.k : predict.k - 1)) void this.#ask(k + 1);
    });
  }

  /** A single question, of whoever asks: it ends with another source, scene or moment. */
  pose(pane: PaneId, k: number, question: Question, asking: Asking): void {
    const { store, cursor } = this.#stage;
    this.#asked++;
    const asked = { question, asking, chosen: null, shown: false, none: '', posed: true } as const;
    store.setState({ predict: { pane, seed: 0, set: [k], k, ...asked }, focus: pane, playing: false });
    cursor.seek(k - 1);
  }

  #follow(now: StageState, before: StageState): void {
    const { predict } = now;
    if (!predict || before.predict !== predict) return;
    const moved = now.position !== before.position && now.position.k !== predict.k - (predict.shown ? 0 : 1);
    const source = ({ panes }: StageState) => panes[predict.pane].source?.columns;
    if (moved || now.scene !== before.scene || source(now) !== source(before)) this.stop();
  }

  /** `k`: the decision to begin with; left out: the first of the set. */
  async start(pane: PaneId, seed: number, k?: number): Promise<void> {
    const { store } = this.#stage;
    const { panes, scene } = store.getState();
    const mine = ++this.#asked;
    const scenery = scenes.find(({ id }) => id === scene);
    const columns = panes[pane].source?.columns;
    const set = columns ? questionSet(columns, seed) : [];
    const empty: Predict = {
      ...{ pane, seed, set, k: k ?? set[0] ?? 1, question: null, asking: null, chosen: null, shown: false },
      none: '',
    };
    store.setState({ predict: empty, focus: pane, playing: false });
    const asking = (await scenery?.asking?.())?.asking ?? null;
    if (mine !== this.#asked) return;
    if (!asking || set.length === 0) {
      const none = asking
        ? 'There is nothing to ask: the pane has no two decisions.'
        : 'This scene asks nothing.';
      store.setState({ predict: { ...empty, none } });
      return;
    }
    store.setState({ predict: { ...empty, asking } });
    await this.#ask(empty.k);
  }

  /** Asks the pane that has the focus; or stops asking. */
  toggle(): void {
    const { focus, predict } = this.#stage.store.getState();
    if (predict) this.stop();
    else void this.start(focus, newSeed());
  }

  stop(): void {
    this.#asked++;
    this.#stage.store.setState({ predict: null });
  }

  choose(chosen: string): void {
    this.#patch((predict) => (predict.shown || !predict.question ? {} : { chosen }));
  }

  /** Shows what was decided; it counts if something was chosen. */
  show(): void {
    const { predict } = this.#stage.store.getState();
    if (!predict || predict.shown || !predict.question) return;
    if (predict.chosen !== null) keep(scored(score(), predict.chosen === predict.question.answer));
    this.#patch(() => ({ shown: true }));
    this.#stage.cursor.seek(predict.k);
  }

  /** The next of the set; behind its end, of another one. */
  async next(): Promise<void> {
    const { predict } = this.#stage.store.getState();
    if (!predict) return;
    // From a decision that is not of the set, on to its first.
    const k = predict.set[predict.set.indexOf(predict.k) + 1];
    if (k !== undefined) await this.#ask(k);
    else await this.start(predict.pane, predict.seed + 1);
  }

  /** Asks about decision k, or the first behind it that can be asked about. */
  async #ask(from: number): Promise<void> {
    const mine = ++this.#asked;
    const { store, cursor } = this.#stage;
    this.#patch(() => ({ question: null, chosen: null, shown: false, none: '' }));
    const { predict, panes } = store.getState();
    const source = predict && panes[predict.pane].source;
    const worker = predict && this.#stage.workerOf(predict.pane);
    if (!predict?.asking || !source || !worker) return;
    const last = Math.min(from + PASSED_MAX, source.columns.ts.length);
    for (let k = Math.max(1, from); k <= last; k++) {
      const frame = await worker.frame(k);
      if (mine !== this.#asked) return;
      const question = frame && predict.asking.ask(frame, source.info);
      if (!question) continue;
      const at = predict.set.includes(from)
        ? predict.set.map((old) => (old === from ? k : old))
        : predict.set;
      store.setState({ predict: { ...predict, set: at, k, question } });
      cursor.seek(k - 1);
      return;
    }
    const none =
      from > source.columns.ts.length
        ? 'That was the last decision.'
        : 'From here on nothing is chosen between two or more.';
    this.#patch(() => ({ none }));
  }

  #patch(change: (predict: Predict) => Partial<Predict>): void {
    this.#stage.store.setState(({ predict }) => ({ predict: predict && { ...predict, ...change(predict) } }));
  }
}

/** A number for a new set of questions. */
const newSeed = () => 1 + Math.floor(Math.random() * 9999);

export function score(): Score {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    const { asked, right, streak } = kept as Score;
    if ([asked, right, streak].every((n) => Number.isSafeInteger(n) && n >= 0))
      return { asked, right, streak };
  } catch {
    // Nothing was kept, or somebody else wrote there.
  }
  return NO_SCORE;
}

export function keep(now: Score): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing: it counts for this question only.
  }
}
