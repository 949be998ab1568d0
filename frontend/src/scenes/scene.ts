/**
 * What a scene is: decisions, what they tell, and a drawing of them. Everything around that (panes, sources,
 * transport, comparison, URL, keys, and how its narration is set) is the stage's, and the stage knows scenes
 * only through this file.
 *
 * A sixth scene is one new folder that exports a `Scene`, and its registration in `scenes/index.ts`
 * (docs/adding-a-scene.md).
 */
import type { Balance } from '../core/session';
import type { FC } from 'react';
import type { Coverage } from '../core/coverage';
import type { Cell, Decision } from '../core/decision';
import type { ModeName } from '../core/gen/modes';
import type { EntityKind } from '../core/key';
import type { ArchName, EventKind, MachineName } from '../core/gen/tables';
import type { Switch } from '../core/manifest';
import type { Beginning, PaneFrame } from '../capture/local/source';
import type { Published, PublishedTable } from '../capture/sources/published-results';
import type { PaneId } from '../core/panes';
import type { ParamsInForce, ParamValues } from '../core/params';
import type { Message } from '../core/message';
import type { Handle } from './control';
import type { Narration } from './narration';
import type { Provenance } from './provenance';
import type { ChoiceQuestion, Task } from './question';
import type { Course } from './timing';
import type { LargePart } from './film';

/** What the checker says of a number of decisions, both of its checks taken together. */
export interface Tally {
  decisions: number;
  same: number;
  different: number;
  incomplete: number;
  /** Of an unpatched kernel: what two readings show to have moved; and what is not recorded, which is no decision. */
  raced?: number;
  not_modelled?: number;
}

/** What the stage knows about a pane's source. */
export interface SourceInfo {
  /** `model` for a run of the machine, `kernel` for a capture, `asif` for a capture's demand under another switch. */
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
  /** Which kinds of event it has all of, for what is said not to have happened (`denial`). */
  coverage: Coverage;
  /** What a step is called, where it is not a decision: `Decision.stepWords` or `insteadWords`. */
  noun?: readonly [one: string, many: string];
  /** Capture only: facts from its manifest, as label and value, in the order to show them. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Model only: value of every parameter, by the name it has in params.def. */
  params: Readonly<Record<string, number | readonly number[] | readonly string[]>> | null;
  /** Totals of the checker; null while it runs, and for models. */
  totals:
    | (Tally & {
        lost: number;
        /** Questions of which too much raced or is not modelled, or lines are missing. */
        over_limit?: number;
        modes: readonly (Tally & { mode: ModeName })[];
        /** Accounts of the record. */
        balances?: readonly Balance[];
      })
    | null;
  /** Published numbers of the same experiment, where there are some. */
  published?: Published | null;
  /** Every table of the documents that the source belongs to. */
  tables?: readonly PublishedTable[];
  /** As if only: the switch it was decided under, as [rule, round robin]. */
  asked?: readonly [label: string, value: string];
  /** Capture only: files of /proc and /sys as its manifest noted them at the start, path and text. */
  settings?: Readonly<Record<string, string>>;
  /** Capture only: of the machine it was recorded on; left out: x86-64, or not known. */
  arch?: ArchName;
  /** Capture only: recorded in the lab, on an emulated machine. */
  emulated?: true;
}

/** One decision with the visible state on both sides of it; 0 is before the first (then `event` is null). */
export type Frame = PaneFrame;

/** A source at one of its decisions. */
export interface SourceFrame {
  info: SourceInfo;
  frame: Frame;
}

/** The same in one of the panes. */
export interface PaneSourceFrame extends SourceFrame {
  pane: PaneId;
}

/** What one pane tells, and the caption that it has alone or beside another. Pure. */
export type Narrator = (seen: PaneSourceFrame, other: PaneSourceFrame | null) => Narration;

/** Where another rule, with its own history, goes instead: the path that was not taken. */
export interface Ghost {
  /** The rule, e.g. "round robin". */
  words: string;
  cell: Cell;
}

/** What may be pointed at, by `Cell.place`. The same is a list of radio buttons beside the drawing. */
export interface Targets {
  places: readonly number[];
  chosen: number | null;
  choose: (place: number) => void;
  /** Who asks; null where it has no place in the drawing. */
  asker: Task | null;
}

/** A part of the drawing, explained to who sees it for the first time. */
export interface TourStep {
  title: string;
  /** Two or three sentences. */
  words: string;
  /** The marks it is about, as a selector within the drawing. */
  at: string;
}

/** State and size in, marks out: a drawing knows neither the stage nor where it stands. */
export interface DrawingProps extends PaneSourceFrame {
  /** The other pane's frame, so that the same scale and the same rows can be used in both. */
  other: SourceFrame | null;
  /** Width in CSS pixels the drawing may use; 671 at 1440, down to 342 on a phone. */
  width: number;
  /** True while a tween may be shown: playing at 4 steps per second or less, or a single step. */
  animate: boolean;
  /** How much of the step is drawn (./timing.ts): 0 as it was before, 1 all of it. Left out: all. */
  at?: number;
  /** Accessible name of the drawing: scene, pane and its narration. It follows as text does. */
  label: string;
  /** Id of the element that describes it: its text twin. */
  describedBy?: string | undefined;
  /** Part of it that is large, of `Scene.parts`, the others small below it. Left out: all, one below the other. */
  large?: string | undefined;
  /** Null where the other rule goes the same way, or none is looked at. */
  ghost: Ghost | null;
  /** Places one may point at as the answer to a question; null while none is asked. */
  targets: Targets | null;
  /** Moves the cursor to decision k of this pane. */
  seek: (k: number) => void;
}

