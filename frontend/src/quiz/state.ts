/** What is asked of a learner, and what they say. Pure. */
import type { PaneId } from '../core/panes';
import type { Answer, Choice, Question } from '../scenes/question';
import type { Frame, Ghost, Targets } from '../scenes/scene';

/** What is asked, or was. The cursor stands on `from` while it is asked, and on k when it is shown. */
export interface QuizState {
  pane: PaneId;
  seed: number;
  /** Decisions that are asked one after the other, easy ones first. */
  set: readonly number[];
  k: number;
  /** Where the question is asked: the decision before k, or one from which k is ahead. */
  from: number;
  /** Null while it is on its way, and where nothing can be asked. */
  question: Question | null;
  /** What is drawn of a frame until it is shown; null: the frame as it is. */
  mask: ((frame: Frame) => Frame) | null;
  chosen: Answer;
  shown: boolean;
  /** Why there is no question; '' where there is one, or may be. */
  refusal: string;
  /** This one question and no other: somebody else asks, and says what comes next. */
  single?: true;
}

/** A question about decision k is on its way. */
export const emptyQuiz = (pane: PaneId, seed: number, k: number): QuizState => ({
  ...{ pane, seed, set: [], k, from: k - 1, question: null, mask: null },
  ...{ chosen: null, shown: false, refusal: '' },
});

/** The last decision that may be seen: the cursor stands there. */
export const lastVisible = ({ shown, k, from }: QuizState): number => (shown ? k : from);

/** What there is to choose from; nothing where it is answered otherwise. */
export const choicesIn = (question: Question | null): readonly Choice[] =>
  question?.form === 'choice' ? question.choices : [];

export const choiceOf = ({ question, chosen }: Pick<QuizState, 'question' | 'chosen'>): Choice | null =>
  choicesIn(question).find(({ key }) => key === chosen) ?? null;

/** What an answer is compared with. */
export function solutionOf(question: Question): Answer {
  if (question.form === 'curve') return question.solution.map(({ value }) => value);
  return question.form === 'choice' ? (question.solution[0] ?? null) : question.solution;
}

/** The choice that the decision took; null where it is answered otherwise. */
export const solutionChoice = (question: Question): Choice | null =>
  choiceOf({ question, chosen: solutionOf(question) });

/** What a learner said, where it was not that. */
export function answerGhost(quiz: QuizState): Ghost | null {
  const chosen = choiceOf(quiz);
  if (!chosen?.cell || !quiz.question || chosen === solutionChoice(quiz.question)) return null;
  return { words: 'you said', cell: chosen.cell };
}

/** Choices that stand somewhere in the drawing, and who asks. */
export function targetsOf(quiz: QuizState, choose: (key: string) => void): Targets | null {
  const all = choicesIn(quiz.question).flatMap(({ key, cell }) =>
    cell?.place === undefined ? [] : [{ key, place: cell.place }],
  );
  const asker = quiz.question?.task ?? null;
  if (all.length === 0 && !asker) return null;
  return {
    places: all.map(({ place }) => place),
    asker,
    chosen: choiceOf(quiz)?.cell?.place ?? null,
    choose: (place) => {
      const one = all.find((target) => target.place === place);
      if (one) choose(one.key);
    },
  };
}
