/** What a learner says, and what is said to it. Pure. */
import { alike, textOf } from '../core/message';
import type { Provenance } from '../scenes/provenance';
import {
  isNumbers,
  type Answer,
  type ChoiceQuestion,
  type CurveQuestion,
  type NumberQuestion,
  type QuestionKind,
  type Question,
} from '../scenes/question';
import { swings, valuesOf, type Course } from './curves';
import { formatValue } from './values';

const WHO: Readonly<Record<Provenance, string>> = {
  model: 'the model',
  kernel: 'the kernel',
  asif: 'as if, it',
  published: 'it',
};

/** At the beginning of a sentence. */
export function subjectOf({ from }: Pick<Question, 'from'>): string {
  const who = WHO[from];
  return `${who.slice(0, 1).toUpperCase()}${who.slice(1)}`;
}

const nameOf = ({ choices }: ChoiceQuestion, key: string) =>
  choices.find((choice) => choice.key === key)?.words ?? '';

export function solutionText(question: Question): string {
  switch (question.form) {
    case 'choice':
      return question.solution.map((key) => nameOf(question, key)).join(' or ');
    case 'number':
      return formatValue(question.unit, question.solution);
    case 'order':
      return question.solution.join(', ');
    case 'curve':
      return `it comes to ${formatValue(question.unit, question.solution.at(-1)?.value ?? 0)}`;
  }
}

/** What counts as close, in a sentence. */
export function toleranceText({
  form,
  unit,
  within,
}: Pick<NumberQuestion | CurveQuestion, 'form' | 'unit' | 'within'>): string {
  return `Close is within ${formatValue(unit, within)}${form === 'curve' ? ' at most of the moments, and at the end' : ''}.`;
}

/** Share of the moments at which the curve is close, in per cent. */
export function closeness({ solution, within }: Course, said: readonly number[]): number {
  const close = solution.filter(({ value }, i) => Math.abs((said[i] ?? Infinity) - value) <= within);
  return Math.round((100 * close.length) / Math.max(1, solution.length));
}

/** Moments of 100 at which a curve must be close to be right. */
const CLOSE = 75;

/**
 * Most of it is close, and where it comes to. What goes up and down is right between the same levels: when it turns,
 * nobody can tell by eye.
 */
function isCurveRight(question: Course, said: readonly number[]): boolean {
  const near = (a = NaN, b = NaN) => Math.abs(a - b) <= question.within;
  const came = valuesOf(question);
  const isClose = closeness(question, said) >= CLOSE;
  if (!swings(question, came)) return isClose && near(said.at(-1), came.at(-1));
  const isSpanned = near(Math.max(...said), Math.max(...came)) && near(Math.min(...said), Math.min(...came));
  return swings(question, said) && (isClose || isSpanned);
}

/** Whether “as it is” would be right, so that there is nothing to predict. */
export const isStill = (question: Course): boolean =>
  isCurveRight(
    question,
    question.solution.map(() => question.before.at(-1)?.value ?? NaN),
  );

/** Whether what was said is what came, or close to it. */
export function isRight(question: Question, answer: Answer): boolean {
  switch (question.form) {
    case 'choice':
      return typeof answer === 'string' && question.solution.includes(answer);
    case 'number':
      return typeof answer === 'number' && Math.abs(answer - question.solution) <= question.within;
    case 'order':
      return Array.isArray(answer) && question.solution.every((name, i) => name === answer[i]);
    case 'curve':
      return isNumbers(answer) && isCurveRight(question, answer);
  }
}

/** Kinds of question about a place. */
const TAKEN: ReadonlySet<QuestionKind> = new Set(['device', 'zone', 'node']);

export interface Reveal {
  /** Both, in a sentence. */
  said: string;
  /** Why they differ; '' where there is nothing to say. */
  why: string;
}

/** `answer` null: it was shown without one. */
export function revealOf(question: Question, answer: Answer): Reveal {
  const who = WHO[question.from];
  const solution = solutionText(question);
  const alone = { said: `${subjectOf(question)}: ${solution}.`, why: '' };
  switch (question.form) {
    case 'choice': {
      const reasonOf = (key: string | undefined) => {
        const choice = question.choices.find((one) => one.key === key);
        return choice ? textOf(choice.reason) : '';
      };
      if (typeof answer !== 'string') return { ...alone, why: reasonOf(question.solution[0]) };
      const own = nameOf(question, answer);
      // A place is taken; what happens is a sentence of its own.
      const said =
        question.k === null
          ? `You said ${own}, and it is ${solution}.`
          : TAKEN.has(question.kind)
            ? `You said ${own}, and ${who} takes ${solution}.`
            : `You said ${own}. ${alone.said}`;
      return { said, why: reasonOf(answer) };
    }
    case 'number': {
      const { unit, reasons, within } = question;
      const { right, other, above = other, below = other } = reasons;
      // What holds whatever was said may be said to who answered nothing.
      if (typeof answer !== 'number') return { ...alone, why: alike(above, below) ? textOf(above) : '' };
      const off = answer - question.solution;
      const said = `You said ${formatValue(unit, answer)}. ${alone.said}`;
      if (isRight(question, answer))
        return { said, why: textOf(right) || `That is close: within ${formatValue(unit, within)}.` };
      const [reason, way] = off > 0 ? [above, 'more'] : [below, 'less'];
      return {
        said,
        why: textOf(reason) || `You expected ${formatValue(unit, Math.abs(off))} ${way} than there is.`,
      };
    }
    case 'order': {
      const { right, other } = question.reasons;
      if (!Array.isArray(answer)) return { ...alone, why: textOf(right) };
      const said = `You said ${answer.join(', ')}. ${alone.said}`;
      const at = answer.findIndex((name, i) => name !== question.solution[i]);
      if (at < 0) return { said, why: textOf(right) || 'The same order.' };
      const first = `Place ${at + 1} is the first that differs: ${question.solution[at] ?? ''} stands there.`;
      return { said, why: textOf(other) || first };
    }
    case 'curve': {
      const { right, other } = question.reasons;
      if (!isNumbers(answer)) return { ...alone, why: textOf(other) };
      const share = closeness(question, answer);
      const misses = swings(question, valuesOf(question)) && !swings(question, answer);
      const but = misses ? ', but does not go up and down' : '';
      const said = `Your curve is close to ${who.replace(', it', '')} for ${share} of 100 moments${but}.`;
      return { said, why: (isRight(question, answer) && textOf(right)) || textOf(other) };
    }
  }
}
