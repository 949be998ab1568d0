/** What a lesson has for whoever speaks: shown in the speaker's window beside what is on the wall. */
import { createStore } from 'zustand/vanilla';

export interface SpeakerNotes {
  /** Of the step: "When the home device is full". */
  title: string;
  /** From 1, of so many. */
  step: number;
  of: number;
  /** As sentences or points, in order. */
  notes: readonly string[];
  /** What comes on the next click, where that is not a step of the run: "the answers". */
  next?: string;
}

/** Null while nothing has notes. A lesson sets it with each step, and null when it is left. */
export const speakerNotes = createStore<{ notes: SpeakerNotes | null }>(() => ({ notes: null }));
