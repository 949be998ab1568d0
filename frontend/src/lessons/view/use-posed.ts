/** Brings a step's view to the stage, and its question to the drawing. */
import { useEffect, useState } from 'react';
import { perFrame } from '../../scenes/per-frame';
import { plain } from '../../core/message';
import { scenes } from '../../scenes';
import type { Asking, Frame, Question } from '../../scenes/scene';
import { useStage } from '../../stage/stage-context';
import type { Ready } from '../asked';
import type { BuiltStep } from '../build';

/** True when the picture may be looked at: nothing of an answer shows. */
export function usePosed(step: BuiltStep, question: Ready | null): boolean {
  const { controller } = useStage();
  const [there, setThere] = useState<Ready | BuiltStep | null>(null);
  const wanted = question ?? step;
  useEffect(() => {
    const { view } = step;
    let gone = false;
    if (!view) return undefined;
    const choice = question?.form === 'choose' && question.k !== null ? question : null;
    const k = choice?.k ?? view.position.k;
    const show = async () => {
      const position = { ...view.position, k: choice ? k - 1 : k };
      await controller.apply({ ...view, position });
      if (gone) return;
      if (choice) await pose();
      if (!gone) setThere(wanted);
    };
    const pose = async () => {
      if (!choice) return;
      const scenery = await scenes.find(({ id }) => id === view.scene)?.asking?.();
      if (!scenery || gone) return;
      const { asking } = scenery;
      controller.predicting.pose(choice.pane ?? 'A', k, asIs(choice), {
        ...asking,
        ...(choice.hidesList ? { masked: withoutList(asking) } : {}),
      });
    };
    void show();
    return () => {
      gone = true;
      controller.predicting.stop();
    };
  }, [controller, step, question, wanted]);
  return there === wanted;
}

type Choosing = Extract<Ready, { form: 'choose' }>;

/** As the stage asks it. */
function asIs({ choices, answers, lead, hint }: Choosing): Question {
  return {
    title: plain(''),
    lead: plain(lead),
    choices: choices.flatMap(({ cell, sentence: _, ...choice }) => (cell ? [{ ...choice, cell }] : [])),
    answer: answers[0] ?? '',
    hint: plain(hint),
    because: (key) => plain(choices.find((choice) => choice.key === key)?.sentence ?? ''),
  };
}

/** The second level: the order of the lists is hidden, too. */
function withoutList({ masked }: Asking): (frame: Frame) => Frame {
  return perFrame((frame: Frame) => {
    const plainFrame = masked?.(frame) ?? frame;
    const after = {
      ...plainFrame.after,
      list: plainFrame.after.list.map((row) => ({ ...row, known: 0, n: 0, type: [], prio: [] })),
    };
    return { ...plainFrame, before: after, after };
  });
}
