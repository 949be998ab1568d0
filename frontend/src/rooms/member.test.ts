import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Asked, ToMember } from './gen/protocol';
import { Member } from './member';
import { lastRoom } from './storage';

/** A network that the test switches. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  static all: Socket[] = [];
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  constructor() {
    super();
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  tell(message: Partial<ToMember>) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

/** As long as the page waits at most before it tries again, and less than it waits for a connection. */
const LONGEST_PAUSE = 1500;

const asked = (more: Partial<Asked> = {}) =>
  ({ number: 1, round: 1, stage: 'question', choices: 4, lesson: '', ...more }) as Asked;
const welcome = (question: Asked | null, choice: number | null = null) =>
  ({
    ...{
      type: 'welcome',
      view: '#v1/zones?k=1',
      lesson: '',
      step: 0,
      question,
      choice,
      names: false,
      name: '',
    },
    ...{ members: 1, answered: 0, led: true },
  }) as Partial<ToMember>;

const line = (): Socket => {
  const last = Socket.all.at(-1);
  if (!last) throw new Error('no connection');
  return last;
};
/** A connection is begun in a later turn. */
const soon = () => vi.advanceTimersByTimeAsync(1);
const answers = () => line().sent.filter(({ op }) => op === 'answer');

let member: Member;
beforeEach(async () => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  Socket.all = [];
  member = new Member('482913', '', 'http://localhost/');
  member.open();
  await soon();
  line().open();
  line().tell(welcome(asked()));
});
afterEach(() => {
  member.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The line breaks and is there again; `meanwhile`: what is done without it. */
async function back(question: Asked | null, choice: number | null, meanwhile: () => void) {
  line().close();
  expect(member.store.getState().line).toBe('lost');
  meanwhile();
  await vi.advanceTimersByTimeAsync(LONGEST_PAUSE);
  line().open();
  line().tell(welcome(question, choice));
}

describe('an answer without a network', () => {
  it('is sent when that is back', async () => {
    await back(asked(), null, () => {
      member.choose(2);
    });
    expect(answers()).toEqual([{ op: 'answer', question: 1, round: 1, choice: 2 }]);
    expect(member.store.getState()).toMatchObject({ choice: 2, confirmed: false, said: '' });
    line().tell({ type: 'confirmed', question: 1, round: 1, choice: 2 });
    expect(member.store.getState()).toMatchObject({ choice: 2, confirmed: true });
  });

  it.each([
    ['it is revealed', asked({ stage: 'reveal' }), null],
    ['another is asked', asked({ number: 2 }), null],
    ['it is asked again', asked({ round: 2 }), null],
    ['nothing is asked', null, null],
  ])('is too late where meanwhile %s, and said to be', async (_, question, choice) => {
    await back(question, choice, () => {
      member.choose(2);
    });
    expect(answers()).toEqual([]);
    const { said, choice: mine } = member.store.getState();
    expect(said).toBe('The class has moved on: your answer came too late and does not count.');
    expect(mine).toBeNull();
    line().tell({ type: 'question', question: asked({ number: 3 }) });
    expect(member.store.getState().said).toBe('');
  });

  it('that changes one leaves that one counted', async () => {
    await back(asked({ stage: 'reveal' }), 0, () => {
      member.choose(2);
    });
    const { said, choice, confirmed } = member.store.getState();
    expect(said).toMatch(/your change came too late, so your earlier answer counts/);
    expect([choice, confirmed]).toEqual([0, true]);
  });

  it('stays said when the room says that nothing is asked', async () => {
    await back(null, null, () => {
      member.choose(2);
    });
    line().tell({ type: 'question', question: null });
    expect(member.store.getState().said).toMatch(/came too late/);
  });
});

describe('an answer that was sent, and not confirmed', () => {
  it('had arrived, if the server has it', async () => {
    member.choose(2);
    expect(answers()).toHaveLength(1);
    await back(asked({ stage: 'reveal' }), 2, () => undefined);
    expect(member.store.getState()).toMatchObject({ said: '', choice: 2, confirmed: true });
  });

  it('may have come too late, where nobody knows any more', async () => {
    member.choose(2);
    await back(asked({ number: 2 }), null, () => undefined);
    expect(member.store.getState().said).toMatch(/your last answer may have come too late/);
  });
});

describe('a device that slept', () => {
  it('comes back over a new connection, to where the class is', async () => {
    const before = line();
    vi.setSystemTime(Date.now() + 600_000);
    await vi.advanceTimersByTimeAsync(10_000);
    await soon();
    expect(line()).not.toBe(before);
    line().open();
    line().tell(welcome(asked({ number: 2 })));
    expect(member.store.getState()).toMatchObject({ line: 'in', question: { number: 2 } });
  });

  it('is none that was in the background, or whose clock was set back', async () => {
    const before = line();
    for (const seconds of [60, 60, -3600, 60]) {
      vi.setSystemTime(Date.now() + seconds * 1000);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(line()).toBe(before);
  });
});

describe('a network that lets no WebSocket through', () => {
  /** Three that fail, on a page that has heard nothing yet. */
  async function refused(answer: () => Promise<unknown>) {
    vi.stubGlobal('fetch', vi.fn(answer));
    member.close();
    member = new Member('482913', '', 'http://localhost/');
    member.open();
    await soon();
    for (let i = 0; i < 3; i++) {
      expect(member.store.getState().blocked).toBe(false);
      line().close();
      await vi.advanceTimersByTimeAsync(LONGEST_PAUSE);
    }
    return member.store.getState();
  }

  it('is not taken for none, since the server answers otherwise', async () => {
    expect(await refused(() => Promise.resolve({ ok: true }))).toMatchObject({ line: 'lost', blocked: true });
    line().open();
    line().tell(welcome(asked()));
    expect(member.store.getState().line).toBe('in');
    line().close();
    expect(member.store.getState()).toMatchObject({ line: 'lost', blocked: false });
  });

  it.each([
    ['nobody answers', () => Promise.reject(new Error('no network'))],
    ['a proxy says that the server is gone', () => Promise.resolve({ ok: false })],
  ])('is not what there is where %s', async (_, answer) => {
    expect(await refused(answer)).toMatchObject({ line: 'lost', blocked: false });
  });

  it('is never what there is where one has been in', async () => {
    const ask = vi.fn();
    vi.stubGlobal('fetch', ask);
    for (let i = 0; i < 6; i++) {
      line().close();
      await vi.advanceTimersByTimeAsync(LONGEST_PAUSE);
    }
    expect(ask).not.toHaveBeenCalled();
    expect(member.store.getState()).toMatchObject({ line: 'lost', blocked: false });
  });
});

describe('the way back, for who opens the page of rooms again', () => {
  it('leads to the room one was in, until it is over', () => {
    expect(lastRoom()).toBe('482913');
    line().tell({ type: 'ended', why: 'closed', message: '' });
    expect(lastRoom()).toBeNull();
  });

  it('leads to the last of several, to none that was a slip, and to none of yesterday', async () => {
    const join = async (code: string, first: Partial<ToMember>) => {
      vi.advanceTimersByTime(1000);
      const other = new Member(code, '', 'http://localhost/');
      other.open();
      await soon();
      line().open();
      line().tell(first);
      other.close();
    };
    await join('111111', { type: 'ended', why: 'full', message: '' });
    expect(lastRoom()).toBe('482913');
    await join('222222', welcome(null));
    expect(lastRoom()).toBe('222222');
    vi.advanceTimersByTime(86_400_000);
    expect(lastRoom()).toBeNull();
  });
});
