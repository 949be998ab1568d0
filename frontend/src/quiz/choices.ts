/**
 * Any question as one of a few choices: so a class answers it with a tap, and its answers are counted. A number is
 * answered by a range, an order by one of all orders, a curve by one of its shapes. Pure.
 */
import { textOf } from '../core/message';
import { closeness, revealOf, solutionText, subjectOf, type Reveal } from './answers';
import type { Answer, Choice, NumberQuestion, OrderQuestion, Question } from '../scenes/question';
import { isUpAndDown, shapesOf, swings, valuesOf } from './curves';
import { formatValue } from './values';

/** `key`: of the question's choices; where it has none, its place. */
export interface ClassChoice extends Omit<Choice, 'reason'> {
  /** What is said by it; of a range, its middle. */
  answer: Answer;
}

/** Ranges of a number, where the most it can be is known. */
const RANGES = 5;
/** Where it is not: so many, and one for all that is more. */
const OPEN_RANGES = 5;
/** Names of which every order is one to choose: 24. Of more, what stands first is asked. */
const ORDERED = 4;

export function choicesOf(question: Question): ClassChoice[] {
  const plain = (words: string, i: number, answer: Answer): ClassChoice => ({
    ...{ key: String(i), words, note: '', cell: null, answer },
  });
  switch (question.form) {
    case 'choice':
      return question.choices.map((choice) => ({ ...choice, answer: choice.key }));
    case 'number':
      return rangesOf(question).map(({ from, to, words }, i) => plain(words, i, (from + to) / 2));
    case 'order':
      return ordersOf(question).map((names, i) => plain(names.join(', '), i, names));
    case 'curve':
      return shapesOf(question).map(([name, values], i) => plain(name, i, values));
  }
}

/** The place of the right one; -1 where none is. */
export function solutionIndexOf(question: Question): number {
  switch (question.form) {
    case 'choice':
      return question.choices.findIndex(({ key }) => question.solution.includes(key));
    case 'number':
      return rangesOf(question).findIndex(({ from, to }, i, all) => {
        const last = i === all.length - 1;
        return question.solution >= from && (question.solution < to || last);
      });
    case 'order':
      return ordersOf(question).findIndex((names) => names.every((name, i) => name === question.solution[i]));
    case 'curve': {
      const shapes = shapesOf(question);
      const came = valuesOf(question);
      const swinging = swings(question, came);
      // Of two that are close as often, the one that is less far off.
      const far = (values: readonly number[]) =>
        values.reduce((sum, value, i) => sum + Math.abs(value - (came[i] ?? 0)), 0);
      const fits = shapes
        .filter(([name]) => isUpAndDown(name) === swinging)
        .map((shape) => ({ shape, close: closeness(question, shape[1]), off: far(shape[1]) }))
        .sort((a, b) => b.close - a.close || a.off - b.off);
      return shapes.findIndex((shape) => shape === fits[0]?.shape);
    }
  }
}

/** What is said to who chose it; to `null`, who did not. */
export function classRevealOf(question: Question, i: number | null): Reveal {
  const choice = i === null ? undefined : choicesOf(question)[i];
  if (i === null || !choice) return revealOf(question, null);
  if (question.form === 'number') {
    const { right, other, above = other, below = other } = question.reasons;
    const off = i - solutionIndexOf(question);
    const { said } = revealOf(question, null);
    return {
      said: `You said ${choice.words}. ${said}`,
      why: textOf(off === 0 ? right : off > 0 ? above : below),
    };
  }
  if (question.form === 'order' && question.solution.length > ORDERED) {
    const { why } = revealOf(question, null);
    return { said: `You said ${choice.words} first. It is ${solutionText(question)}.`, why };
  }
  if (question.form === 'curve') {
    const right = solutionIndexOf(question);
    const { right: yes, other } = question.reasons;
    const came = choicesOf(question)[right]?.words ?? '';
    return {
      said: `You said ${choice.words}. ${subjectOf(question)}: ${came}.`,
      why: (i === right && textOf(yes)) || textOf(other),
    };
  }
  return revealOf(question, choice.answer);
}

interface Range {
  from: number;
  to: number;
  words: string;
}

function rangesOf({ solution, max, unit }: NumberQuestion): Range[] {
  const write = (n: number) => formatValue(unit, n);
  if (max !== null) {
    const step = max / RANGES;
    return Array.from({ length: RANGES }, (_, i) => {
      const [from, to] = [i * step, (i + 1) * step];
      return { from, to, words: `${write(from)} to ${write(to)}` };
    });
  }
  const step = roundStep((Math.abs(solution) * 1.5) / OPEN_RANGES);
  const begin = solution < 0 ? -OPEN_RANGES * step : 0;
  const all = Array.from({ length: OPEN_RANGES }, (_, i) => {
    const [from, to] = [begin + i * step, begin + (i + 1) * step];
    return { from, to, words: `${write(from)} to ${write(to)}` };
  });
  const most = begin + OPEN_RANGES * step;
  return [...all, { from: most, to: most + step, words: `more than ${write(most)}` }];
}

/** The next of 1, 2, 5, 10, … */
function roundStep(n: number): number {
  if (n <= 0) return 1;
  const ten = 10 ** Math.floor(Math.log10(n));
  return [1, 2, 5, 10].map((one) => one * ten).find((one) => one >= n) ?? n;
}

/** Of few names every order, by name; of more, each alone: which stands first. */
function ordersOf({ items, solution }: OrderQuestion): (readonly string[])[] {
  if (solution.length > ORDERED) return items.map((name) => [name]);
  const all = (names: readonly string[]): string[][] =>
    names.length < 2
      ? [[...names]]
      : names.flatMap((name) => all(names.filter((one) => one !== name)).map((rest) => [name, ...rest]));
  return all(items);
}
