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
  constructor(packing: string, at: number, test: string) {
    super(`The ${packing} data ends too early, at byte ${at}: it is cut off, or damaged before that.`, {
      advice: `Copy the file again, or test it with ${test}.`,
    });
  }
}

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
