/** The wall's end: tells the speaker's window what is shown and what comes, and does what it asks for. */
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import { dispatchClick } from './clicker';
import type { QuizState } from '../../quiz/state';
import { speakerNotes, speakerRoom } from './speaker-notes';
import type { Stage } from '../control/stage-context';
import type { StageState } from '../state/store';
import { wall } from '../state/class-link';
import { decisionAt, extent, stepped } from '../state/position';
import { runs } from '../state/store';
import { channelName, newName, openChannel, type WallQuestion, type WallState, type Panes } from './channel';

const KEPT = 'mmscope.wall';
const CLOSED = 'The speaker’s window is closed. S opens it again.';
const SILENT = 'The speaker’s window does not answer. S opens it again.';
const BLOCKED = 'The browser kept the speaker’s window from opening: allow this page to open windows.';
/** How long that stands on the wall; how long a window that says good-bye may take to be there again. */
const WORDS_MS = 5000;
const RELOAD_MS = 1500;
const LOOK_MS = 1000;
/** So often it may be asked without an answer: one that crashed says no good-bye. */
const UNANSWERED = 5;

/** Kept over a reload of the wall, so that its speaker's window finds it again. */
function remembered(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function remember(name: string): void {
  try {
    sessionStorage.setItem(KEPT, name);
  } catch {
    // Not found again after a reload, then.
  }
}

/** `say`: what the class may read for a moment; '' ends it. */
export function leadWall(stage: Stage, say: (words: string) => void): () => void {
  const { store } = stage.controller;
  const token = newName();
  let name = remembered() ?? newName();
  let channel = openChannel(name, take);
  let opened: Window | null = null;
  /** The name of that one; '' until it has said hello. Another one may lead. */
  let openedAs = '';
  let leader = '';
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let sent = 0;

  function later(act: () => void, ms: number) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
    return timer;
  }

  function announce(words: string) {
    say(words);
    later(() => {
      say('');
    }, WORDS_MS);
  }

  let leaving: ReturnType<typeof setTimeout> | null = null;
  let unanswered = 0;
  function gone(words = CLOSED) {
    if (leader === '') return;
    leader = '';
    opened = null;
    wall.setState({ speaker: false });
    announce(words);
    // There may be another one, which leads from now on.
    channel.say({ kind: 'anybody' });
  }

  function follow(from: string) {
    // After a reload it has another name.
    if (openedAs === '' || (leaving !== null && leader === openedAs)) openedAs = from;
    if (leaving !== null) clearTimeout(leaving);
    leaving = null;
    unanswered = 0;
    leader = from;
    if (!wall.getState().speaker) wall.setState({ speaker: true });
    say('');
    void tell();
  }

  function take(message: Parameters<Parameters<typeof openChannel>[1]>[0]) {
    switch (message.kind) {
      case 'claim':
        // Another window with this name: a copy of this tab. Who was first keeps it.
        if (message.token !== token) channel.say({ kind: 'taken', token: message.token });
        return;
      case 'taken':
        if (message.token !== token) return;
        channel.close();
        name = newName();
        remember(name);
        channel = openChannel(name, take);
        return;
      case 'hello':
        follow(message.from);
        return;
      case 'here':
        if (message.from === leader) unanswered = 0;
        else if (leader === '') follow(message.from);
        return;
      case 'bye':
        if (message.from === leader) leaving = later(gone, RELOAD_MS);
        return;
      case 'click':
        if (message.from !== leader) return;
        dispatchClick(stage, message.click);
        return;
      case 'blank':
        if (message.from === leader) wall.setState(({ blank }) => ({ blank: !blank }));
        return;
      case 'room':
        if (message.from === leader) speakerRoom.getState().act(message.act);
        return;
      case 'now':
      case 'wall-gone':
      case 'anybody':
        return;
    }
  }

  /** Only what came last is sent: what is on its way to an older state is dropped. */
  async function tell() {
    if (leader === '') return;
    const mine = ++sent;
    const state = store.getState();
    if (state.playing) return;
    const beside = besideStage();
    const next = beside ? { words: beside.next, panes: {} } : await nextOf(stage, state);
    if (mine !== sent || leader === '') return;
    const on: WallState = {
      scene: state.scene,
      size: [innerWidth, innerHeight],
      blank: wall.getState().blank,
      at: beside ? beside.at : placeOf(state),
      now: beside ? {} : nowOf(state),
      next,
      asked: beside ? null : askedOf(state.quiz),
      notes: speakerNotes.getState().notes,
      room: speakerRoom.getState().news,
      leader,
    };
    channel.say({ kind: 'now', on });
  }

  function open() {
    if (opened && !opened.closed) {
      opened.focus();
      return;
    }
    const url = new URL(location.href);
    url.search = `?speaker=${name}`;
    url.hash = '';
    openedAs = '';
    opened = window.open(url, channelName(name), 'popup,width=1280,height=800');
    if (opened) return;
    wall.setState({ speaker: false });
    announce(BLOCKED);
  }

  remember(name);
  channel.say({ kind: 'claim', token });
  // Asked for while this was being fetched.
  if (wall.getState().speaker) open();
  const stops = [
    store.subscribe((now, before) => {
      const moved =
        now.drawing !== before.drawing || now.quiz !== before.quiz || now.playing !== before.playing;
      if (moved) void tell();
    }),
    wall.subscribe((now, before) => {
      const same = now.blank === before.blank && now.page === before.page;
      if (now.speaker && !before.speaker && leader === '') open();
      // Asked for again: it comes to the front.
      else if (now.speaker && before.speaker && same) opened?.focus();
      if (!same) void tell();
    }),
    speakerNotes.subscribe(() => void tell()),
    speakerRoom.subscribe(() => void tell()),
  ];
  const look = setInterval(() => {
    if (leader === '' || leaving !== null) return;
    if (opened?.closed && leader === openedAs) gone();
    else if (++unanswered > UNANSWERED) gone(SILENT);
    else channel.say({ kind: 'anybody' });
  }, LOOK_MS);
  const resized = () => void tell();
  const leave = () => {
    channel.say({ kind: 'wall-gone' });
  };
  addEventListener('resize', resized);
  addEventListener('pagehide', leave);
  return () => {
    leave();
    channel.close();
    for (const stop of stops) stop();
    clearInterval(look);
    for (const timer of timers) clearTimeout(timer);
    removeEventListener('resize', resized);
    removeEventListener('pagehide', leave);
    wall.setState({ speaker: false });
  };
}

