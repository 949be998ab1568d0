/** What a lesson has for the speaker: shown in the speaker's window beside what is on the wall. */
import { createStore } from 'zustand/vanilla';

export interface SpeakerNotes {
  /** Of the step: "When the home device is full". */
  title: string;
  /** From 1, of so many. */
  step: number;
  of: number;
  /** As sentences or points, in order. */
  notes: readonly string[];
  /** What is asked here, and what is right. */
  answers?: readonly { ask: string; answer: string }[];
  /** What comes on the next click, where that is not a step of the run: "the answers". */
  next?: string;
}

/** Null while nothing has notes. A lesson sets it with each step, and null when it is left. */
export const speakerNotes = createStore<{ notes: SpeakerNotes | null }>(() => ({ notes: null }));

/** What a live room has for them. */
export interface RoomStatus {
  code: string;
  members: number;
  wandering: number;
  /** Nobody hears from the server at the moment. */
  lost: boolean;
  /** The code fills the wall. */
  large: boolean;
  /** What the class is asked, and what it says so far; null while nothing is. */
  asked: {
    stage: 'question' | 'answers' | 'reveal';
    answered: number;
    choices: readonly { words: string; letter: string; node: number; count: number }[];
  } | null;
}

export type RoomAction = 'toggle' | 'again' | 'ask';

/** Null while this window leads none. `act`: what the speaker's window, or a key, asks of it. */
export const speakerRoom = createStore<{ news: RoomStatus | null; act: (act: RoomAction) => void }>(() => ({
  news: null,
  act: () => undefined,
}));
