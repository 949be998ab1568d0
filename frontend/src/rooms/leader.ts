/** A window that leads a room: tells the class what it shows and asks, and gathers what comes back. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StageController } from '../stage/control/controller';
import {
  VERSION,
  VIEW,
  type Asked,
  type Ended,
  type Leading,
  type Look,
  type Stage,
  type ToLeader,
} from './gen/protocol';
import { choicesOf, type ClassChoice } from '../quiz/choices';
import { choicesIn } from '../quiz/state';
import { lessonStore, type LessonState } from '../lessons/state';
import { speakerRoom } from '../stage/presenter/speaker-notes';
import { spaced } from './phrases';
import { forget, windowId } from './storage';
import { closeRoom, removeResults, resultsCsv, type RoomAccess } from './results';
import { setLedRoom } from './leader-storage';
import { askOfLesson, askOfStage, isQuestionOf, type PageState, isOwnFile, lessonAt } from './question';
import { Connection } from './connection';
import { PANES } from '../core/panes';

/** Views are sent no more often. */
const LOOK_MS = 80;

interface LeaderState {
  /** `led`: another window leads, and this one may take over. */
  line: 'connecting' | 'in' | 'lost' | 'led' | 'over';
  /** It is lost because no WebSocket gets through to the server. */
  blocked: boolean;
  over: Ended | null;
  /** The code, and what the QR picture has beside it. */
  link: string;
  members: number;
  wandering: number;
  answered: number;
  counts: readonly number[];
  before: readonly number[] | null;
  question: Asked | null;
  rounds: number;
  names: boolean;
  /** False while the server's disk takes nothing. */
  kept: boolean;
  /** Seconds of the epoch. */
  ends: number;
  /** The code fills the wall. */
  large: boolean;
  said: string;
}

const START: LeaderState = {
  ...{ line: 'connecting', over: null, link: '', members: 0, wandering: 0, answered: 0, counts: [] },
  blocked: false,
  ...{ before: null, question: null, rounds: 0, names: false, kept: true, ends: 0, large: true, said: '' },
};

export interface LeaderHost {
  controller: StageController;
  base: string;
  /** The page beside the stage that this window shows; null: the stage. */
  page: () => PageState | null;
  /** The present view, as a link's fragment. */
  write: () => string;
  /** Shows a view as a link does; '': the stage as it is, from a page beside it. */
  open: (view: string) => Promise<void>;
  /** Shows a step of a lesson, from 0. */
  openLesson: (address: string, step: number) => void;
}

/** The step of a lesson that this window shows to the room, once it is where the room is in it. */
class LessonStep {
  /** The step that was seen last, and which of its questions is awaited there; null: none is. */
  #opened: object | null = null;
  #awaited: number | null = null;

  /** Null: the page shows none; `wait`: it is not there yet, or for this machine alone. `question`: the room's. */
  shown(page: PageState | null, question: Asked | null): LessonState | 'wait' | null {
    const at = lessonAt(page);
    if (!at) return null;
    const { now } = lessonStore.getState();
    if (!now?.there || isOwnFile(now.lesson)) return 'wait';
    if (now.lesson !== at.lesson || now.linked !== at.linked) return 'wait';
    return this.#caughtUp(now, question) ? now : 'wait';
  }

  /** A step that was opened anew goes to where the room is in it. */
  #caughtUp(now: LessonState, question: Asked | null): boolean {
    if (now.opened !== this.#opened) {
      this.#opened = now.opened;
      this.#awaited = null;
      if (isQuestionOf(question, now) && question.nth < now.questions.length) {
        this.#awaited = question.nth;
        if (now.nth !== question.nth) now.go(question.nth);
        if (question.stage === 'reveal') now.reveal(true);
      }
    }
    if (this.#awaited !== null && now.nth !== this.#awaited) return false;
    this.#awaited = null;
    return true;
  }
}

