/**
 * What the pictures of a lesson's steps show, as data: where a step asks, the state before its answer, without what is asked
 * about; a pane whose number is asked for is left out. Pure but for what `Host` does.
 */
import { PANES, type PaneId } from '../core/panes';
import { maskList } from '../scenes/mask';
import type { Frame, SourceInfo } from '../scenes/scene';
import type { BuiltStep } from './builder';
import type { LessonQuestion } from './question';
import { Runs, type Host, type Run } from './run';

export interface StepFrame {
  scene: string;
  pane: PaneId;
  info: SourceInfo;
  frame: Frame;
}

/** Of each step; none where it has no view. */
export async function stepFrames(
  steps: readonly Pick<BuiltStep, 'view' | 'questions'>[],
  host: Host,
): Promise<StepFrame[][]> {
  const runs = new Runs(host);
  const out: StepFrame[][] = [];
  for (const { view, questions } of steps) {
    const frames: StepFrame[] = [];
    for (const pane of view ? PANES : []) {
      const spec = view?.sources[pane];
      if (!view || !spec || spec.kind === 'none' || questions.some((asked) => hides(asked, pane))) continue;
      const run = await runs.of(spec, view.scene);
      const asked = questions.find(isDrawn);
      const k = Math.min(view.position.k, run.decisions);
      const frame = asked ? before(asked, k, run) : run.frame(k);
      frames.push({ scene: view.scene, pane, info: run.info, frame });
    }
    out.push(frames);
  }
  return out;
}

/** It is answered in the drawing of its pane. */
const isDrawn = ({ question }: LessonQuestion): boolean =>
  (question.form === 'choice' && question.k !== null) ||
  (question.form === 'order' && question.hides !== null);

/** Whether a pane is not looked at before the answer. */
const hides = (asked: LessonQuestion, pane: PaneId): boolean =>
  isDrawn(asked) ? asked.pane !== pane : asked.pane === pane;

/** `k`: the decision of the view. A list is asked about at it, a decision before it. */
function before({ question }: LessonQuestion, k: number, run: Run): Frame {
  const frame = run.frame(question.k === null ? k : question.k - 1);
  const masked = run.questions?.mask?.(frame) ?? frame;
  return question.hides === null ? masked : maskList(masked, question.hides);
}
