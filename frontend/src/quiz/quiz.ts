/** Asks about decisions before they are shown. What asks (controller.ts) is fetched when somebody wants to be asked. */
import type { PaneId } from '../core/panes';
import type { Answer, Question } from '../scenes/question';
import type { QuizController, QuizHost } from './controller';
import { emptyQuiz, type QuizState } from './state';

export const fetchController = () => import('./controller');

export class Quiz {
  readonly #stage: QuizHost;
  #asker: QuizController | null = null;
  /** Counts what is wanted: what comes too late is dropped. */
  #wanted = 0;

  constructor(stage: QuizHost) {
    this.#stage = stage;
  }

  /** A single question, of any asker: it ends with another source, scene or moment. */
  async pose(pane: PaneId, k: number, question: Question, mask: QuizState['mask']): Promise<void> {
    await this.#with(emptyQuiz(pane, 0, k), (asker) => {
      asker.pose(pane, k, question, mask);
    });
  }

  /** `k`: the decision to begin with; left out: the first of the set. */
  async start(pane: PaneId, seed: number, k?: number): Promise<void> {
    await this.#with(emptyQuiz(pane, seed, k ?? 1), (asker) => asker.start(pane, seed, k));
  }

  /** Asks the pane that has the focus; or stops asking. */
  toggle(): void {
    const { focus, quiz } = this.#stage.store.getState();
    if (quiz) this.stop();
    else void this.start(focus, newSeed());
  }

  stop(): void {
    this.#wanted++;
    this.#asker?.stop();
    this.#stage.store.setState({ quiz: null });
  }

  choose(chosen: Answer): void {
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

  async #with(quiz: QuizState, ask: (asker: QuizController) => void | Promise<void>): Promise<void> {
    const mine = ++this.#wanted;
    if (!this.#asker) {
      const { store } = this.#stage;
      store.setState({ quiz, focus: quiz.pane, playing: false });
      try {
        const { QuizController } = await fetchController();
        this.#asker ??= new QuizController(this.#stage);
      } catch {
        if (mine === this.#wanted) store.setState({ quiz: { ...quiz, refusal: NOT_FETCHED } });
        return;
      }
    }
    if (mine === this.#wanted) await ask(this.#asker);
  }
}

const NOT_FETCHED = 'The question could not be fetched. Is the page’s server still there?';

/** A number for a new set of questions. */
const newSeed = () => 1 + Math.floor(Math.random() * 9999);
