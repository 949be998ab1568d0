/** What the stage asks, for a room. Pure. */
import { textOf } from '../core/message';
import type { StageState } from '../stage/state/store';
import { CHOICES, LABEL, TITLE, type Ask } from './gen/protocol';
import { plain } from './phrases';

/** What the stage asks, as the class is asked it; null where it asks nothing that phones can answer. */
export function askOf({ quiz }: Pick<StageState, 'quiz'>): Ask | null {
  const question = quiz?.question;
  if (!quiz || question?.form !== 'choice') return null;
  const labels = question.choices.slice(0, CHOICES).map(({ words }) => plain(words, LABEL));
  const took = question.choices.findIndex(({ key }) => question.solution.includes(key));
  if (labels.length < 2 || took < 0 || took >= labels.length) return null;
  const title = plain(textOf(question.title), TITLE);
  return { op: 'ask', pane: quiz.pane, k: quiz.k, kind: 'choice', title, labels, took };
}
