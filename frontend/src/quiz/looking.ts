/** What is asked before the question is there; apart, so that it needs nothing of what asks. */
import type { PaneId } from '../core/panes';
import type { QuizState } from './state';

/** A question about decision k is on its way. */
export const emptyQuiz = (pane: PaneId, seed: number, k: number): QuizState => ({
  ...{ pane, seed, set: [], k, from: k - 1, question: null, mask: null },
  ...{ chosen: null, shown: false, none: '' },
});
