/** All that changes while the page lives, in one store. Controller and cursor write what is shown. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Band } from '../../core/asif/band';
import type { Columns } from '../../core/columns';
import type { Failure } from '../../core/error';
import type { Identity } from '../../core/asif/identity';
import type { Divergence, Progress } from '../../capture/local/source';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { SourceSpec } from '../../capture/sources/spec';
import { NONE } from '../../capture/sources/spec';
import { frameCache } from '../../scenes/frame-cache';
import type { CourseOf, Frame, SourceInfo } from '../../scenes/scene';
import { STEP_MS, UNTIMED, type Course } from '../../scenes/timing';
import { rememberedFold } from './tunable-fold';
import { PANES, type PaneId } from '../../core/panes';
import type { ChainRules } from './chains';
import type { QuizState } from '../../quiz/state';
import type { RulesShown, View } from './view';

/** How a capture on a server is doing. */
interface RemoteState {
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
  divergence: Divergence | 'counting' | null;
  /** What they decide each with its own history; a number: share of them made so far; null until somebody asks. */
  rules: ChainRules | number | null;
  /** As if: the least and the most that what is assumed comes to; a number: share of the runs made so far. */
  band: Band | number | null;
  /** As if: what of its capture comes back under its own switch; null until that is known. */
  identity: Identity | null;
  /** Value of the one that is drawn; null: whichever is. */
  rule: number | null;
  /** A capture that stays on its server; null for what is read in the page. */
  remote: RemoteState | null;
  /** Why the source asked for could not be opened, and what it was. */
  failure: (Failure & { what: string }) | null;
}

/** What a pane shows. */
export interface DrawnFrame {
  frame: Frame;
  /** The other pane's frame as it was drawn then; null where that pane is empty. */
  other: Frame | null;
  /** It is of the step that is under way (`step`). */
  moved: boolean;
}

export interface StageState {
  catalogue: Catalogue;
  scene: string;
  panes: Record<PaneId, PaneState>;
  position: View['position'];
  speed: number;
  playing: boolean;
  /** What is drawn: both panes at the same position, but for a few steps while they take turns (../cursor/cursor.ts). */
  drawing: Record<PaneId, DrawnFrame | null>;
  /** What is written: the same, or what was drawn a moment before (../cursor/text-clock.ts). */
  text: Record<PaneId, DrawnFrame | null>;
  /** Where the cursor was when text was last written. */
  textAt: View['position'];
  /** Where strip and slider stood when they moved last (slidTo). */
  stripPosition: View['position'];
  /** True while a tween may be shown between the last frame and this one. */
  animate: boolean;
  /** How much of the last step is drawn, 0 to 1. */
  step: number;
  /** What comes when in a step of the scene; null until its words are there. */
  course: CourseOf | null;
  /** One step back: what is drawn when the step under way has run back; else null. */
  back: Record<PaneId, DrawnFrame | null> | null;
  /** Decisions in which the panes differ; null with fewer than two. */
  differences: Uint32Array | null;
  /** All tunables are shown, not only those that fit in a line: in both panes, so that they stay in line. */
  unfolded: boolean;
  /** The numbers as text and the functions of the kernel are shown, too: likewise in both. */
  details: boolean;
  /** The part of the drawing that is large; null: its first. */
  large: string | null;
  rulesShown: RulesShown;
  /** What is asked before it is shown; null: nothing is hidden. */
  quiz: QuizState | null;
  /** Pane that keys and dropped files go to. */
  focus: PaneId;
}

export type StageStore = StoreApi<StageState>;

/** Nothing was asked yet of the source as this scene sees it. */
export const NO_RESULTS = { divergence: null, rules: null, band: null } as const;
/** Nor of the source itself. */
export const NO_SOURCE_RESULTS = { ...NO_RESULTS, identity: null, remote: null } as const;

export const emptyPane = (): PaneState => ({
  spec: NONE,
  source: null,
  loading: null,
  failure: null,
  ...NO_SOURCE_RESULTS,
  rule: null,
});

const START: View['position'] = { align: 'decision', k: 0, t: 0 };

export function createStageStore(catalogue: Catalogue, scene: string): StageStore {
  return createStore<StageState>(() => ({
    catalogue,
    scene,
    panes: { A: emptyPane(), B: emptyPane() },
    position: START,
    speed: 1,
    playing: false,
    drawing: { A: null, B: null },
    text: { A: null, B: null },
    textAt: START,
    stripPosition: START,
    animate: false,
    step: 1,
    course: null,
    back: null,
    differences: null,
    unfolded: rememberedFold('tunables'),
    details: rememberedFold('details'),
    large: null,
    rulesShown: 'off',
    quiz: null,
    focus: 'A',
  }));
}

/** Columns of the panes that show something, A first: asked for with every step, while panes change seldom. */
export function runs({ panes }: Pick<StageState, 'panes'>): readonly Columns[] {
  return runsOf(panes);
}

/** What the panes show: what it is, and its columns. */
export const shownIn = ({ panes: { A, B } }: Pick<StageState, 'panes'>) =>
  [A, B].flatMap(({ source }) => (source ? [{ info: source.info, run: source.columns }] : []));

const runsOf = frameCache(({ A, B }: StageState['panes']) =>
  [A, B].flatMap(({ source }) => (source ? [source.columns] : [])),
);

/** What comes when in the step under way of a pane; null where that is not known, or none is. */
export function courseOf({ panes, drawing, course }: StageState, id: PaneId): Course | null {
  const [info, drawn] = [panes[id].source?.info, drawing[id]];
  return course && info && drawn?.moved === true ? courses(drawn.frame, info, course) : null;
}

const courses = frameCache((frame: Frame, info: SourceInfo, course: CourseOf) => course({ frame, info }));

/** Stops within the step under way, of both panes, as shares of it, and where it ends. */
export function stopsOf(state: StageState): { stops: readonly number[]; end: number } {
  const known = PANES.flatMap((id) => courseOf(state, id) ?? []);
  const all = [...new Set((known.length > 0 ? known : [UNTIMED]).flatMap(({ stops }) => stops))];
  const shares = all.sort((a, b) => a - b).map((ms) => ms / STEP_MS);
  // Where all is drawn that comes, the step is over.
  return { stops: [...shares.slice(0, -1), 1], end: shares.at(-1) ?? 1 };
}

/** Where strip and slider stand: at the cursor, or a frame behind it while panes take turns (../cursor/cursor.ts). */
export function stripPositionOf({ playing, position, stripPosition: stripAt }: StageState): View['position'] {
  return playing ? stripAt : position;
}

/** What a link has to hold of the stage as it is. */
export function currentView(state: StageState): View {
  return {
    scene: state.scene,
    sources: { A: state.panes.A.spec, B: state.panes.B.spec },
    position: state.position,
    speed: state.speed,
    ...(state.large === null ? {} : { large: state.large }),
    ...(state.rulesShown === 'off' ? {} : { others: state.rulesShown }),
    ...(state.quiz ? { predict: { pane: state.quiz.pane, seed: state.quiz.seed } } : {}),
  };
}
