/** What every figure reads of the element's attributes, and how it says that it cannot. */
import { failureOf, sentence, SourceError, type Failure } from '../../core/error';
import { grouped } from '../../core/number';
import type { Controls } from './protocol';

export type FigureElement = HTMLElement & { controls: Controls };

/** One figure in one place: of one view, and of others that need not be read anew. */
export interface FigureStage {
  /** Whether what the attributes ask for is such another. */
  holds(): boolean;
  /** Shows what the attributes ask for; its sentence, once it is drawn. Throws, in words. */
  show(): Promise<string>;
  step(n: number): void;
  seek(k: number): void;
  play(on: boolean): void;
  /** What is shown, as text of a view. */
  state(): string;
  /** Attributes changed that change nothing of what is shown. */
  redraw(): void;
  stop(): void;
}

export function themed(element: HTMLElement): void {
  const theme = element.getAttribute('theme');
  if (theme === 'light' || theme === 'dark') element.dataset['theme'] = theme;
  else delete element.dataset['theme'];
}

/** Where "Open full" leads; null: nowhere. */
export function appOf(element: HTMLElement): string | null {
  const given = element.getAttribute('app');
  return given === null ? null : new URL(given, document.baseURI).href;
}

/** What went wrong, and what to do about it. */
export const failureWords = ({ line, message, advice }: Failure): string =>
  `${line === null ? '' : `Line ${grouped(line)}: `}${sentence(message)} ${advice}`.trim();

/** Throws what it is given, in words. */
export function worded(error: unknown): never {
  throw error instanceof SourceError ? new Error(failureWords(failureOf(error)), { cause: error }) : error;
}
