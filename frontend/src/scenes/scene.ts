/**
 * What a scene is. A scene draws one kind of decision; everything around the drawing (panes, sources,
 * transport, comparison, URL, keys) is the stage's, and the stage knows scenes only through this file.
 *
 * A sixth scene is one new folder that exports a `Scene`, and its registration in `scenes/index.ts`
 * (docs/adding-a-scene.md).
 */
import type { FC } from 'react';
import type { EventRecord, StateView } from '../core/contract';
import type { EventKind, ModeName, StateTables } from '../core/gen/tables';

/** Where a pane's numbers come from. Every number on screen carries one of these tags. */
export type Provenance = 'published' | 'model' | 'kernel';

/** What a document printed for the very experiment a source repeats (datasets/published). */
export interface Published {
  /** What was measured, as the table's title says. */
  title: string;
  /** Printed values, in the order of the document: device name and USED as swapon printed it. */
  used: readonly (readonly [name: string, used: string])[];
  /** Citation: title of the document, and its address if it has one. */
  citation: string;
  url: string | null;
}

/** A table of a document, as it was printed (datasets/published). */
export interface PublishedTable {
  id: string;
  title: string;
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** Citation: title of the document, and its address if it has one. */
  citation: string;
  url: string | null;
}

/** What the checker says of a number of decisions, both of its checks taken together. */
export interface Tally {
  decisions: number;
  same: number;
  different: number;
  incomplete: number;
}

/** What the stage knows about a pane's source. */
export interface SourceInfo {
  /** `model` for a run of the machine, `kernel` for a capture. */
  provenance: Provenance;
  /** Scenario or capture id; shown behind the tag, and part of the URL. */
  id: string;
  title: string;
  /** Decisions in the run, of the kinds the scene is for. */
  decisions: number;
  /** All decisions of the source, by the kind of their event. */
  kinds: Readonly<Partial<Record<EventKind, number>>>;
  /** Its other events, by kind. */
  observed?: Readonly<Partial<Record<EventKind, number>>>;
  /** What a step is called, where it is not a decision: `Decision.stepWords` or `insteadWords`. */
  noun?: readonly [one: string, many: string];
  /** Capture only: facts from its manifest, as label and value, in the order to show them. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Model only: value of every parameter, by the name it has in params.def. */
  params: Readonly<Record<string, number | readonly number[] | readonly string[]>> | null;
  /** Totals of the checker; null while it runs, and for models. */
  totals: (Tally & { lost: number; modes: readonly (Tally & { mode: ModeName })[] }) | null;
  /** Published numbers of the same experiment, where there are some. */
  published?: Published | null;
  /** Every table of the documents that the source belongs to. */
  tables?: readonly PublishedTable[];
  /** Capture only: files of /proc and /sys as its manifest noted them at the start, path and text. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Verdict of the checker on a decision, once it has been checked: names of the enums check and check_why.
 * `visit` and `expected` as in struct mms_verdict: which visit differs, from 0, and what the policy core
 * gives instead (its meaning depends on `why`).
 */
export interface Found {
  check: string;
  why: string;
  replay: string;
  replayWhy: string;
  visit?: number;
  expected?: number;
}

/** One decision with the visible state on both sides of it. */
export interface Frame {
  /** Decision number, from 1 to `info.decisions`; 0 is before the first (then `event` is null). */
  k: number;
  event: EventRecord | null;
  before: StateView;
  after: StateView;
  verdict: Found | null;
  /** The page of decisions around this one, in order; empty unless the scene's `Decision` has a `page`. */
  near: readonly { k: number; event: EventRecord; verdict: Found | null; trail: readonly EventRecord[] }[];
  /** What was observed after this decision and before the next: events of the kinds in `Decision.trail`. */
  trail: readonly EventRecord[];
  /** Verdicts on the events of `trail`, in its order; null for those that decide nothing. */
  trailVerdicts?: readonly (Found | null)[];
}

export interface PaneProps {
  pane: 'A' | 'B';
  info: SourceInfo;
  frame: Frame;
  /** The other pane's frame, so that the same scale and the same rows can be used in both. */
  other: { info: SourceInfo; frame: Frame } | null;
  /** Width in CSS pixels the drawing may use; 671 at 1440, down to 342 on a phone. */
  width: number;
  /** True while a tween may be shown: playing at 4 steps per second or less, or a single step. */
  animate: boolean;
  /** Moves the cursor to decision k of this pane. */
  seek: (k: number) => void;
}

export interface DrawingProps extends PaneProps {
  /** Accessible name of the drawing: scene, pane and what this pane's caption says. It follows as text does. */
  label: string;
}

/** One cell of the detail strip: what was decided. */
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
}

