/** The one sentence this frame says, one line of context, and the same for those who listen. */
import { memo } from 'react';
import { textOf } from '../core/message';
import type { Scene } from '../scenes/scene';
import { differenceWords } from './compare';
import { useParts } from './scene-parts';
import { useNoun, useStageState } from './stage-context';
import { useTold } from './use-pane';
import { useSlowly } from './use-slowly';

const SAY_EVERY_MS = 1000;

export const Caption = memo<{ scene: Scene }>(({ scene }) => {
  const [A, B] = [useTold('A'), useTold('B')];
  const found = useStageState((s) => s.differences);
  const asked = useStageState((s) => s.predict?.pane);
  const own = asked === 'B' ? B : A;
  const [first, second] = asked ? [own, null] : A ? [A, B] : [B, null];
  const { tell, Terms, again } = useParts(scene, first !== null);
  const told = first && tell?.(first, second);
  const question = useStageState((s) => (s.predict && !s.predict.shown ? s.predict.question : undefined));
  const words = question
    ? { title: textOf(question.title), context: textOf(question.lead) }
    : question === null
      ? { title: scene.title, context: '' }
      : told
        ? { title: textOf(told.title), context: textOf(told.context) }
        : { title: scene.title, context: first ? '' : 'Choose a source for each pane.' };
  const both = A && B ? Math.min(A.info.decisions, B.info.decisions) : 0;
  const noun = useNoun();
  const differ = found && question === undefined ? differenceWords(found, both, noun) : '';
  const said = useSlowly(`${words.title} ${words.context}`, SAY_EVERY_MS);
  return (
    <section
      className={first && !told && !again ? 'caption awaited' : 'caption'}
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
