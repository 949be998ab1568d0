/** The words for one kind of event: the same words wherever it is shown. */
import type { EventOf } from '../../core/types';
import type { Cell } from '../../core/decision';
import { ENUM_DOCS, PLACES } from '../../core/gen/docs';
import { ERAS } from '../../core/gen/eras';
import type { CheckWhyName, EnumName, EventKind } from '../../core/gen/tables';
import { plain, type Message } from '../../core/message';
import type { Alternative } from '../../core/session';
import type { TermName } from '../terms';
import type { Era, Sentence } from '../narration';
import type { Names } from './names';

export type { EventOf };

/** One decision in a line: `lead` is what was decided, `rest` from what. No full stop. */
interface VoiceLine {
  lead: Message;
  rest: Message;
}

/** What a check found to differ. */
export interface Expectation {
  why: CheckWhyName;
  value: number;
  /** Found from the events before it, not from the event alone. */
  replayed: boolean;
}

/** Made of one event and of the names of what it is about; what else a frame shows, a scene adds. */
export interface Voice<K extends EventKind> {
  /** What this kind decides, in two or three words. */
  subject: string;
  /** The kernel function that decides, where the event table names more than one (PLACES of gen/docs). */
  place?: (event: EventOf<K>) => string;
  say: (event: EventOf<K>, names: Names) => VoiceLine;
  /** "Why swapC?" */
  heading: (event: EventOf<K>, names: Names) => Message;
  /** Step by step, with the event's numbers; each number is that of a disc, where a drawing has discs. */
  sentences: (event: EventOf<K>, names: Names) => Sentence[];
  terms: (event: EventOf<K>, names: Names) => readonly TermName[];
  cell: (event: EventOf<K>, names: Names) => Cell;
  era: (event: EventOf<K>) => Era;
  /** What another rule chooses (wasm-core/checker/alternatives.h). */
  otherwise?: (
    event: EventOf<K>,
    other: Pick<Alternative, 'choice' | 'end' | 'value' | 'why'>,
    names: Names,
  ) => Message;
  /** What the policy core gives instead, by the reason it differs (wasm-core/checker); null: nothing worth saying. */
  expected?: (event: EventOf<K>, found: Expectation, names: Names) => Message | null;
}

/** The kernel function that decides. */
export function functionOf<K extends EventKind>(
  { place }: Pick<Voice<K>, 'place'>,
  event: EventOf<K>,
): string {
  return place?.(event) ?? PLACES[event.kind];
}

/** What a value of a list means, in the words of the core's tables; the value where they have none. */
export function meaningOf(list: EnumName, value: string): Message {
  const doc = ENUM_DOCS[list][value] ?? '';
  return plain(doc === '' ? value : doc);
}

/** The axis is full: whatever kernel of it one takes. */
export const ALWAYS: Era = ERAS.any.kernel;
