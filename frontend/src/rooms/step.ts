/** The step of a lesson that a window shows to a room, once it is where the room is in it. */
import { lessonStore, type LessonState } from '../lessons/state';
import type { Asked } from './gen/protocol';
import { isQuestionOf, isOwnFile, lessonAt, type PageState } from './question';

export class LessonStep {
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
