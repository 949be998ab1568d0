/** What a room is asked, by the stage or by a lesson, and where phones find the lesson. Pure. */
import { isRight } from '../quiz/answers';
import { choicesOf, classRevealOf, solutionIndexOf } from '../quiz/choices';
import type { QuizState } from '../quiz/state';
import type { PaneId } from '../core/panes';
import type { Question } from '../scenes/question';
import { textOf } from '../core/message';
import { FILE } from '../lessons/text';
import { positionOf } from '../lessons/position';
import { addressOf, type LessonState } from '../lessons/state';
import { CHOICES, LABEL, LESSON, TITLE, type Ask, type Asked } from './gen/protocol';
import { FEW_PEOPLE, plain } from './phrases';

/** The page that a window shows, as far as rooms know pages. */
export interface PageState {
  kind: string;
  id?: string | null;
  exercises?: boolean;
  homework?: boolean;
  query?: string;
}

/** Where a lesson is shown: its address, and the step that the link says; null: none, or one of this machine alone. */
export function lessonAt(page: PageState | null): { lesson: string; linked: number } | null {
  if (page?.kind !== 'lessons' || !page.id || page.exercises || page.homework) return null;
  const { src, step } = positionOf(page.query ?? '');
  const lesson = addressOf(page.id, src);
  return lesson.length > LESSON ? null : { lesson, linked: step };
}

export const isOwnFile = (lesson: string): boolean => lesson === FILE;

/** A question as the class is asked it; null where phones cannot answer it. */
function askOf(question: Question, pane: PaneId, k: number, kind: string): Ask | null {
  const labels = choicesOf(question).map(({ words }) => plain(words, LABEL));
  const took = solutionIndexOf(question);
  if (labels.length < 2 || labels.length > CHOICES || took < 0) return null;
  return { op: 'ask', pane, k, kind, title: plain(textOf(question.title), TITLE), labels, took };
}

/** What the stage asks of the class. Of what is answered by more than a choice, it raises hands. */
export const askOfStage = (quiz: QuizState | null): Ask | null =>
  quiz?.question?.form === 'choice' ? askOf(quiz.question, quiz.pane, quiz.k, 'choice') : null;

/** What the step of a lesson asks of the class. */
export function askOfLesson({ lesson, step, questions, nth }: LessonState): Ask | null {
  const asked = questions[nth];
  if (!asked) return null;
  const { question, pane } = asked;
  const k = question.form === 'choice' ? (question.k ?? 0) : 0;
  const ask = askOf(question, pane ?? 'A', k, question.kind);
  return ask && { ...ask, lesson, step, nth };
}

/** Whether a question is of this step. */
export const isQuestionOf = (
  question: Asked | null,
  now: Pick<LessonState, 'lesson' | 'step'>,
): question is Asked => question !== null && question.lesson === now.lesson && question.step === now.step;

/** Of those who answered; a mistake that fewer made is not spoken of. */
const COMMON = 0.15;

/** What a wall shows when it is revealed: the right choices, and the commonest of the others with what is said to it. */
export interface Revealed {
  right: readonly boolean[];
  /** Null: nothing else was said often, or by so few that they are known. */
  mistake: { at: number; why: string } | null;
}

export function revealedOf(question: Question, counts: readonly number[]): Revealed {
  const took = solutionIndexOf(question);
  const right = choicesOf(question).map(
    ({ answer }, i) => i === took || (question.form === 'choice' && isRight(question, answer)),
  );
  const answered = counts.reduce((sum, n) => sum + n, 0);
  const others = right.map((is, i) => (is ? 0 : (counts[i] ?? 0)));
  const most = Math.max(0, ...others);
  const at = others.indexOf(most);
  const common = answered >= FEW_PEOPLE && most > COMMON * answered;
  return { right, mistake: common ? { at, why: classRevealOf(question, at).why } : null };
}
