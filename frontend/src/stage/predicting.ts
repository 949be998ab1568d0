/** Asks about decisions before they are shown. What asks (asker.ts) is fetched when somebody wants to be asked. */
import type { PaneId } from '../core/panes';
import type { Draft } from '../asks/ready';
import type { Asking, Question } from '../scenes/scene';
import type { Asker, Host } from './asker';
import { looking } from './looking';
import type { Predict } from './questions';

export const fetchAsker = () => import('./asker');

export class Predicting {
  readonly #stage: Host;
  #asker: Asker | null = null;
  /** Counts what is wanted: what comes too late is dropped. */
  #wanted = 0;

  constructor(stage: Host) {
    this.#stage = stage;
  }

  /** A single question, of whoever asks: it ends with another source, scene or moment. */
  async pose(pane: PaneId, k: number, question: Question, asking: Asking): Promise<void> {
    await this.#with(looking(pane, 0, k), (asker) => {
      asker.pose(pane, k, question, asking);
    });
  }

  /** `k`: the decision to begin with; left out: the first of the set. */
  async start(pane: PaneId, seed: number, k?: number): Promise<void> {
    await this.#with(looking(pane, seed, k ?? 1), (asker) => asker.start(pane, seed, k));
  }

  /** Asks the pane that has the focus; or stops asking. */
  toggle(): void {
    const { focus, predict } = this.#stage.store.getState();
    if (predict) this.stop();
    else void this.start(focus, newSeed());
  }

  stop(): void {
    this.#wanted++;
    this.#asker?.stop();
    this.#stage.store.setState({ predict: null });
  }

  choose(chosen: Draft): void {
    this.#asker?.choose(chosen);
  }

  /** Shows what was decided; it counts if something was chosen. */
  show(): void {
    this.#asker?.show();
  }

  /** The next of the set; behind its end, of another one. */
  async next(): Promise<void> {
    await this.#asker?.next();
  }

  async #with(predict: Predict, ask: (asker: Asker) => void | Promise<void>): Promise<void> {
    const mine = ++this.#wanted;
    if (!this.#asker) {
      const { store } = this.#stage;
      store.setState({ predict, focus: predict.pane, playing: false });
      try {
        const { Asker } = await fetchAsker();
        this.#asker ??= new Asker(this.#stage);
      } catch {
        if (mine === this.#wanted) store.setState({ predict: { ...predict, none: NOT_FETCHED } });
        return;
      }
    }
    if (mine === this.#wanted) await ask(this.#asker);
  }
}

const NOT_FETCHED = 'The question could not be fetched. Is the page’s server still there?';

/** A number for a new set of questions. */
const newSeed = () => 1 + Math.floor(Math.random() * 9999);
