/** What decisions of unpatched kernels are told with, whatever they decide: a probe read twice, with no lock held. */
import { listed, msg, type Message } from '../../core/message';
import { time } from '../phrases';
import type { Sentence } from '../narration';

/** A sentence that is no step. */
export const note = (words: Message): Sentence => ({ n: null, words });

/** The second reading, `ns` after the first; `moved`: what it has otherwise. */
export const readAgain = (ns: number, moved: readonly Message[]): Sentence =>
  note(
    moved.length > 0
      ? msg`Read again ${time(ns)} later: ${listed(moved)}.`
      : msg`Read again ${time(ns)} later: nothing else has moved.`,
  );
