/** How far one has come in each lesson, kept in this browser and nowhere else. */
const KEY = 'mmscope.lessons';

export interface Progress {
  /** From 1: the one shown last. */
  step: number;
  of: number;
  /** Its last step has been shown. */
  done: boolean;
  /** The greater, the later it was read. */
  turn: number;
}

export type LessonProgress = Readonly<Record<string, Progress>>;

const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) > 0;

function isProgress(value: unknown): value is Progress {
  if (typeof value !== 'object' || value === null) return false;
  const { step, of, done, turn } = value as Record<string, unknown>;
  return isCount(step) && isCount(of) && isCount(turn) && step <= of && typeof done === 'boolean';
}

/** What cannot be read counts as not begun. */
export function lessonProgress(): LessonProgress {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Object.fromEntries(Object.entries(kept ?? {}).filter((one) => isProgress(one[1])));
  } catch {
    return {};
  }
}

/** Step `step` of `of`, from 1, is on the page. */
export function keepProgress(id: string, step: number, of: number): void {
  const all = lessonProgress();
  const turn = Math.max(0, ...Object.values(all).map((one) => one.turn)) + 1;
  const done = step === of || (all[id]?.done ?? false);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: { step, of, done, turn } }));
  } catch {
    // Not remembered, then.
  }
}

export function forgetProgress(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept, then.
  }
}
