/** What a frame tells, as data: the stage sets it, and so can a page, a report or another language. */
import type { Entity } from '../core/key';
import type { VerdictKind } from '../core/types';
import type { Message } from '../core/message';
import type { Era } from '../ui/era';
import type { TermName } from './terms';

export type { Era };

export interface Sentence {
  /** Number of the disc in the drawing; null for what no disc stands for. */
  n: number | null;
  /** Number of the last disc, where the sentence stands for several. */
  to?: number;
  words: Message;
  /** What it is about. */
  of?: readonly Entity[];
  /** About what did not happen or is not known: shown in grey. */
  off?: boolean;
}

/** What the checker found about one decision, both of its checks in one. */
export interface Verdict {
  kind: VerdictKind;
  /** The reason, and what was expected; null where the word alone says it all. */
  detail: Message | null;
  /** Whose decision it is: the policy, or the kind of event where that does not tell its mode. */
  of: string;
}

/** A function of the kernel that decides, and what the checker says of it; no verdict on what decides nothing. */
export interface KernelFunction {
  fn: string;
  verdict?: Verdict;
}

export interface Table {
  title: Message;
  columns: readonly string[];
  rows: readonly Row[];
}

export interface Row {
  key: string | number;
  /** The first names the row; the others are set flush right unless the table is one of words. */
  cells: readonly string[];
  look?: 'hot' | 'off' | 'changed' | undefined;
  /** Node whose colour stands before the name, and the letter in it. */
  node?: number;
  letter?: string;
  of?: Entity;
  /** What the row is about, below its name. */
  doc?: string;
}

/** What a document printed of the same experiment. */
export interface PublishedExcerpt {
  lines: readonly Message[];
  title: string;
  citation: string;
  url: string | null;
}

/** What the drawing shows, as text that a terminal might have printed. It is the drawing's description. */
export interface Twin extends Table {
  /** Columns of words, set flush left; the first always is. */
  left?: readonly string[];
  /** A sentence above the table, and some below. */
  about?: Message;
  notes?: readonly Message[];
  printed?: PublishedExcerpt | null;
  /** Lines of raw numbers, folded. */
  folds: readonly { title: Message; lines: readonly string[] }[];
}

export interface Narration {
  /** The one sentence this frame says, and one line of context. Also read aloud. */
  title: Message;
  context: Message;
  /** What is explained, as a question or a name. */
  heading: Message;
  era: Era;
  sentences: readonly Sentence[];
  /** What stands where there is no sentence. */
  empty: Message;
  /** What other rules decide here, one step of each; null where there is no other, or nothing decided. */
  alternatives?: Message | null;
  functions: readonly KernelFunction[];
  terms: readonly TermName[];
  /** A table of the whole source, below the sentences; without rows, its title alone. */
  table?: Table | null;
  twin: Twin;
}

export type Caption = Pick<Narration, 'title' | 'context'>;
export type PaneNarration = Omit<Narration, keyof Caption>;
