/** The question about a pane's source, beside its drawing. */
import type { FC } from 'react';
import type { QuizState } from '../../quiz/state';
import { QuestionPanel } from '../../quiz/view/QuestionLoader';
import { useStage, useStageState } from '../control/stage-context';

export const PaneQuestion: FC<{ predict: QuizState }> = ({ predict }) => {
  const { controller } = useStage();
  const info = useStageState((s) => s.panes[predict.pane].source?.info ?? null);
  return <QuestionPanel quiz={controller.quiz} predict={predict} info={info} />;
};
