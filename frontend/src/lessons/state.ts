/** Which part of a lesson is on this page, for the leader of a class. */
import { createStore } from 'zustand/vanilla';
import type { LessonQuestion } from './question';
import { FILE, FROM } from './text';

export interface LessonState {
  /** As addressOf() has it. */
  lesson: string;
  title: string;
  /** From 0, and that which the link says; they differ behind the last one. */
  step: number;
  linked: number;
  /** Steps there are. */
  of: number;
  questions: readonly LessonQuestion[];
  /** Which of them is asked. */
  nth: number;
  /** What came is shown. */
  revealed: boolean;
  /** The picture is there, and hides what is asked. */
  there: boolean;
  /** Another one each time a step is opened anew. */
  opened: object;
  reveal: (on: boolean) => void;
  go: (nth: number) => void;
}

/** Null while no step is shown. */
export const lessonStore = createStore<{ now: LessonState | null }>(() => ({ now: null }));

/** What a lesson's link has behind #v1/lessons/, but for where one is in it. */
export const addressOf = (id: string, src: string): string =>
  id === FROM ? `${FROM}?src=${encodeURIComponent(src).replaceAll('%2F', '/')}` : id;

/** The same read; null where it leads to no lesson that others can open. */
export function readAddress(address: string): { id: string; src: string } | null {
  const [, id, src = ''] = /^([a-z0-9-]{1,64})(?:\?src=(.*))?$/s.exec(address) ?? [];
  if (id === undefined || id === FILE || (id === FROM) !== (src !== '')) return null;
  try {
    return { id, src: decodeURIComponent(src) };
  } catch {
    return null;
  }
}
