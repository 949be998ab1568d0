/** A question with its answer: data only, which travels between threads and over a room's wire. */
import type { Cell } from '../core/decision';
import type { Provenance } from './provenance';

/** What a kind of question is answered with. */
export const KINDS = {
  /** One of the places the decision had to choose from. */
  choose: ['device', 'zone', 'node', 'how', 'pages', 'woken'],
  /** A number. */
  measure: ['amount', 'number'],
  /** A truth about two values. */
  truth: ['yesno'],
  /** The order of a list. */
  sort: ['order'],
  /** How a number goes on. */
  draw: ['curve'],
} as const;
export type QuestionKind = (typeof KINDS)[keyof typeof KINDS][number];

/** A task on a CPU, and the node it asks, or is on; -1: it asks no node. */
export interface Task {
  cpu: number;
  node: number;
  /** Name of the task, where the drawing has room for it. */
  comm?: string;
  /** The zone it asks for, where that is known. */
  zone?: number;
}

export interface ReadyChoice {
  key: string;
  words: string;
  note: string;
  /** How much of it is in use, from 0 to 1. */
  used?: number;
  /** Null where it stands nowhere in a drawing. */
  cell: Cell | null;
  /** What is said to who chose it. */
  sentence: string;
}

interface Common {
  kind: QuestionKind;
  /** Who asks for what. */
  lead: string;
  hint: string;
  from: Provenance;
}

export type ChoiceQuestion = Common & {
  form: 'choose';
  /** The decision, where one is asked about. */
  k: number | null;
  /** Who asks, where the drawing has a place for them. */
  asker?: Task;
  choices: readonly ReadyChoice[];
  /** One; more where the file says that there are. */
  answers: readonly string[];
  /** The list whose order is hidden, too. */
  hides: number | null;
};

export type NumberQuestion = Common & {
  form: 'measure';
  answer: number;
  max: number | null;
  unit: string;
  /** How far off is still close. */
  within: number;
  close: string;
  above: string;
  below: string;
};

export type OrderQuestion = Common & {
  form: 'order';
  /** The list that is asked about where the picture stands, and hidden there; null: the whole picture is. */
  hides: number | null;
  items: readonly string[];
  answer: readonly string[];
  right: string;
  other: string;
};

export type CurveQuestion = Common & {
  form: 'curve';
  /** Decision and value: what was before, and what comes. */
  before: readonly Point[];
  after: readonly Point[];
  marks: readonly { name: string; value: number }[];
  unit: string;
  max: number;
  within: number;
  close: string;
  other: string;
};

export type Ready = ChoiceQuestion | NumberQuestion | OrderQuestion | CurveQuestion;
/** Answered by more than a choice of places that the drawing has. */
export type Further = NumberQuestion | OrderQuestion | CurveQuestion;

export interface Point {
  k: number;
  value: number;
}

/** A choice by key, a number, a curve's values, or an order of names; null while nothing is said. */
export type Answer = string | number | readonly number[] | readonly string[] | null;

export const isNumbers = (draft: Answer): draft is readonly number[] =>
  Array.isArray(draft) && draft.every((one) => typeof one === 'number');
export const isNames = (draft: Answer): draft is readonly string[] =>
  Array.isArray(draft) && draft.every((one) => typeof one === 'string');
