/** Asks about decisions before they are shown: which comes next, the answer, the score. */
import type { Columns } from '../core/columns';
import type { PaneId } from '../core/panes';
import { scenes } from '../scenes';
import type { Answer, Question } from '../scenes/question';
import type { Frame, SceneQuestions, SourceInfo } from '../scenes/scene';
import { isRight } from './answers';
import { findQuestion } from './question-search';
import { nextScore, storedScore, storeScore } from './score';
import { isForecast, questionSet, random } from './question-set';
import { emptyQuiz, lastVisible, type QuizState } from './state';

/** What a quiz reads and sets of the stage it asks on. */
interface QuizStage {
  scene: string;
  position: { align: 'decision' | 'time'; k: number };
  focus: PaneId;
  playing: boolean;
  quiz: QuizState | null;
  panes: Readonly<Record<PaneId, { source: { info: SourceInfo; columns: Columns } | null }>>;
}

export interface QuizHost {
  store: {
    getState(): QuizStage;
    setState(change: Partial<Pick<QuizStage, 'quiz' | 'focus' | 'playing'>>): void;
    subscribe(listener: (now: QuizStage, before: QuizStage) => void): () => void;
  };
  cursor: { seek(k: number): void };
  workerOf(pane: PaneId): { frame(k: number): Promise<Frame | null> } | undefined;
}

/** What asks further ahead is fetched when that is asked first. */
const fetchForecast = () => import('./forecast');
/** Sets of neighbouring seeds do not ask for the same. */
const SPREAD = 7919;

/** The set with another decision in the place of one. */
const replaced = (set: readonly number[], old: number, k: number) =>
  set.map((one) => (one === old ? k : one));

const NOT_FETCHED = 'The question could not be fetched. Ask again when the network is there.';

export class QuizController {
  readonly #stage: QuizHost;
  /** What the scene asks; null while that is on its way, and where somebody else asks. */
  #questions: SceneQuestions | null = null;
  /** Counts questions: one that came too late is dropped. */
  #asked = 0;
  /** What the set came to so far, by place: no answer is to come too often. */
  #answers: (string | undefined)[] = [];

  constructor(stage: QuizHost) {
    this.#stage = stage;
    stage.store.subscribe((now, before) => {
      const { quiz } = now;
      if (!quiz) return;
      const source = now.panes[quiz.pane].source?.columns;
      if (quiz.single) {
        this.#follow(now, before);
        return;
      }
      if (now.scene !== before.scene || source !== before.panes[quiz.pane].source?.columns) {
        if (before.quiz === quiz) void this.start(quiz.pane, quiz.seed, now.position.k + 1);
        return;
      }
      const { align, k } = now.position;
      if (now.position === before.position || before.quiz !== quiz) return;
      if (align !== 'decision') this.stop();
      else if (k > quiz.from && k <= quiz.k && !quiz.shown && quiz.question) this.show();
      else if (k === quiz.k + 1 && quiz.shown) void this.#ask(k);
      else if (k !== lastVisible(quiz)) void this.#ask(k + 1);
    });
  }

  /** A single question, of any asker: it ends with another source, scene or moment. */
  pose(pane: PaneId, k: number, question: Question, mask: QuizState['mask']): void {
    const { store, cursor } = this.#stage;
    this.#asked++;
    this.#questions = null;
    const quiz: QuizState = { ...emptyQuiz(pane, 0, k), set: [k], question, mask, single: true };
    store.setState({ quiz, focus: pane, playing: false });
    cursor.seek(k - 1);
  }

  #follow(now: QuizStage, before: QuizStage): void {
    const { quiz } = now;
    if (!quiz || before.quiz !== quiz) return;
    const moved = now.position !== before.position && now.position.k !== lastVisible(quiz);
    const source = ({ panes }: QuizStage) => panes[quiz.pane].source?.columns;
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
    this.#answers = [];
    this.#questions = null;
    const first = k ?? set[0] ?? 1;
    const empty: QuizState = { ...emptyQuiz(pane, seed, first), set };
    store.setState({ quiz: empty, focus: pane, playing: false });
    const fetched = await (scenery?.questions?.() ?? Promise.resolve(null)).catch(() => undefined);
    if (mine !== this.#asked) return;
    if (fetched === undefined) {
      store.setState({ quiz: { ...empty, refusal: NOT_FETCHED } });
      return;
    }
    const questions = fetched?.questions ?? null;
    if (!questions || set.length === 0) {
      const refusal = questions
        ? 'There is nothing to ask: the pane has fewer than two decisions.'
        : 'This scene asks nothing.';
      store.setState({ quiz: { ...empty, refusal } });
      return;
    }
    this.#questions = questions;
    store.setState({ quiz: { ...empty, mask: questions.mask ?? null } });
    await this.#ask(empty.k);
  }