/** What a scene shows to who comes without a source of their own. */
export interface Start {
  /** Sources as in the URL: `model:` and a scenario, or `capture:` and its id; `&` and a tunable with its value. */
  a: string;
  b: string;
  /** Decision to begin at. */
  k?: number;
}

/** What the rest of the page asks of the policy that a scene is about. */
export interface Policy {
  /** The machine of the model that decides so. */
  machine: MachineName;
  /** Numbers of the documents that proposed it. */
  documents: readonly string[];
  /** Events that are no decisions of the scene, and by which its decisions are checked. */
  basis?: readonly EventKind[];
  /** Switches of the patched kernel that have a say in it, shown beside a capture. */
  switches: readonly Switch[];
  /** Its part of what `modelLike` answers; fetched when it is asked for. */
  replica: () => Promise<ReplicaBuilder>;
}

/** `steps`: how many of the policy's decisions, or observations, the capture has. */
type ReplicaBuilder = (of: Beginning, steps: number) => Replica;
/** What a model can take over of a capture, or why it cannot be like it. */
export type Replica = { params: ParamValues; words: string } | { cannot: string };

/** What is asked of frames that are not there yet: a number, an order or a course that can be asked about some decisions ahead. */
export interface Forecast {
  kind: 'amount' | 'number' | 'curve' | 'order';
  /** What is read, and of which: used and swapC, as quiz/values and lessons call it. */
  value: string;
  of: string;
  /** What counts as close: a share of the most it can be, or of the answer. Left out: as its kind has it. */
  within?: number;
  /** Decisions ahead; left out: as the seed has it. */
  steps?: number;
  /** Up to the next decision whose cell has this key, instead. */
  until?: { key: string; words: Message };
  /** What the decisions between add to it is asked, not what it comes to; they add at most one each. */
  gained?: true;
  /** It is of the decision that comes, and nothing before tells of it: no "so far". */
  fresh?: true;
  /** `when`: "after 100 more decisions". */
  title: (when: Message) => Message;
  hint: Message;
  /** Why it comes to that: `from` where it was asked, `to` where it was read. */
  because: (from: Frame, to: Frame) => Message;
}

export interface SceneQuestions {
  /** `frame`: of the decision. Null: there is nothing to choose, or too little is known. */
  question: (frame: Frame, info: SourceInfo) => ChoiceQuestion | null;
  /** What can be asked further ahead, of the run behind `frame`. Left out: nothing. */
  forecasts?: (frame: Frame, info: SourceInfo) => readonly Forecast[];
  /** What is drawn until then, of the decision before. Left out: that, as it is. */
  mask?: (frame: Frame) => Frame;
}

/** What comes when in the step to a frame. Pure. */
export type CourseOf = (shown: SourceFrame) => Course;

/**
 * What of a model's drawing can be taken hold of. `width` and `large`: of the drawing; `params`: as asked for. What is small
 * is out of reach. Pure.
 */
export type HandlesOf = (
  shown: SourceFrame &
    Pick<DrawingProps, 'large'> & { other: SourceFrame | null; width: number; params: ParamsInForce },
) => readonly Handle[];

/** What is fetched when a scene is first shown. */
export interface SceneParts {
  narrate: Narrator;
  /** Left out: all of a step is there at once. */
  course?: CourseOf;
  /** Played fast, it follows every frame; its text follows a few times a second. */
  Drawing: FC<DrawingProps>;
}

/** What is known of a scene before it is shown. */
export interface Scene {
  /** Used in the URL; the name of the scene's folder, whose `decision.ts` the panes' workers load. */
  id: string;
  title: string;
  /** The beginning of the title that stands for it where there is little room. */
  short?: string;
  /** As in `Decision`. */
  kinds: Decision['kinds'];
  companions?: Decision['companions'];
  substitutes?: Decision['substitutes'];
  /** Left out by a scene that shows whatever there is. */
  policy?: Policy;
  start?: Start;
  /** What the `place` of a cell numbers. */
  places?: EntityKind;
  /** Parts of the drawing that can be shown large on the stage; left out: it is one picture. */
  parts?: readonly LargePart[];
  /** What a mark of the strip is, of the sources on screen: "each mark: …". */
  legend?: (infos: readonly Pick<SourceInfo, 'params'>[]) => string;
  /**
   * Parameters of the model offered as controls in the source bar, in order (params.def names); what does
   * not fit in a line is folded.
   */
  tunables: readonly string[];
  /** Fetched when the scene is first shown; the words right behind the drawing. */
  drawing: () => Promise<Pick<SceneParts, 'Drawing'>>;
  narration: () => Promise<Pick<SceneParts, 'narrate' | 'course'>>;
  /** What of a model's drawing can be taken hold of; fetched behind the drawing. Left out: nothing. `core`: whose rules say what a value makes of it. */
  handles?: (core: () => Promise<WebAssembly.Module>) => Promise<{ handlesOf: HandlesOf }>;
  /** What the drawing's parts are, for who sees it for the first time; fetched when somebody asks. */
  tour: () => Promise<{ tour: readonly TourStep[] }>;
  /** What it asks before a decision is shown; fetched when somebody wants to be asked. Left out: nothing. */
  questions?: () => Promise<{ questions: SceneQuestions }>;
}
