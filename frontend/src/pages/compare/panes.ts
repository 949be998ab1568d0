/** Two panes of a sweep: the first value of x, or the last beside the first, and one that was picked; and that value itself. */
import { createStore } from 'zustand/vanilla';
import type { SourceSpec } from '../../capture/sources/spec';
import { paramsOf, type Question } from './question';

/** A value of x, and one of y, by their places. */
export interface Picked {
  at: number;
  row: number;
}

/** The value that is chosen, whichever look shows it; `of`: the question that it is of. */
export const cursorStore = createStore<{ of: string; picked: Picked | null }>(() => ({
  of: '',
  picked: null,
}));

export const pick = (of: string, picked: Picked): void => {
  cursorStore.setState({ of, picked });
};

/** Of this question; null where nobody has chosen. */
export const pickedOf = (of: string): Picked | null => {
  const cursor = cursorStore.getState();
  return cursor.of === of ? cursor.picked : null;
};

/** Place of the value that one at `at` is opened beside. */
export const besideOf = ({ x }: Question, at: number): number => (at === 0 ? x.values.length - 1 : 0);

/** What a pane shows of a value of x, and of the value of y in that row. */
export function sourceAt(question: Question, value: number | string | undefined, row: number): SourceSpec {
  const { of, x, y, seeds } = question;
  if (value === undefined) return of;
  const seed = seeds[0] ?? 1;
  const other = y?.values[row];
  if (of.kind === 'capture') {
    const params = Object.entries(paramsOf(question, { x: value, y: other ?? null, seed }, {}));
    const asked = params.filter(([name]) => name !== 'machine' && (name !== 'seed' || seed !== 1));
    return { ...of, asif: Object.fromEntries(asked) };
  }
  const set = { ...of.overrides, ...(seed === 1 ? {} : { seed }) };
  return {
    ...of,
    overrides: {
      ...set,
      ...(x.lane === null ? { [x.name]: value } : {}),
      ...(y?.lane === null && other !== undefined ? { [y.name]: other } : {}),
    },
  };
}

export const panesOf = (question: Question, { at, row }: Picked): [SourceSpec, SourceSpec] => [
  sourceAt(question, question.x.values[besideOf(question, at)], row),
  sourceAt(question, question.x.values[at], row),
];