export interface Era {
  /** e.g. "4.14 to 6.18" */
  words: string;
  /** Versions as major + minor / 100: 4.14 is 4.14; null at an open end. */
  from: number | null;
  to: number | null;
  /** A second span, for what came back. */
  again?: { from: number | null; to: number | null };
  /** False for what was never merged: the axis stays empty. */
  lived?: boolean;
}

/** A mark on the overview: what happened between decisions, or changed the rules of the game. */
export interface Tick {
  /** e.g. "swapC is full and leaves every list". Plain text. */
  words: string;
}

/** What `scenes/<id>/decision.ts` exports. */
export interface Decision {
  /**
   * Kinds of event this scene is for. Its decisions are those of these kinds and no others: they alone are
   * counted, stepped through and compared. Null: every decision there is.
   */
  kinds: readonly EventKind[] | null;
  /**
   * Kinds of decision that are told as part of those of `kinds`: shown with them (name them in `trail` too),
   * not stepped through.
   */
  along?: readonly EventKind[];
  /**
   * Kinds of observation of which the first that the source has is stepped through, where it has none of
   * `kinds`: a kernel whose policy is off decides nothing, and its requests can still be seen.
   */
  instead?: readonly EventKind[];
  /** What a step is called. Left out: decision, decisions. */
  stepWords?: readonly [one: string, many: string];
  /** What those stepped through instead are called, e.g. request, requests. Left out: event, events. */
  insteadWords?: readonly [one: string, many: string];
  /** Tables of the visible state that the scene draws from; a frame's others are empty. */
  tables: readonly (keyof StateTables)[];
  /** Kinds of event that belong to the decision before them: `Frame.trail`. */
  trail?: readonly EventKind[];
  /**
   * What was decided, for any event the core counts as a decision. `behind`: events of the kinds in `trail`
   * that follow it, those behind the next decision too; each is read when it is asked for, so stop early.
   */
  cell(event: EventRecord, state: StateView, behind?: Iterable<EventRecord>): Cell;
  /** Called for events that are not decisions; null for those that deserve no mark. */
  tick(event: EventRecord, state: StateView): Tick | null;
  /** For a scene that shows more than one decision: those that belong on screen beside decision k. */
  page?(k: number): { first: number; count: number };
}

/** What a scene shows to who comes without a source of their own. */
export interface Start {
  /** Sources as in the URL: `model:` and a scenario, or `capture:` and its id; `&` and a tunable with its value. */
  a: string;
  b: string;
  /** Decision to begin at. */
  k?: number;
}

export interface Scene {
  /** Used in the URL. */
  id: string;
  title: string;
  /** The beginning of the title that stands for it where there is little room. */
  short?: string;
  /** As in `Decision`. */
  kinds: Decision['kinds'];
  along?: Decision['along'];
  instead?: Decision['instead'];
  /** Left out by a scene that shows whatever there is. */
  start?: Start;
  /**
   * Parameters of the model offered as controls in the source bar, in order (params.def names); what does
   * not fit in a line is folded.
   */
  tunables: readonly string[];
  /**
   * Drawing, why and twin of one pane. The twin is also the drawing's description. Played fast, the drawing
   * follows every frame, what is written a few times a second.
   */
  Drawing: FC<DrawingProps>;
  Why: FC<PaneProps>;
  Twin: FC<PaneProps>;
  /** The one sentence this frame says, and one line of context. Plain text, also read aloud. */
  caption(a: PaneProps, b: PaneProps | null): { title: string; context: string };
  /**
   * `cell` and `tick` live in the scene's `decision.ts`, free of React, because a pane's worker runs them
   * over the whole run: it imports `scenes/<id>/decision.ts`, whose exports are a `Decision`. `state` is
   * as the last event that changed nodes, devices or lists left it (names, nodes; not fill levels).
   */
  cell: Decision['cell'];
  era(frame: Frame): Era;
}
