/**
 * What was read and answered of each lesson, kept in this browser and nowhere else: how far one has come, and what came of
 * its questions, for homework. By the version of its text, so that answers to another text count for nothing.
 */
import { BrowserStorage } from '../ui/browser-storage';
import { MARKS, type Mark } from './homework';

export interface Progress {
  /** From 1: the one shown last. */
  step: number;
  of: number;
  /** Its last step has been shown. */
  done: boolean;
  /** The greater, the later it was read. */
  turn: number;
}

export interface Homework {
  name: string;
  /** Steps that were read, from 0. */
  seen: readonly number[];
  /** What came of each question, by `step.nth`: the first time counts. */
  marks: Readonly<Record<string, Mark>>;
}

/** By the id of the lesson in the list. */
export type LessonProgress = Readonly<Record<string, Progress>>;

/** `of` is 0 where the lesson is in no list, or its progress was forgotten. */
interface Kept extends Progress, Homework {
  id: string;
}

/** Lessons, or versions of one, that are kept; of more, the one that was left alone longest goes. */
const LESSONS = 50;
const NOTHING: Kept = { id: '', step: 0, of: 0, done: false, turn: 0, name: '', seen: [], marks: {} };

const storage = new BrowserStorage<unknown>('mmscope.lessons');

const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;
const isMark = (value: unknown): value is Mark => MARKS.some((mark) => mark === value);

/** Of one record as much as can be read; `key`: the id, where it was kept before there were versions. */
function readOne(key: string, value: unknown): Kept | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id = key, step, of, done, turn, name, seen, marks } = value as Record<string, unknown>;
  if (!isCount(step) || !isCount(of) || !isCount(turn) || step > of || typeof done !== 'boolean') return null;
  return {
    ...{ step, of, done, turn },
    id: typeof id === 'string' ? id : '',
    name: typeof name === 'string' ? name : '',
    seen: Array.isArray(seen) ? seen.filter(isCount) : [],
    marks:
      typeof marks === 'object' && marks !== null
        ? Object.fromEntries(Object.entries(marks).filter((one): one is [string, Mark] => isMark(one[1])))
        : {},
  };
}

const all = (): Record<string, Kept> =>
  Object.fromEntries(
    Object.entries(storage.read()).flatMap(([key, value]) => {
      const one = readOne(key, value);
      return one ? [[key, one]] : [];
    }),
  );

function write(records: Record<string, Kept>): void {
  const latest = Object.entries(records).sort(([, a], [, b]) => b.turn - a.turn);
  storage.write(Object.fromEntries(latest.slice(0, LESSONS)));
}

function change(version: string, how: (old: Kept) => Partial<Kept>): void {
  const records = all();
  const old = records[version] ?? NOTHING;
  const turn = Math.max(0, ...Object.values(records).map((one) => one.turn)) + 1;
  write({ ...records, [version]: { ...old, ...how(old), turn } });
}

/** What cannot be read counts as not begun. */
export function lessonProgress(): LessonProgress {
  const begun = Object.values(all()).filter(({ id, of }) => id !== '' && of > 0);
  return Object.fromEntries(
    begun
      .sort((a, b) => a.turn - b.turn)
      .map(({ id, step, of, done, turn }) => [
        id,
        // A lesson whose text was mended since is done all the same.
        { step, of, done: done || begun.some((one) => one.id === id && one.done), turn },
      ]),
  );
}

/** Step `step` of `of`, from 1, of the lesson that the list has as `id`, is on the page. */
export function keepProgress(version: string, id: string, step: number, of: number): void {
  change(version, ({ done }) => ({ id, step, of, done: done || step === of }));
}

/** How far one has come; homework that was begun stays. */
export function forgetProgress(): void {
  const begun = Object.entries(all()).filter(
    ([, { name, seen, marks }]) => name !== '' || seen.length > 0 || Object.keys(marks).length > 0,
  );
  write(Object.fromEntries(begun.map(([key, one]) => [key, { ...one, step: 0, of: 0, done: false }])));
}

export const homeworkOf = (version: string): Homework => {
  const { name, seen, marks } = all()[version] ?? NOTHING;
  return { name, seen, marks };
};

export function keepStep(version: string, step: number): void {
  if (!homeworkOf(version).seen.includes(step)) change(version, ({ seen }) => ({ seen: [...seen, step] }));
}

/** What was said first counts: then the answer has been seen. */
export function keepMark(version: string, step: number, nth: number, mark: Mark): void {
  const of = `${step}.${nth}`;
  if (!(of in homeworkOf(version).marks))
    change(version, ({ marks }) => ({ marks: { ...marks, [of]: mark } }));
}

export function keepName(version: string, name: string): void {
  change(version, () => ({ name }));
}

/** Another try. */
export function beginAgain(version: string): void {
  change(version, () => ({ seen: [], marks: {} }));
}
