/**
 * How a wall and its speaker's window talk: two windows of one browser. The wall has the say; it tells what is on it,
 * the other only asks for something.
 */
import type { Click } from './clicker';
import type { PaneId } from '../../core/panes';
import type { Answer, Question } from '../../scenes/question';
import type { Frame, SourceInfo } from '../../scenes/scene';
import type { RoomAction, RoomStatus, SpeakerNotes } from './speaker-notes';

/** A pane as it is on the wall, or will be. */
interface WallFrame {
  info: SourceInfo;
  frame: Frame;
}

export type Panes = Partial<Record<PaneId, WallFrame>>;

/** What is asked of the class: they do not know the solution before it is `revealed`. */
export interface WallQuestion {
  question: Question;
  answer: Answer;
  revealed: boolean;
}

export interface WallState {
  scene: string;
  /** Of the window, in CSS pixels. */
  size: readonly [width: number, height: number];
  blank: boolean;
  /** "decision 918 of 9,600" */
  at: string;
  now: Panes;
  /** What the next click brings; null at the end. */
  next: { words: string; panes: Panes } | null;
  asked: WallQuestion | null;
  notes: SpeakerNotes | null;
  room: RoomStatus | null;
  /** The speaker's window that may lead: the one that came last. */
  leader: string;
}

type WallMessage =
  | { kind: 'now'; on: WallState }
  | { kind: 'wall-gone' }
  // Who is there is to answer.
  | { kind: 'anybody' }
  | { kind: 'claim' | 'taken'; token: string };

type SpeakerMessage =
  | { kind: 'hello' | 'here'; from: string }
  | { kind: 'bye'; from: string }
  // Blank, or not any more: the wall knows which.
  | { kind: 'blank'; from: string }
  | { kind: 'click'; from: string; click: Click }
  | { kind: 'room'; from: string; act: RoomAction };

export type Message = WallMessage | SpeakerMessage;

const NAME = 'mmscope-wall-';

/** The name of a window, too. */
export const channelName = (wall: string) => `${NAME}${wall}`;

export function openChannel(wall: string, take: (message: Message) => void) {
  const channel = new BroadcastChannel(channelName(wall));
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    take(data);
  };
  return {
    say: (message: Message) => {
      channel.postMessage(message);
    },
    close: () => {
      channel.close();
    },
  };
}

/** A name that no other window has. */
export const newName = () => crypto.getRandomValues(new Uint32Array(2)).join('-');
