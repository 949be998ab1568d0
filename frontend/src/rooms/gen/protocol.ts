/** Derived from mmscope.rooms.protocol by `make gen`; do not edit. What is said over a room's WebSocket. */

export const VERSION = 2;

export const MEMBER = 22;

export const VIEW = 16384;

export const LESSON = 1200;

export const NAME = 40;

export const TITLE = 300;

export const LABEL = 80;

export const CHOICES = 64;

export type Stage = 'question' | 'answers' | 'reveal';

/** A student's first message. `member`: drawn by their browser; who comes back says the same again. */
export interface Join {
  op: 'join';
  v: number;
  member: string;
  key?: string;
}

/** The first message of whoever opened the room. `window`: the same after a reload; `take`: lead also if another window does. */
export interface Lead {
  op: 'lead';
  v: number;
  secret: string;
  window: string;
  take: boolean;
}

/** A member's answer, which may change until the reveal. */
export interface Answer {
  op: 'answer';
  question: number;
  round: number;
  choice: number;
}

/** A member looks around on their own, or is back. */
export interface Wander {
  op: 'wander';
  on: boolean;
}

/** A member's name, where the teacher asks for names; '' takes it back. */
export interface Name {
  op: 'name';
  name: string;
}

/** What the leader shows: a view, as a link's fragment, and the lesson and step that it stands in. */
export interface Look {
  op: 'look';
  view: string;
  lesson?: string;
  step?: number;
}

/** The leader asks what decision `k` of a pane comes to, or the `nth` question of a lesson's step. `took`: its choice, sent at the reveal only. */
export interface Ask {
  op: 'ask';
  pane: 'A' | 'B';
  k: number;
  kind: string;
  title: string;
  labels: readonly string[];
  took: number;
  lesson?: string;
  step?: number;
  nth?: number;
}

/** What the class sees of the question. */
export interface SetStage {
  op: 'stage';
  stage: 'question' | 'answers' | 'reveal';
}

/** The leader asks the same once more; what was answered before is kept. */
export interface Again {
  op: 'again';
}

/** The question is over. */
export interface Done {
  op: 'done';
}

/** The leader wants names, or does not any more: then all that were given are forgotten. */
export interface AskNames {
  op: 'names';
  on: boolean;
}

/** A question as everybody knows it. `counts`: answers by choice, `before`: those of the round before; null until the reveal. */
export interface Asked {
  number: number;
  round: number;
  pane: 'A' | 'B';
  k: number;
  kind: string;
  lesson: string;
  step: number;
  nth: number;
  choices: number;
  stage: 'question' | 'answers' | 'reveal';
  counts: readonly number[] | null;
  before: readonly number[] | null;
  took: number | null;
}

/** To a member who has come, or come back: all there is to know. `choice`: their own answer, as kept. */
export interface Welcome {
  type: 'welcome';
  v: number;
  view: string;
  lesson: string;
  step: number;
  question: Asked | null;
  choice: number | null;
  names: boolean;
  name: string;
  members: number;
  answered: number;
  led: boolean;
  ends: number;
}

/** To the leader. `rounds`: of which there are results. `link`: the code, and the key. */
export interface Leading {
  type: 'leading';
  v: number;
  link: string;
  view: string;
  lesson: string;
  step: number;
  question: Asked | null;
  names: boolean;
  rounds: number;
  members: number;
  wandering: number;
  answered: number;
  ends: number;
}

/** What the leader shows. */
export interface Seen {
  type: 'view';
  view: string;
  lesson: string;
  step: number;
}

/** The question, or that there is none any more. */
export interface Question {
  type: 'question';
  question: Asked | null;
}

/** To members: how many there are, and have answered; whether somebody leads. */
export interface Count {
  type: 'count';
  members: number;
  answered: number;
  led: boolean;
}

/** To the leader: the same, and what was answered, of this round and the one before. `kept`: false while the server's disk takes nothing. */
export interface Tally {
  type: 'tally';
  members: number;
  wandering: number;
  answered: number;
  rounds: number;
  counts: readonly number[];
  before: readonly number[] | null;
  kept: boolean;
}

/** To a member: this answer is on disk. */
export interface Confirmed {
  type: 'confirmed';
  question: number;
  round: number;
  choice: number;
}

/** To members: names are asked for, or are not any more. `name`: the member's own that is kept. */
export interface NamesAsked {
  type: 'names';
  on: boolean;
  name: string;
}

/** Something was not taken; the class goes on. */
export interface Wrong {
  code: 'message' | 'too_long' | 'too_fast' | 'moved_on' | 'not_kept' | 'bound';
  message: string;
}

/** What was not taken, in a sentence. */
export interface Refused {
  type: 'error';
  error: Wrong;
}

/** Why the connection ends. `no_room`: there is none, or not any more; `led`: another window leads it. */
export interface Ended {
  type: 'ended';
  why: 'no_room' | 'closed' | 'wait' | 'full' | 'led' | 'taken' | 'elsewhere' | 'version' | 'message' | 'busy';
  message: string;
}

export type First = Join | Lead;

export type FromMember = Answer | Wander | Name;

export type FromLeader = Look | Ask | SetStage | Again | Done | AskNames;

export type ToMember = Welcome | Seen | Question | Count | Confirmed | NamesAsked | Refused | Ended;

export type ToLeader = Leading | Question | Tally | Refused | Ended;
