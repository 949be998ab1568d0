/** Brings a step's view to the stage, and its question to the drawing. */
import { useEffect, useRef, useState } from 'react';
import { maskList } from '../../scenes/mask';
import { scenes } from '../../scenes';
import type { Frame } from '../../scenes/scene';
import { useStage } from '../../stage/control/stage-context';
import type { LessonQuestion } from '../question';
import type { BuiltStep } from '../builder';

/** What could not be fetched is tried again. */
const AGAIN_MS = 1000;

/** True when the picture may be looked at: nothing of an answer shows before it is `shown`. */
export function useStep(step: BuiltStep, asked: LessonQuestion | null, shown: boolean): boolean {
  const { controller } = useStage();
  const [hidden, setHidden] = useState(0);
  const was = useRef(shown);
  // Hidden again, as a teacher does: asked anew.
  useEffect(() => {
    if (was.current && !shown) setHidden((n) => n + 1);
    was.current = shown;
  }, [shown]);
  const [there, setThere] = useState<LessonQuestion | BuiltStep | null>(null);
  const wanted = asked ?? step;
  const question = asked?.question;
  const pane = asked?.pane ?? 'A';
  useEffect(() => {
    const { view } = step;
    if (!view) return undefined;
    // Looked at behind every wait: the step may be left meanwhile.
    let gone = false;
    const left = () => gone;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const choice = question?.form === 'choice' && question.k !== null ? question : null;
    const k = choice?.k ?? view.position.k;
    const show = async () => {
      const position = { ...view.position, k: choice ? k - 1 : k };
      await controller.apply({ ...view, position });
      if (left()) return;
      try {
        await pose();
      } catch {
        // The network is lost: it comes when that is back.
        if (!left()) timer = setTimeout(() => void show(), AGAIN_MS);
        return;
      }
      if (!left()) setThere(wanted);
    };
    const pose = async () => {
      const list = question?.form === 'order' ? question.hides : null;
      if (!question || (!choice && list === null)) return;
      const scenery = await scenes.find(({ id }) => id === view.scene)?.questions?.();
      if (!scenery || left()) return;
      const hides = choice ? choice.hides : list;
      const mask = scenery.questions.mask ?? ((frame: Frame) => frame);
      // A list is asked about at a decision, not before it: nothing behind that is shown either.
      // Until then nothing is hidden.
      const at = choice ? k : k + 1;
      const own = hides === null ? mask : (frame: Frame) => maskList(mask(frame), hides);
      await controller.quiz.pose(pane, at, question, own);
    };
    void show();
    return () => {
      gone = true;
      clearTimeout(timer);
      controller.quiz.stop();
    };
  }, [controller, step, question, pane, wanted, hidden]);
  const ready = there === wanted;
  const onDrawing = question?.form === 'choice' && question.k !== null;
  useEffect(() => {
    if (!shown || !ready) return;
    if (onDrawing) controller.quiz.show();
    else controller.quiz.stop();
  }, [controller, shown, ready, onDrawing]);
  return ready || step.view === null;
}
