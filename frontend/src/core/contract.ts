/**
 * The shapes in which the core's records reach the rest of the front end.
 *
 * Names and types of fields come from the event and state tables of the core: see `gen/tables.ts`,
 * which `make gen` derives from the module's own description. Nothing here types a field again.
 */
import type { EventFields, EventKind, StateTables } from './gen/tables';

/** One record of the log. 64-bit numbers are `number` where they fit 2^53, as all of ours do. */
export type EventRecord = {
  [K in EventKind]: { kind: K; index: number } & EventFields[K];
}[EventKind];

/** The visible state: each table as an array of rows, vectors as arrays cut to what is in use. */
export type StateView = StateTables;

export type SwapSelect = Extract<EventRecord, { kind: 'swap_select' }>;
