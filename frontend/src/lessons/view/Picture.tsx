/** The picture of a step: the stage's panes, with the tunables that the lesson frees and the steps around. */
import { useMemo, type FC } from 'react';
import { createStore } from 'zustand/vanilla';
import { type PaneId, PANES } from '../../core/panes';
import { scenes } from '../../scenes';
import { sameSpec } from '../../capture/sources/spec';
import { PaneView } from '../../stage/panes/PaneView';
import {
  StageContext,
  useStage,
  useStageState,
  type Change,
  type Stage,
} from '../../stage/control/stage-context';
import { Strip } from '../../stage/strip/Strip';
import { PHONE, useMedia, useWidth } from '../../ui/use-screen';
import type { View } from '../../stage/state/view';
import type { LessonQuestion } from '../question';
import type { Answer, Question } from '../../scenes/question';
import { AnswerDrawing } from '../../quiz/view/QuestionView';

interface Props {
  view: View;
  /** While it is not answered. */
  asked: LessonQuestion | null;
  there: boolean;
  touch: readonly string[];
  draft: Answer;
  /** Left out: it is not answered in the picture. */
  onDraft?: ((draft: Answer) => void) | undefined;
  /** The same picture on the stage; left out: no way there. */
  stageHref?: string;
}

export const Picture: FC<Props> = ({ view, asked, there, touch, draft, onDraft, stageHref }) => {
  const stage = useStage();
  const { controller } = stage;
  const phone = useMedia(PHONE);
  const [ref, width] = useWidth();
  const panes = useStageState((s) => s.panes);
  const scene = scenes.find(({ id }) => id === view.scene);
  // What is tried out here is no step of the browser's history.
  const own = useMemo<Stage>(() => {
    const changed: Stage['changed'] = createStore(() => ({ last: null as Change | null }));
    return {
      ...stage,
      choose: (pane, spec, change) => {
        changed.setState({ last: change ?? null });
        void controller.open(pane, spec);
      },
      changed,
      undo: () => {
        const { last } = changed.getState();
        changed.setState({ last: null });
        if (last) void controller.open(last.pane, last.before);
      },
      pick: () => undefined,
    };
  }, [stage, controller]);
  if (!scene) return null;
  const all = panesOf(view);
  const question = asked?.question;
  const drawn =
    (question?.form === 'choice' && question.k !== null) ||
    (question?.form === 'order' && question.hides !== null);
  const shown = drawn ? all.filter((id) => id === asked?.pane) : all;
  /** Whose numbers are asked for: it is not looked at before. */
  const hides = (id: PaneId) => asked !== null && !drawn && asked.pane === id;
  const changed = all.some((id) => !sameSpec(panes[id].spec, view.sources[id]));
  const free = question ? NOTHING : touch;
  return (
    <StageContext value={own}>
      <div className={`panes lesson-panes of-${shown.length}`} data-there={there}>
        {there ? (
          shown.map((id) =>
            hides(id) && question ? (
              <Hidden key={id} id={id} question={question} draft={draft} onDraft={onDraft} />
            ) : (
              <PaneView key={id} id={id} scene={scene} touch={free} />
            ),
          )
        ) : (
          <p className="why-hidden" role="status">
            on its way …
          </p>
        )}
      </div>
      {there && !all.some(hides) && (
        <div ref={ref} className="lesson-strip">
          {width > 0 && <Strip width={width} phone={phone} />}
        </div>
      )}
      <p className="lesson-below">
        {changed && there && (touch.length > 0 || stageHref !== undefined) && (
          <button type="button" className="link-btn" onClick={() => void controller.apply(view)}>
            As the lesson has it
          </button>
        )}
        {!question && stageHref !== undefined && <a href={stageHref}>Open this on the stage</a>}
      </p>
    </StageContext>
  );
};

const NOTHING: readonly string[] = [];

/** In place of the pane that is asked about: what one expects to see there. */
const Hidden: FC<{ id: PaneId; question: Question } & Pick<Props, 'draft' | 'onDraft'>> = ({
  id,
  question,
  draft,
  onDraft,
}) => (
  <section className="pane lesson-hidden" aria-label={`Pane ${id}, hidden until you answer`}>
    <p className="lesson-hidden-head">
      <span className="pane-letter">{id}</span> hidden until you answer
    </p>
    {onDraft && <AnswerDrawing question={question} answer={draft} onAnswer={onDraft} />}
    {(!onDraft || question.form === 'order' || question.form === 'choice' || question.kind === 'number') && (
      <p className="why-hidden">after your answer</p>
    )}
  </section>
);

/** Panes of a view that show something. */
const panesOf = ({ sources }: View) => PANES.filter((id) => sources[id].kind !== 'none');
