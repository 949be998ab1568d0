/** What went wrong with a source, in the words to show: what, where, why. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Line of the capture, from 1; null where the error has no place. */
  readonly line: number | null;
  /** What the person can do about it. */
  readonly advice: string;

  constructor(message: string, place: { line?: number | null; advice?: string } = {}) {
    super(message);
    this.line = place.line ?? null;
    this.advice = place.advice ?? '';
  }
}

/** Packed data that end too early: what they held until there has been handed on. */
export class CutOffError extends SourceError {
  /** What happened, without the remedy. */
  readonly what: string;

  constructor(packing: Packing, at: number) {
    const what = `The ${packing} data ends too early: it is cut off, or damaged before that`;
    super(`${what}; ${remedy(packing)}`, foundAt(at));
    this.what = `${what}.`;
  }
}

/** Sentences on packed data are those of the command line (backend, captures/compression.py). */
export const damaged = (packing: Packing, at: number): SourceError =>
  new SourceError(`The ${packing} data is damaged: ${remedy(packing)}`, foundAt(at));

type Packing = 'gzip' | 'zstd';

const remedy = (packing: Packing) => `copy the file again, or test it with ${packing} -t`;
const foundAt = (byte: number) => ({ advice: `Found at byte ${byte}.` });

/** An error as plain data, since a worker's errors lose their class on the way. */
export interface Failure {
  message: string;
  line: number | null;
  advice: string;
}

/** With a full stop, where the core's words have none, so that another sentence can follow. */
export const sentence = (words: string): string => words.replace(/[^.!?…]$/, '$&.');

export function failureOf(error: unknown): Failure {
  if (error instanceof SourceError) {
    return { message: error.message, line: error.line, advice: error.advice };
  }
  return { message: error instanceof Error ? error.message : String(error), line: null, advice: '' };
}

/** What an engine answers its host, as JSON: a value, or what is wrong. */
export function answerOf(work: () => unknown): string {
  try {
    return JSON.stringify({ ok: true, value: work() });
  } catch (error) {
    return JSON.stringify({ ok: false, failure: failureOf(error) });
  }
}
