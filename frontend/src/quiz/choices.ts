/**
 * Any question as one of a few choices: so a class answers it with a tap, and its answers are counted. A number is
 * answered by a range, an order by one of all orders, a curve by one of its shapes. Pure.
 */
import type { Cell } from '../core/decision';
import { answerText, closeness, revealOf, type Reveal } from './answers';
import type { Answer, NumberQuestion, OrderQuestion, Ready } from '../scenes/question';
import { shapesOf } from './curves';
import { formatValue } from './values';

export interface ClassChoice {
  /** Of the question's choices; where it has none, its place. */
  key: string;
  words: string;
  note: string;
  used?: number;
  /** Null where it stands nowhere in a drawing. */
  cell: Cell | null;
  /** What is said by it; of a range, its middle. */
  draft: Answer;
}

/** Ranges of a number, where the most it can be is known. */
const RANGES = 5;
/** Where it is not: so many, and one for all that is more. */
const OPEN_RANGES = 5;
/** Names of which every order is one to choose: 24. Of more, what stands first is asked. */
const ORDERED = 4;

export function choicesOf(ready: Ready): ClassChoice[] {
  const plain = (words: string, i: number, draft: Answer): ClassChoice => ({
    ...{ key: String(i), words, note: '', cell: null, draft },
  });
  switch (ready.form) {
    case 'choose':
      return ready.choices.map(({ key, words, note, used, cell }) => ({
        ...{ key, words, note, cell, draft: key },
        ...(used === undefined ? {} : { used }),
      }));
    case 'measure':
      return rangesOf(ready).map(({ from, to, words }, i) => plain(words, i, (from + to) / 2));
    case 'order':
      return ordersOf(ready).map((names, i) => plain(names.join(', '), i, names));
    case 'curve':
      return shapesOf(ready).map(([name, values], i) => plain(name, i, values));
  }
}

/** The place of the right one; -1 where none is. */
export function solutionIndexOf(ready: Ready): number {
  switch (ready.form) {
    case 'choose':
      return ready.choices.findIndex(({ key }) => ready.answers.includes(key));
    case 'measure':
      return rangesOf(ready).findIndex(({ from, to }, i, all) => {
        const last = i === all.length - 1;
        return ready.answer >= from && (ready.answer < to || last);
      });
    case 'order':
      return ordersOf(ready).findIndex((names) => names.every((name, i) => name === ready.answer[i]));
    case 'curve': {
      const close = shapesOf(ready).map(([, values]) => closeness(ready, values));
      return close.indexOf(Math.max(...close));
    }
  }
}

/** What is said to who chose it; to `null`, who did not. */
export function classRevealOf(ready: Ready, i: number | null): Reveal {
  const choice = i === null ? undefined : choicesOf(ready)[i];
  if (!choice) return revealOf(ready, null);
  if (ready.form === 'measure') {
    const alone = revealOf(ready, null);
    const right = solutionIndexOf(ready);
    const off = i === null || i === right ? 0 : i - right;
    const why = off === 0 ? ready.close : off > 0 ? ready.above : ready.below;
    return { said: `You said ${choice.words}. ${alone.said}`, why };
  }
  if (ready.form === 'order' && ready.answer.length > ORDERED) {
    const { why } = revealOf(ready, null);
    return { said: `You said ${choice.words} first. It is ${answerText(ready)}.`, why };
  }
  return revealOf(ready, choice.draft);
}

interface Range {
  from: number;
  to: number;
  words: string;
}

function rangesOf({ answer, max, unit }: NumberQuestion): Range[] {
  const write = (n: number) => formatValue(unit, n);
  if (max !== null) {
    const step = max / RANGES;
    return Array.from({ length: RANGES }, (_, i) => {
      const [from, to] = [i * step, (i + 1) * step];
      return { from, to, words: `${write(from)} to ${write(to)}` };
    });
  }
  const step = roundStep((Math.abs(answer) * 1.5) / OPEN_RANGES);
  const begin = answer < 0 ? -OPEN_RANGES * step : 0;
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
function ordersOf({ items, answer }: OrderQuestion): (readonly string[])[] {
  if (answer.length > ORDERED) return items.map((name) => [name]);
  const all = (names: readonly string[]): string[][] =>
    names.length < 2
      ? [[...names]]
      : names.flatMap((name) => all(names.filter((one) => one !== name)).map((rest) => [name, ...rest]));
  return all(items);
}