  stop(): void {
    this.#asked++;
    this.#stage.store.setState({ quiz: null });
  }

  choose(chosen: Answer): void {
    this.#patch((quiz) => (quiz.shown || !quiz.question ? {} : { chosen }));
  }

  /** Shows what was decided; it counts if something was chosen. */
  show(): void {
    const { quiz } = this.#stage.store.getState();
    if (!quiz || quiz.shown || !quiz.question) return;
    const { chosen, question } = quiz;
    if (chosen !== null) storeScore(nextScore(storedScore(), isRight(question, chosen)));
    this.#patch(() => ({ shown: true }));
    this.#stage.cursor.seek(quiz.k);
  }

  /** The next of the set; behind its end, of another one. */
  async next(): Promise<void> {
    const { quiz } = this.#stage.store.getState();
    if (!quiz) return;
    // From a decision that is not of the set, on to its first.
    const k = quiz.set[quiz.set.indexOf(quiz.k) + 1];
    if (k !== undefined) await this.#ask(k);
    else await this.start(quiz.pane, quiz.seed + 1);
  }

  /** Asks about decision k, or the first behind it that can be asked about. */
  async #ask(from: number): Promise<void> {
    const mine = ++this.#asked;
    const { store, cursor } = this.#stage;
    this.#patch(() => ({ question: null, chosen: null, shown: false, refusal: '' }));
    const { quiz, panes } = store.getState();
    const source = quiz && panes[quiz.pane].source;
    const worker = quiz && this.#stage.workerOf(quiz.pane);
    const questions = this.#questions;
    if (!questions || !quiz || !source || !worker) return;
    if (isForecast(quiz.set, from) && (await this.#askAhead(from, mine))) return;
    if (mine !== this.#asked) return;
    const { set, seed } = quiz;
    const columns = source.columns;
    const ask = async (k: number) => {
      const frame = mine === this.#asked ? await worker.frame(k) : null;
      return frame && questions.question(frame, source.info);
    };
    const next = random(seed * SPREAD + from);
    const found = await findQuestion({ from, set, columns, answers: this.#answers, ask, next });
    if (mine !== this.#asked) return;
    if (found) {
      const { k, question } = found;
      const place = set.indexOf(from);
      if (place >= 0) this.#answers[place] = question.solution[0];
      store.setState({ quiz: { ...quiz, set: replaced(set, from, k), k, from: k - 1, question } });
      cursor.seek(k - 1);
      return;
    }
    const refusal =
      from > source.columns.ts.length
        ? 'That was the last decision.'
        : 'From here on no decision has a choice.';
    this.#patch(() => ({ refusal }));
  }

  /** Asks for more than decision k: how the run goes on behind the one before it. False: there is nothing to ask. */
  async #askAhead(k: number, mine: number): Promise<boolean> {
    const { store, cursor } = this.#stage;
    const { quiz, panes } = store.getState();
    const source = quiz && panes[quiz.pane].source;
    const worker = quiz && this.#stage.workerOf(quiz.pane);
    const forecasts = this.#questions?.forecasts;
    if (!forecasts || !quiz || !source || !worker) return false;
    const [now, { forecastAt }] = await Promise.all([worker.frame(k - 1), fetchForecast()]);
    if (!now || mine !== this.#asked) return false;
    const { info, columns } = source;
    const run = { info, columns, frame: (at: number) => worker.frame(at) };
    const next = random(quiz.seed * SPREAD + k);
    const question = await forecastAt(forecasts(now, info), k - 1, run, next);
    if (!question || mine !== this.#asked) return false;
    const at = question.k ?? k;
    store.setState({ quiz: { ...quiz, set: replaced(quiz.set, k, at), k: at, from: k - 1, question } });
    cursor.seek(k - 1);
    return true;
  }

  #patch(change: (quiz: QuizState) => Partial<QuizState>): void {
    const { quiz } = this.#stage.store.getState();
    this.#stage.store.setState({ quiz: quiz && { ...quiz, ...change(quiz) } });
  }
}
