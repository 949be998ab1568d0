/** Which decisions a learner is asked about, and how they do. Pure. */
import type { Columns } from '../core/columns';
import { keyOf } from '../core/decision';
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
  none: string;
  /** This one question and no other: somebody else asks, and says what comes next. */
  posed?: true;
}

/** The last decision that may be seen: the cursor stands there. */
export const lastVisible = ({ shown, k, from }: QuizState): number => (shown ? k : from);

/** Questions in a set. */
export const SET_SIZE = 8;
/** The same answer comes no more often than this in a set, where the run has others. */
export const ALIKE_MAX = 4;
/** Places in a set that ask for more than the next decision, where the scene has more to ask. */
const AHEAD = [3, 5, 7];
/** Decisions before one by which it is easy: as many as the strip shows. */
const BEFORE = 16;
/** Decisions that are drawn to choose from. */
const DRAWN = 160;

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

/** Numbers from 0 to 1, the same for the same seed. mulberry32, by Tommy Ettinger, in the public domain. */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Of the decisions before k, the share that came to the same: near 1, one need only go on as before. */
function easeOf({ cell, cells }: Pick<Columns, 'cell' | 'cells'>, k: number): number {
  const key = (i: number) => {
    const at = cells[cell[i - 1] ?? -1];
    return at && keyOf(at);
  };
  const from = Math.max(1, k - BEFORE);
  let same = 0;
  for (let i = from; i < k; i++) if (key(i) === key(k)) same++;
  return k === from ? 0 : same / (k - from);
}

/**
 * Decisions to ask about, easy ones first. Never the first, since nothing is known before it; nor one behind which, or
 * before which, events are missing.
 */
export function questionSet(columns: Pick<Columns, 'cell' | 'cells' | 'gaps'>, seed: number): number[] {
  const { cell, cells, gaps } = columns;
  const n = cell.length;
  if (n < 2) return [];
  const next = random(seed);
  const torn = new Set(gaps.flatMap(({ k }) => [k, k + 1]));
  const drawn = new Set<number>();
  for (let i = 0; i < DRAWN; i++) drawn.add(2 + Math.floor(next() * (n - 1)));
  const candidates = [...drawn]
    .filter((k) => !torn.has(k))
    .map((k) => ({ k, ease: easeOf(columns, k), key: keyOf(cells[cell[k - 1] ?? -1] ?? NONE) }))
    .sort((a, b) => b.ease - a.ease || a.k - b.k);
  const left = new Set(candidates);
  const often = new Map<string, number>();
  const chosen: typeof candidates = [];
  // From each part of the range, from easy to hard, one whose answer is not worn out yet; else from any other part.
  const size = candidates.length / SET_SIZE;
  for (let part = 0; part < SET_SIZE; part++) {
    const own = candidates.slice(Math.floor(part * size));
    const fresh = (one: (typeof candidates)[number]) =>
      left.has(one) && (often.get(one.key) ?? 0) < ALIKE_MAX;
    const one = own.find(fresh) ?? candidates.find(fresh) ?? own.find((any) => left.has(any));
    if (!one) continue;
    left.delete(one);
    chosen.push(one);
    often.set(one.key, (often.get(one.key) ?? 0) + 1);
  }
  chosen.sort((x, y) => y.ease - x.ease || x.k - y.k);
  return chosen.map(({ k }) => k);
}

/** Whether the set asks further ahead at decision k. */
export const isForecast = (set: readonly number[], k: number): boolean => AHEAD.includes(set.indexOf(k));

const NONE = { letter: '', node: -1, name: '' };