/** What is on the wall in place of the stage, and what a click does there; null: the stage is, or a lesson's step. */
function besideStage(): { at: string; next: string } | null {
  const { news } = speakerRoom.getState();
  if (news?.large) return { at: `the code of room ${news.code}`, next: 'the class begins' };
  const { page } = wall.getState();
  return page === null || speakerNotes.getState().notes ? null : { at: page, next: 'further down' };
}

function placeOf({ position, panes }: StageState): string {
  const all = runs({ panes });
  return `${grouped(position.k)} of ${grouped(extent(all, 'decision'))}`;
}

/** As the class sees it: the answer to what is asked is not shown. */
function nowOf({ drawing: drawn, panes, quiz }: StageState): Panes {
  const shown: Panes = {};
  for (const id of quiz ? [quiz.pane] : PANES) {
    const info = panes[id].source?.info;
    const frame = drawn[id]?.frame;
    if (!info || !frame) continue;
    const hidden = quiz?.pane === id && !quiz.shown;
    shown[id] = { info, frame: hidden ? (quiz.mask?.(frame) ?? frame) : frame };
  }
  return shown;
}

function askedOf(quiz: QuizState | null): WallQuestion | null {
  return quiz?.question ? { question: quiz.question, answer: quiz.chosen, revealed: quiz.shown } : null;
}

/** What the next click brings to the panes. */
async function nextOf({ controller }: Stage, state: StageState): Promise<WallState['next']> {
  const { panes, position, quiz } = state;
  const own = speakerNotes.getState().notes?.next;
  const at = stepped(runs(state), position, 1);
  const ks: [PaneId, number][] = quiz
    ? [[quiz.pane, quiz.shown ? quiz.k + 1 : quiz.k]]
    : PANES.flatMap((id) => {
        const columns = panes[id].source?.columns;
        return columns ? [[id, decisionAt(columns, at)] as [PaneId, number]] : [];
      });
  if (!quiz && at.k === position.k && at.t === position.t) return null;
  const shown: Panes = {};
  for (const [id, k] of ks) {
    const { source } = panes[id];
    const frame = source ? await controller.workerOf(id)?.frame(k) : null;
    if (source && frame) shown[id] = { info: source.info, frame };
  }
  const words = !quiz ? 'the next step' : quiz.shown ? 'the next question' : 'the answer';
  // What will be asked is drawn by chance: it is not known yet.
  return { words: own ?? words, panes: quiz?.shown ? {} : shown };
}
