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
import { formatValue } from './values';

const WHO: Readonly<Record<Provenance, string>> = {
  model: 'the model',
  kernel: 'the kernel',
  asif: 'as if, it',
  published: 'it',
};

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
  return `Close is within ${formatValue(unit, within)}${form === 'curve' ? ' at most of the moments' : ''}.`;
}

/** Share of the moments at which the curve is close, in per cent. */
export function closeness({ solution, within }: CurveQuestion, said: readonly number[]): number {
  const close = solution.filter(({ value }, i) => Math.abs((said[i] ?? Infinity) - value) <= within);
  return Math.round((100 * close.length) / Math.max(1, solution.length));
}

/** Moments of 100 at which a curve must be close to be right. */
const CLOSE = 75;

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
      return isNumbers(answer) && closeness(question, answer) >= CLOSE;
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
  const alone = { said: `${who.slice(0, 1).toUpperCase()}${who.slice(1)}: ${solution}.`, why: '' };
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
      // What holds whatever was said may be told to who said nothing.
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
      const said = `Your curve is close to ${who.replace(', it', '')} for ${share} of 100 moments.`;
      return { said, why: (isRight(question, answer) && textOf(right)) || textOf(other) };
    }
  }
}
