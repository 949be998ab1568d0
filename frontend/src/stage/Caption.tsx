/** The one sentence this frame says, one line of context, and the same for those who listen. */
import { memo, useState } from 'react';
import { textOf } from '../core/message';
import type { Scene } from '../scenes/scene';
import { differencePhrase } from './state/differences';
import { useParts } from './panes/scene-parts';
import { useNoun, useStageState } from './control/stage-context';
import { useTextFrame } from './control/use-pane';
import { useThrottle } from '../ui/use-throttle';

const SAY_EVERY_MS = 1000;

export const Caption = memo<{ scene: Scene }>(({ scene }) => {
  const [A, B] = [useTextFrame('A'), useTextFrame('B')];
  const found = useStageState((s) => s.differences);
  const asked = useStageState((s) => s.quiz?.pane);
  const own = asked === 'B' ? B : A;
  const [first, second] = asked ? [own, null] : A ? [A, B] : [B, null];
  const { narrate: tell, Terms, again } = useParts(scene, first !== null);
  const narration = first && tell?.(first, second);
  const question = useStageState((s) => (s.quiz && !s.quiz.shown ? s.quiz.question : undefined));
  const words = question
    ? { title: textOf(question.title), context: textOf(question.lead) }
    : question === null
      ? { title: scene.title, context: '' }
      : narration
        ? { title: textOf(narration.title), context: textOf(narration.context) }
        : { title: scene.title, context: first ? '' : 'Choose a source for each pane.' };
  const both = A && B ? Math.min(A.info.decisions, B.info.decisions) : 0;
  const noun = useNoun();
  const differ = found && question === undefined ? differencePhrase(found, both, noun) : '';
  // One sentence for a step: when it is over.
  const over = useStageState((s) => s.step === 1 && !s.back);
  const whole = `${words.title} ${words.context}`;
  const [last, setLast] = useState(whole);
  if (over && last !== whole) setLast(whole);
  const said = useThrottle(last, SAY_EVERY_MS);
  return (
    <section
      className={first && !narration && !again ? 'caption awaited' : 'caption'}
      aria-label="What this frame says"
    >
      <h1>
        {sentencesOf(words.title).map((sentence, i) => (
          <span key={i}>{sentence}</span>
        ))}
      </h1>
      <p>
        {Terms ? <Terms pane={asked ?? (A ? 'A' : 'B')} of={words.context} /> : words.context} {differ}
      </p>
      <div className="visually-hidden" role="status" aria-live="polite">
        {said}
      </div>
    </section>
  );
});
Caption.displayName = 'Caption';

/** On a wall each has a line of its own. The space between two stays with the first. */
const sentencesOf = (text: string) => text.split(/(?<=[.?!] )(?=\p{Lu})/u);
