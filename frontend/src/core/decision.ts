/** What a decision is to everyone outside the core: its cell, the marks beside it, and who reads them off a run. */
import type { EventRecord, StateView } from './types';
import type { EventKind, StateTables } from './gen/tables';

/** One cell of the strip: what was decided. */
export interface Cell {
  /** One or two characters, e.g. the device's letter. */
  letter: string;
  /** Node whose colour the cell wears; -1 for none. */
  node: number;
  /** Spoken form, e.g. "swapC". */
  name: string;
  /**
   * What is compared: two panes differ at a decision when these differ. Names of disks change from boot to
   * boot, so a scene takes what does not, such as the swap type. Left out: `name`.
   */
  key?: string;
  /** What was chosen, as the drawing knows it: a swap type, a zone, a node. Left out: nothing that stands somewhere. */
  place?: number;
  /** Why one would want to see it, e.g. "kswapd0 is woken". Plain text. Left out: one decision of many. */
  moment?: string;
}

/** What is compared of a decision. */
export function keyOf({ key, name }: Cell): string {
  return key ?? name;
}

/** A mark on the overview: what happened between decisions, or changed the rules of the game. */
export interface Tick {
  /** e.g. "swapC is full and leaves every list". Plain text. */
  words: string;
}

/** Sets a number of decision k; the scene says which is which, from 0. It stays until set anew; NaN: not known. */
export type SetNumber = (k: number, number: number, value: number) => void;

/** What `scenes/<id>/decision.ts` exports; a pane's worker runs it over the whole run, so it is free of React. */
export interface Decision {
  /**
   * Kinds of event this scene is for. Its decisions are those of these kinds and no others: they alone are
   * counted, stepped through and compared. Null: every decision there is.
   */
  kinds: readonly EventKind[] | null;
  /**
   * Kinds of decision that are shown as part of those of `kinds`: drawn with them (name them in `trail` too),
   * not stepped through.
   */
  companions?: readonly EventKind[];
  /**
   * Kinds of observation of which the first that the source has is stepped through, where it has none of
   * `kinds`: a kernel whose policy is off decides nothing, and its requests can still be seen.
   */
  substitutes?: readonly EventKind[];
  /** What a step is called. Left out: decision, decisions. */
  stepNoun?: readonly [one: string, many: string];
  /** What those stepped through instead are called, e.g. request, requests. Left out: event, events. */
  substituteNoun?: readonly [one: string, many: string];
  /** Tables of the visible state that the scene draws from; a frame's others are empty. */
  tables: readonly (keyof StateTables)[];
  /** Kinds of event that belong to the decision before them: `Frame.trail`. */
  trail?: readonly EventKind[];
  /**
   * What was decided, for any event the core counts as a decision. `state` is as the last event that changed
   * nodes, devices or lists left it (names, nodes; not fill levels). `behind`: events of the kinds in `trail`
   * that follow it, those behind the next decision too; each is read when it is asked for, so stop early.
   */
  cell(event: EventRecord, state: StateView, behind?: Iterable<EventRecord>): Cell;
  /** Called for events that are not decisions; null for those that deserve no mark. */
  tick(event: EventRecord, state: StateView): Tick | null;
  /**
   * As if: the numbers it draws that depend on what is assumed, for bands. Called once a run; what it returns, for each
   * event, with the number of the decision that it is or comes behind (0: before the first).
   */
  variation?(): (event: EventRecord, k: number, tell: SetNumber) => void;
  /** For a scene that shows more than one decision: those that belong on screen beside decision k. */
  page?(k: number): { first: number; count: number };
}