interface RoomBeginning {
  /** This window comes from the room's own page, and is to show what the room shows. */
  fresh: boolean;
  /** The address of the lesson that a room which shows nothing yet begins with; '': the stage. */
  lesson: string;
}

export class Leader {
  readonly store: StoreApi<LeaderState> = createStore<LeaderState>(() => START);
  readonly code: string;
  readonly #desk: LeaderHost;
  readonly #secret: string;
  readonly #unsubscribe: () => void;
  #line: Connection<ToLeader>;
  /** What was asked last, as text, so that the same is not asked twice. */
  #asked = '';
  #looked = '';
  readonly #step = new LessonStep();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** False until this window shows what the room shows: until then it tells the class nothing. */
  #ready = false;
  readonly #begin: RoomBeginning;

  constructor(code: string, secret: string, desk: LeaderHost, begin: RoomBeginning) {
    this.code = code;
    this.#begin = begin;
    this.#secret = secret;
    this.#desk = desk;
    this.#line = this.#connect(false);
    const stops = [
      desk.controller.store.subscribe(() => {
        this.#follow();
      }),
      this.store.subscribe(() => {
        this.#tellSpeaker();
      }),
      lessonStore.subscribe(() => {
        this.#follow();
        this.#tellSpeaker();
      }),
    ];
    this.#unsubscribe = () => {
      for (const stop of stops) stop();
    };
  }

  close(): void {
    speakerRoom.setState({ news: null });
    this.#line.close();
    this.#unsubscribe();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Leads from here, and no more from the other window. */
  take(): void {
    this.store.setState({ line: 'connecting', over: null });
    this.#line = this.#connect(true);
  }

  /** The next state of the question, or the next question. False: nothing is asked. */
  next(): boolean {
    const { question, large } = this.store.getState();
    if (large) {
      this.store.setState({ large: false });
      return true;
    }
    if (!question) return false;
    if (question.stage === 'reveal') {
      if (question.lesson !== '') return this.#nextOfStep(question);
      void this.#desk.controller.quiz.next();
    } else this.show(question.stage === 'question' ? 'answers' : 'reveal');
    return true;
  }

  /** The next question of the lesson's step. False: it has none. */
  #nextOfStep(question: Asked): boolean {
    const { now } = lessonStore.getState();
    if (!now || !isQuestionOf(question, now) || now.nth + 1 >= now.questions.length) return false;
    now.go(now.nth + 1);
    return true;
  }

  /** Asks about what comes next, from where the class is; asks no more, where it did. A lesson asks by itself. */
  ask(): void {
    if (this.#desk.page() !== null) return;
    const { quiz, store } = this.#desk.controller;
    const { quiz: asked, focus, position } = store.getState();
    this.large(false);
    if (asked) quiz.stop();
    else void quiz.start(focus, 1, position.k + 1);
  }

  /** A state back, and what it showed is hidden. False: nothing is asked. */
  back(): boolean {
    const { question, answered } = this.store.getState();
    if (!question) return false;
    if (question.stage === 'question') {
      if (question.lesson !== '') return answered > 0;
      // Answers are not thrown away by a slip of the thumb.
      if (answered === 0) this.#desk.controller.quiz.stop();
    } else this.show(question.stage === 'reveal' ? 'answers' : 'question');
    return true;
  }

  /** Answers on the wall, or not. False: there is nothing to show. */
  toggle(): boolean {
    const { question } = this.store.getState();
    if (!question || question.stage === 'reveal') return false;
    this.show(question.stage === 'question' ? 'answers' : 'question');
    return true;
  }

  show(stage: Stage): void {
    this.#hide(stage);
    this.#line.say({ op: 'stage', stage });
  }

  again(): void {
    this.#hide('question');
    this.#line.say({ op: 'again' });
  }

  names(on: boolean): void {
    if (this.#line.say({ op: 'names', on })) this.store.setState({ names: on });
  }

  large(large: boolean): void {
    this.store.setState({ large });
  }

  /** The results, as a file's text. */
  results(): Promise<string> {
    return resultsCsv(this.#owned);
  }

  /** Closes the room. `keep`: its results stay, where there are any. */
  async shut(keep: boolean): Promise<void> {
    const kept = keep && this.store.getState().rounds > 0;
    await (kept ? closeRoom : removeResults)(this.#owned);
    if (!kept) forget(this.code);
    this.leave();
  }

  get #owned(): RoomAccess {
    return { code: this.code, secret: this.#secret, base: this.#desk.base };
  }

  /** This window does not lead any more; the room stays. */
  leave(): void {
    setLedRoom(null);
    this.close();
  }

  #connect(take: boolean): Connection<ToLeader> {
    let first = true;
    return new Connection<ToLeader>(this.code, this.#desk.base, {
      first: () => {
        const hello = {
          op: 'lead',
          v: VERSION,
          secret: this.#secret,
          window: windowId(),
          take: take && first,
        } as const;
        first = false;
        return hello;
      },
      heard: (message) => {
        this.#heard(message);
      },
      lost: (blocked) => {
        this.store.setState({ line: 'lost', blocked });
      },
      ended: (over) => {
        const led = over.why === 'led' || over.why === 'taken';
        if (!led) setLedRoom(null);
        this.store.setState({ line: led ? 'led' : 'over', over });
      },
    });
  }

  #heard(message: Exclude<ToLeader, Ended>): void {
    const { store } = this;
    switch (message.type) {
      case 'leading':
        void this.#welcomed(message);
        return;
      case 'question': {
        const { question } = message;
        store.setState({ question, said: '' });
        return;
      }
      case 'tally': {
        const { members, wandering, answered, rounds, counts, before, kept } = message;
        const large = store.getState().large && members === 0;
        store.setState({ members, wandering, answered, rounds, counts, before, kept, large });
        return;
      }
      case 'error':
        store.setState({ said: message.error.message });
        return;
    }
  }

  async #welcomed(message: Leading): Promise<void> {
    const { link, view, question, names, rounds, ends, members } = message;
    const { question: old } = this.store.getState();
    const large = this.store.getState().large && members === 0 && view === '' && rounds === 0;
    this.store.setState({
      ...{ line: 'in', over: null, link, question, names, rounds, ends, members, large },
    });
    setLedRoom(this.code);
    if (this.#ready) {
      // The network was lost: what this window shows by now is what the class is to see.
      const same = old?.number === question?.number && old?.round === question?.round;
      if (old && question && same && old.stage !== question.stage)
        this.#line.say({ op: 'stage', stage: old.stage });
      this.#asked = same ? this.#asked : '';
      this.#looked = '';
    } else {
      await this.#restore(message);
      this.#ready = true;
    }
    this.#follow();
  }

  /** After a reload: what was shown and asked is shown and asked again, and counts on. */
  async #restore({ view, lesson, step, question }: Leading): Promise<void> {
    const { controller, open, openLesson } = this.#desk;
    const { fresh } = this.#begin;
    if (fresh && lesson !== '') {
      openLesson(lesson, step);
      return;
    }
    // A room that has shown nothing yet.
    if (fresh && view === '' && this.#begin.lesson !== '') {
      openLesson(this.#begin.lesson, 0);
      return;
    }
    if (fresh) await open(view);
    // What a lesson's step asked is asked again when the step is there.
    if (question?.lesson !== '') return;
    await stageReady(controller);
    const { quiz } = controller.store.getState();
    const there = quiz?.question && quiz.k === question.k && quiz.pane === question.pane;
    if (!there) await controller.quiz.start(question.pane, quiz?.seed ?? 1, question.k);
    const ask = askOfStage(controller.store.getState().quiz);
    if (ask?.k === question.k) this.#asked = JSON.stringify(ask);
    if (question.stage === 'reveal') controller.quiz.show();
  }

  /** What only the speaker's window shows. */
  #tellSpeaker(): void {
    const { line, members, wandering, answered, counts, question, large } = this.store.getState();
    if (line !== 'in' && line !== 'lost') {
      speakerRoom.setState({ news: null });
      return;
    }
    const choices = this.#choices()?.map(({ words, cell }, i) => {
      return { words, letter: cell?.letter ?? '', node: cell?.node ?? -1, count: counts[i] ?? 0 };
    });
    speakerRoom.setState({
      news: {
        ...{ code: spaced(this.code), members, wandering, lost: line === 'lost', large },
        asked: question && choices ? { stage: question.stage, answered, choices } : null,
      },
      act: (act) => {
        if (act === 'again') this.again();
        else if (act === 'ask') this.ask();
        else this.toggle();
      },
    });
  }

  /** What there is to choose from. */
  #choices(): readonly Pick<ClassChoice, 'words' | 'cell'>[] | undefined {
    const { now } = lessonStore.getState();
    const asked = now?.questions[now.nth];
    if (asked) return choicesOf(asked.question);
    return choicesIn(this.#desk.controller.store.getState().quiz?.question ?? null);
  }

  /** Tells the class what has changed on the stage. */
  #follow(): void {
    if (!this.#ready || this.store.getState().line !== 'in') return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const lesson = this.#step.shown(this.#desk.page(), this.store.getState().question);
      if (lesson === 'wait') return;
      this.#look(lesson);
      this.#ask(lesson);
    }, LOOK_MS);
  }

  #look(on: LessonState | null): void {
    const view = this.#desk.write();
    const look: Look = { op: 'look', view, ...(on ? { lesson: on.lesson, step: on.step } : {}) };
    const text = JSON.stringify(look);
    if (text === this.#looked) return;
    if (view.length > VIEW) {
      this.store.setState({ said: 'This view is too long for a room: the class keeps the one before.' });
      return;
    }
    if (this.#line.say(look)) this.#looked = text;
  }

  #ask(on: LessonState | null): void {
    const { quiz } = this.#desk.controller.store.getState();
    const ask = on ? askOfLesson(on) : askOfStage(quiz);
    const { question } = this.store.getState();
    if (!ask) {
      // Another question may be on its way; then it takes this one's place.
      const coming = !on && quiz !== null && quiz.question === null && quiz.refusal === '';
      if (this.#asked !== '' && !coming && this.#line.say({ op: 'done' })) this.#asked = '';
      return;
    }
    const text = JSON.stringify(ask);
    if (text !== this.#asked) {
      if (this.#line.say(ask)) this.#asked = text;
    } else if ((on ? on.revealed : quiz?.shown) && question && question.stage !== 'reveal') {
      this.#line.say({ op: 'stage', stage: 'reveal' });
    }
  }

  /** The stage shows what the class is to see: the decision at the reveal only. */
  #hide(stage: Stage): void {
    const { controller } = this.#desk;
    const { now } = lessonStore.getState();
    if (now) {
      now.reveal(stage === 'reveal');
      return;
    }
    const { quiz } = controller.store.getState();
    if (!quiz?.question) return;
    if (stage === 'reveal') controller.quiz.show();
    else if (quiz.shown) {
      controller.store.setState({ quiz: { ...quiz, shown: false } });
      controller.cursor.seek(quiz.k - 1);
    }
  }
}

/** When the panes show their sources, or say that they cannot, and the stage has asked what its link asks. */
function stageReady({ store }: StageController): Promise<void> {
  const done = () =>
    PANES.every((id) => {
      const { source, loading, failure, spec } = store.getState().panes[id];
      return spec.kind === 'none' || failure !== null || (source !== null && loading === null);
    });
  return new Promise((resolve) => {
    const later = () => setTimeout(resolve);
    if (done()) {
      later();
      return;
    }
    const stop = store.subscribe(() => {
      if (!done()) return;
      stop();
      later();
    });
  });
}
