/** A question with its solution: data only, which travels between threads, windows and over a room's wire. */
import type { Cell } from '../core/decision';
import type { Message } from '../core/message';
import type { Provenance } from './provenance';

/** What a kind of question is answered with; lessons call them so. */
export const QUESTION_KINDS = {
  /** One of the places the decision had to choose from. */
  choice: ['device', 'zone', 'node', 'how', 'pages', 'woken'],
  /** A number. */
  number: ['amount', 'number'],
  /** A truth about two values. */
  truth: ['yesno'],
  /** The order of a list. */
  order: ['order'],
  /** How a number goes on. */
  curve: ['curve'],
} as const;
export type QuestionKind = (typeof QUESTION_KINDS)[keyof typeof QUESTION_KINDS][number];

/** A task on a CPU, and the node it asks, or is on; -1: it asks no node. */
export interface Task {
  cpu: number;
  node: number;
  /** Name of the task, where the drawing has room for it. */
  comm?: string;
  /** The zone it asks for, where that is known. */
  zone?: number;
}

export interface Choice {
  key: string;
  words: string;
  /** What is known of it before the decision, in a few words. */
  note: string;
  /** How much of it is in use then, from 0 to 1: drawn beside its words where the drawing is out of sight. */
  used?: number;
  /** Null where it stands nowhere in a drawing: yes, no. */
  cell: Cell | null;
  /** Said to who chose it: why it was that, or why not this. */
  reason: Message;
}

/** A decision, and a value there. */
export interface Point {
  k: number;
  value: number;
}

/** Said at the reveal. */
export interface Reasons {
  right: Message;
  other: Message;
  /** Of a number that is too high or too low, where they differ from `other`. */
  above?: Message;
  below?: Message;
}

interface Common {
  kind: QuestionKind;
  title: Message;
  /** Who asks for what. */
  lead: Message;
  /** What one may use. */
  hint: Message;
  from: Provenance;
  /** The decision that is asked about, or at which it is read; null: none. */
  k: number | null;
  /** Who asks, where the drawing has a place for them. */
  task: Task | null;
  /** The list whose order is hidden until the reveal; null: none. */
  hides: number | null;
}
export interface ChoiceQuestion extends Common {
  form: 'choice';
  choices: readonly Choice[];
  /** Keys: one; more where a lesson says that there are. */
  solution: readonly string[];
}
export interface NumberQuestion extends Common {
  form: 'number';
  solution: number;
  max: number | null;
  unit: string;
  /** How far off is still right. */
  within: number;
  reasons: Reasons;
}
export interface OrderQuestion extends Common {
  form: 'order';
  items: readonly string[];
  solution: readonly string[];
  reasons: Reasons;
}
export interface CurveQuestion extends Common {
  form: 'curve';
  /** What was before, and what comes. */
  before: readonly Point[];
  solution: readonly Point[];
  marks: readonly { name: string; value: number }[];
  unit: string;
  max: number;
  within: number;
  reasons: Reasons;
}
export type Question = ChoiceQuestion | NumberQuestion | OrderQuestion | CurveQuestion;

/** What somebody says: a key, a number, a curve's values, an order of names; null while nothing is said. */
export type Answer = string | number | readonly number[] | readonly string[] | null;

export const isNumbers = (answer: Answer): answer is readonly number[] =>
  Array.isArray(answer) && answer.every((one) => typeof one === 'number');
export const isNames = (answer: Answer): answer is readonly string[] =>
  Array.isArray(answer) && answer.every((one) => typeof one === 'string');
