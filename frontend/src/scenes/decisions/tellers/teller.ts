/** How one kind of decision is told. */
import type { EventOf } from '../../../core/contract';
import type { EventKind } from '../../../core/gen/tables';
import type { Cell, Era } from '../../scene';

export type { EventOf };

/** What a sentence looks up beside the event. */
export interface Names {
  /** Swap device by its type: as it is named, or by its number. */
  device: (type: number) => string;
  /** Node it sits on; -1: none, or unknown. */
  deviceNode: (type: number) => number;
}

/** One decision in one sentence: `lead` is what was decided, `rest` from what. Plain text, no full stop. */
export interface Said {
  lead: string;
  rest: string;
}

export interface Teller<K extends EventKind> {
  /** What this kind decides, in two or three words. */
  subject: string;
  say: (event: EventOf<K>, names: Names) => Said;
  /** Step by step, each a sentence with its numbers. */
  why: (event: EventOf<K>, names: Names) => string[];
  cell: (event: EventOf<K>, names: Names) => Cell;
  era: (event: EventOf<K>) => Era;
}

/** The axis is full: whatever kernel of it one takes. */
export const ALWAYS: Era = { words: 'every kernel since 3.0', from: null, to: null };
