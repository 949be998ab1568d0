/** Which decision is asked about in its place of a set: none whose answer is worn out, where the run has others. Pure. */
import type { Columns } from '../core/columns';
import { keyOf } from '../core/decision';
import type { ChoiceQuestion } from '../scenes/question';
import { ALIKE_MAX } from './question-set';

/** Decisions without a question, or with one too often answered, that are passed over. */
const PASSED_MAX = 64;
/** Of each kind of decision in the run, so many are tried when none of those is left. */
const EACH = 3;

interface Wanted {
  /** The decision to begin with. */
  from: number;
  set: readonly number[];
  columns: Pick<Columns, 'cell' | 'cells' | 'gaps'>;
  /** The answers of the set so far, by place. */
  answers: readonly (string | undefined)[];
  /** The question at a decision; null where none is. */
  ask: (k: number) => Promise<ChoiceQuestion | null>;
  /** Numbers from 0 to 1, the same for the same set. */
  next: () => number;
}

interface FoundQuestion {
  k: number;
  question: ChoiceQuestion;
}

/** Null where nothing can be asked. A decision that is not of the set is taken as it is, or the next that can be. */
export async function findQuestion(wanted: Wanted): Promise<FoundQuestion | null> {
  const { from, set, columns, answers, ask } = wanted;
  const place = set.indexOf(from);
  const others = answers.filter((answer, i) => answer !== undefined && i !== place);
  const isWorn = ({ solution }: ChoiceQuestion) =>
    place >= 0 && others.filter((other) => other === solution[0]).length >= ALIKE_MAX;
  const taken = (k: number) => k !== from && set.includes(k);
  const last = Math.min(from + PASSED_MAX, columns.cell.length);
  let worn: FoundQuestion | null = null;
  for (let k = Math.max(1, from); k <= last; k++) {
    const question = taken(k) ? null : await ask(k);
    if (!question) continue;
    if (!isWorn(question)) return { k, question };
    worn ??= { k, question };
  }
  if (place < 0) return worn;
  for (const k of ofEachKind(wanted, taken)) {
    const question = await ask(k);
    if (question && !isWorn(question)) return { k, question };
  }
  return worn;
}

/** A few decisions of each kind, the rarest first, and those behind them: anywhere in the run, but not beside lost events. */
function ofEachKind(wanted: Wanted, taken: (k: number) => boolean): number[] {
  const { columns, set, next } = wanted;
  const { cell, cells, gaps } = columns;
  const torn = new Set(gaps.flatMap(({ k }) => [k, k + 1]));
  const kinds = new Map<string, number[]>();
  const free = (k: number) => k > 1 && k <= cell.length && !torn.has(k) && !taken(k);
  for (let k = 2; k <= cell.length; k++) {
    const one = cells[cell[k - 1] ?? -1];
    if (!one || !free(k)) continue;
    const key = keyOf(one);
    const all = kinds.get(key);
    if (all) all.push(k);
    else kinds.set(key, [k]);
  }
  const rarest = [...kinds.values()].sort((a, b) => a.length - b.length);
  const few = rarest.map((all) => {
    const from = Math.floor(next() * all.length);
    return Array.from({ length: Math.min(EACH, all.length) }, (_, i) => all[(from + i) % all.length] ?? 0);
  });
  // What comes behind a rare one is often asked otherwise, too.
  return [...few.flat(), ...[...set, ...few.flat()].flatMap((k) => [k + 1, k + 2])].filter(free);
}
