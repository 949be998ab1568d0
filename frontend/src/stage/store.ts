/** All that changes while the page lives, in one store. Controller and cursor write what is shown. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Band } from '../core/band';
import type { Columns } from '../core/columns';
import type { Failure } from '../core/error';
import type { Identity } from '../core/identity';
import type { Parted, Progress } from '../core/pane-core';
import type { Catalog } from '../sources/catalog';
import type { SourceSpec } from '../sources/spec';
import { NONE } from '../sources/spec';
import { perFrame } from '../scenes/per-frame';
import type { Frame, SourceInfo } from '../scenes/scene';
import { rememberedFold } from './tunable-fold';
import type { PaneId } from '../core/panes';
import type { OtherRules } from './chains';
import type { Predict } from './questions';
import type { OthersShown, View } from './view';

/** How a capture on a server is doing. */
export interface Served {
  events: number;
  /** Why it does not answer. */
  trouble: string | null;
  /** Counts what became known of it: its columns are filled in place. */
  filled: number;
}

export interface PaneState {
  /** What was asked for: shown in the URL. */
  spec: SourceSpec;
  /** What is on screen; the last good source while another loads or after one failed. */
  source: { spec: SourceSpec; info: SourceInfo; columns: Columns } | null;
  loading: { progress: Progress | null; /** Why a server does not answer. */ trouble?: string } | null;
  /** What other rules decide at its decisions, one step each; null until somebody asks. */
  parted: Parted | 'counting' | null;
  /** What they decide each with its own history; a number: share of them made so far; null until somebody asks. */
  rules: OtherRules | number | null;
  /** As if: the least and the most that what is assumed comes to; a number: share of the runs made so far. */
  band: Band | number | null;
  /** As if: what of its capture comes back under its own switch; null until that is known. */
  identity: Identity | null;
  /** Value of the one that is drawn; null: whichever is. */
  rule: number | null;
  /** A capture that stays on its server; null for what is read in the page. */
  far: Served | null;
  /** Why the source asked for could not be opened, and what it was. */
  failure: (Failure & { what: string }) | null;
}

/** What a pane shows. */
export interface Drawn {
  frame: Frame;
  /** The other pane's frame as it was drawn then; null where that pane is empty. */
  other: Frame | null;
}

export interface StageState {
  catalog: Catalog;
  scene: string;
  panes: Record<PaneId, PaneState>;
  position: View['position'];
  speed: number;
  playing: boolean;
  /** What is drawn: both panes at the same position, but for a few steps while they take turns (turns.ts). */
  drawn: Record<PaneId, Drawn | null>;
  /** What is written: the same, or what was drawn a moment before (telling.ts). */
  told: Record<PaneId, Drawn | null>;
  /** Where the cursor was when text was last written. */
  toldAt: View['position'];
  /** Where strip and slider stood when they moved last (slidTo). */
  stripAt: View['position'];
  /** True while a tween may be shown between the last frame and this one. */
  animate: boolean;
  /** Decisions in which the panes differ; null with fewer than two. */
  differences: Uint32Array | null;
  /** All tunables are shown, not only those that fit in a line: in both panes, so that they stay in line. */
  unfolded: boolean;
  othersShown: OthersShown;
  /** What is asked before it is shown; null: nothing is hidden. */
  predict: Predict | null;
  /** Pane that keys and dropped files go to. */
  focus: PaneId;
}

export type StageStore = StoreApi<StageState>;

/** Nothing was asked yet of the source as this scene sees it. */
export const UNASKED = { parted: null, rules: null, band: null } as const;
/** Nor of the source itself. */
export const UNKNOWN = { ...UNASKED, identity: null, far: null } as const;

const emptyPane = (): PaneState => ({
  spec: NONE,
  source: null,
  loading: null,
  failure: null,
  ...UNKNOWN,
  rule: null,
});

const START: View['position'] = { align: 'decision', k: 0, t: 0 };

export function createStageStore(catalog: Catalog, scene: string): StageStore {
  return createStore<StageState>(() => ({
    catalog,
    scene,
    panes: { A: emptyPane(), B: emptyPane() },
    position: START,
    speed: 1,
    playing: false,
    drawn: { A: null, B: null },
    told: { A: null, B: null },
    toldAt: START,
    stripAt: START,
    animate: false,
    differences: null,
    unfolded: rememberedFold(),
    othersShown: 'off',
    predict: null,
    focus: 'A',
  }));
}

/** Columns of the panes that show something, A first: asked for with every step, while panes change seldom. */
export function runs({ panes }: Pick<StageState, 'panes'>): readonly Columns[] {
  return runsOf(panes);
}

const runsOf = perFrame(({ A, B }: StageState['panes']) =>
  [A, B].flatMap(({ source }) => (source ? [source.columns] : [])),
);

/** Where strip and slider stand: at the cursor, or a frame behind it while panes take turns (turns.ts). */
export function slidTo({ playing, position, stripAt }: StageState): View['position'] {
  return playing ? stripAt : position;
}
