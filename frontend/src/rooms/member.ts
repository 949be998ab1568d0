/** A student in a room: what the class is asked and shown, their own answer, and whether it has arrived. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { VERSION, type Asked, type Ended, type ToMember } from './gen/protocol';
import { forget, memberOf, pendingOf, setJoined, setPending, type Pending } from './storage';
import { Connection } from './connection';
import { asSentence } from './phrases';

/** An answer that is not confirmed by then is sent over a new connection. */
const CONFIRM_MS = 5000;

export interface MemberState {
  /** `lost`: it comes back by itself. */
  line: 'connecting' | 'in' | 'lost' | 'over';
  /** It is lost because no WebSocket gets through to the server. */
  blocked: boolean;
  /** Why it is over. */
  over: Ended | null;
  /** The class's view, as a link's fragment; '' before the teacher shows something. */
  view: string;
  /** That it stands in, as addressOf() has it; '' for none. And its step, from 0. */
  lesson: string;
  step: number;
  question: Asked | null;
  /** By its place; null: none yet. */
  choice: number | null;
  /** The server has it on disk. */
  confirmed: boolean;
  members: number;
  answered: number;
  /** Somebody leads. */
  led: boolean;
  names: boolean;
  name: string;
  wandering: boolean;
  /** What was not taken, in a sentence; '' for nothing. */
  said: string;
}

const START: MemberState = {
  ...{
    line: 'connecting',
    blocked: false,
    over: null,
    view: '',
    lesson: '',
    step: 0,
    question: null,
    choice: null,
    confirmed: false,
  },
  ...{ members: 0, answered: 0, led: false, names: false, name: '', wandering: false, said: '' },
};

const sameRound = (a: Asked | null, b: Asked | null) =>
  a !== null && b !== null && a.number === b.number && a.round === b.round;

/**
 * What has become of an answer that the class did not wait for. `found`: what the server has of the same question; null
 * where the class is at another, so that nobody knows any more.
 */
function lateWords({ choice, sent }: Pending, found: { kept: number | null } | null): string {
  if (found?.kept === choice) return '';
  if (found && found.kept !== null)
    return 'The class has moved on: your change came too late, so your earlier answer counts.';
  if (!found && sent) return 'The class has moved on: your last answer may have come too late.';
  return 'The class has moved on: your answer came too late and does not count.';
}

export class Member {
  readonly store: StoreApi<MemberState> = createStore<MemberState>(() => START);
  readonly code: string;
  readonly #base: string;
  readonly #key: string;
  #line: Connection<ToMember> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `key`: what the link has beside the code; '' for nothing. */
  constructor(code: string, key: string, base: string) {
    this.code = code;
    this.#key = key;
    this.#base = base;
  }

  /** Joins, or comes back. */
  open(): void {
    const me = memberOf(this.code, this.#key);
    this.#line = new Connection<ToMember>(this.code, this.#base, {
      first: () => ({
        op: 'join',
        v: VERSION,
        member: me.member,
        ...(me.key === '' ? {} : { key: me.key }),
      }),
      heard: (message) => {
        this.#heard(message);
      },
      lost: (blocked) => {
        this.store.setState({ line: 'lost', blocked });
      },
      ended: (over) => {
        if (over.why === 'no_room' || over.why === 'closed') forget(this.code);
        this.store.setState({ line: 'over', over });
      },
    });
  }

  close(): void {
    this.#line?.close();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Sends an answer; without a network, as soon as there is one. */
  choose(choice: number): void {
    const { question } = this.store.getState();
    if (!question || question.stage === 'reveal') return;
    this.store.setState({ choice, confirmed: false, said: '' });
    setPending(this.code, { question: question.number, round: question.round, choice });
    this.#send();
  }

  wander(on: boolean): void {
    if (this.store.getState().wandering === on) return;
    this.store.setState({ wandering: on });
    this.#line?.say({ op: 'wander', on });
  }

  /** '' takes it back. */
  call(name: string): void {
    this.#line?.say({ op: 'name', name });
  }

  #send(): void {
    const pending = pendingOf(this.code);
    if (!pending) return;
    const { question, round, choice } = pending;
    if (!this.#line?.say({ op: 'answer', question, round, choice })) return;
    setPending(this.code, { ...pending, sent: true });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { question, confirmed } = this.store.getState();
      if (question && question.stage !== 'reveal' && !confirmed) this.#line?.again();
    }, CONFIRM_MS);
  }

  #heard(message: Exclude<ToMember, Ended>): void {
    const { store } = this;
    switch (message.type) {
      case 'welcome': {
        const { view, lesson, step, question, choice, names, name, members, answered, led } = message;
        setJoined(this.code);
        store.setState({
          ...{
            line: 'in',
            view,
            lesson,
            step,
            choice,
            confirmed: choice !== null,
            names,
            name,
            members,
            answered,
            led,
          },
          ...{ question: null, said: '' },
        });
        this.#ask(question, choice);
        if (store.getState().wandering) this.#line?.say({ op: 'wander', on: true });
        return;
      }
      case 'view':
        store.setState({ view: message.view, lesson: message.lesson, step: message.step });
        return;
      case 'question':
        this.#ask(message.question, null);
        return;
      case 'count':
        store.setState({ members: message.members, answered: message.answered, led: message.led });
        return;
      case 'confirmed': {
        const { question, choice } = store.getState();
        const mine = question?.number === message.question && question.round === message.round;
        if (!mine || choice !== message.choice) return;
        setPending(this.code, null);
        store.setState({ confirmed: true, said: '' });
        return;
      }
      case 'names':
        store.setState({ names: message.on, name: message.name });
        return;
      case 'error':
        store.setState({ said: asSentence(message.error.message) });
        if (message.error.code === 'moved_on') setPending(this.code, null);
        return;
    }
  }

  /** The question as it is now. An answer on its way is sent, where it is still wanted. */
  #ask(question: Asked | null, kept: number | null): void {
    const { question: old, said } = this.store.getState();
    const pending = pendingOf(this.code);
    if (sameRound(old, question)) {
      this.store.setState({ question });
    } else {
      const mine = pending && pending.question === question?.number && pending.round === question.round;
      const wanted = mine && question.stage !== 'reveal';
      if (pending && !wanted) setPending(this.code, null);
      this.store.setState({
        said: pending && !wanted ? lateWords(pending, mine ? { kept } : null) : question ? '' : said,
        question,
        choice: wanted ? pending.choice : kept,
        confirmed: !wanted && kept !== null,
      });
      if (wanted) this.#send();
    }
    if (question?.stage === 'reveal') setPending(this.code, null);
  }
}
