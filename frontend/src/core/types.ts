/**
 * The shapes in which the core's records reach the rest of the front end.
 *
 * Names and types of fields come from the event and state tables of the core: see `gen/tables.ts`,
 * which `make gen` derives from the module's own description. Nothing here types a field again.
 *
 * How a value arrives, by its type in the tables:
 *   - numbers as `number`; text as `string`, which came from outside and is never markup;
 *   - a scalar with an enum as the enum's name ('node', 'took'), typed as the union of its names;
 *   - a vector as an array cut to the lanes in use; lanes keep their numbers even where they have an
 *     enum, since visit_verdict packs a flag beside it. `ENUMS.verdict[n]` in gen/tables names them.
 * A state table is an array of its rows, so that a row's index is its node, zone, type or list number. One
 * whose rows can be absent ends behind the last that is present; a table nobody asked for is empty.
 */
import type { CheckName, EventFields, EventKind, StateTables } from './gen/tables';

/** Decisions of unpatched kernels, and as which of ours the core gives each (wasm-core/state/stock.h). */
export const COUNTERPARTS = {
  mms_kswapd: ['kswapd_wake'],
  mms_ra: ['swap_ra'],
  mms_il: ['interleave', 'interleave_vma'],
} as const satisfies Partial<Record<EventKind, readonly EventKind[]>>;

type Bare<K extends EventKind> = { [P in K]: { kind: P; index: number } & EventFields[P] }[K];
type Counterpart<K extends EventKind> = K extends keyof typeof COUNTERPARTS
  ? { counterpart: Bare<(typeof COUNTERPARTS)[K][number]> }
  : unknown;

/** One record of the log. 64-bit numbers are `number` where they fit 2^53, as all of ours do. */
export type EventRecord = { [K in EventKind]: Bare<K> & Counterpart<K> }[EventKind];

/** The event that a drawing knows: of an unpatched kernel's decision the counterpart. */
export const drawn = (event: EventRecord): EventRecord =>
  'counterpart' in event ? event.counterpart : event;

/** The visible state: each table as an array of rows, vectors as arrays cut to what is in use. */
export type StateView = StateTables;

/** Events of one kind. */
export type EventOf<K extends EventKind> = Extract<EventRecord, { kind: K }>;

export type SwapSelect = EventOf<'swap_select'>;

/** Of both checks in one: which of them could be made is in the details. */
export type VerdictKind = Exclude<CheckName, 'stateless'>;
