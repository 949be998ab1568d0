/** Caption, panes and transport: the page below the header. */
import { Suspense, useEffect, type FC, type ReactNode } from 'react';
import { scenes } from '../scenes';
import { lazyComponent } from '../ui/lazy-view';
import { Caption } from './Caption';
import { PaneView, prepareHands, prepareLimits } from './panes/PaneView';
import { prepareTunables } from './sources/SourceBar';
import { useStage, useStageState } from './control/stage-context';
import { prepareQuestions, QuestionPanel } from '../quiz/view/QuestionLoader';
import { prepareRows, Transport } from './transport/Transport';
import { PHONE, useMedia } from '../ui/use-screen';
import { useHidden, usePresenting } from './state/class-link';
import { otherOf, PANES, type PaneId } from '../core/panes';

export const prepareTabs = () => import('./panes/PhonePanes');

/** What it fetches when it is first needed, for when the page's server is gone. */
export const prepareParts = () =>
  Promise.all([prepareTunables(), prepareQuestions(), prepareRows(), prepareLimits(), prepareHands()]);

/** On a phone alone; without them it shows the pane that has the focus. */
const PaneTabs = lazyComponent(
  async () => (await prepareTabs()).PaneTabs,
  () => null,
);
const OtherLine = lazyComponent(
  async () => (await prepareTabs()).OtherLine,
  () => null,
);

/** The pane that is left where the other is hidden. */
const ALONE: readonly PaneId[] = ['A'];

/** `beside`: what stands beside the drawing that is asked about; left out: the question, for one alone. */
export const StageView: FC<{ beside?: ReactNode }> = ({ beside }) => {
  const { controller } = useStage();
  const sceneId = useStageState((s) => s.scene);
  const focus = useStageState((s) => s.focus);
  const quiz = useStageState((s) => s.quiz);
  const presenting = usePresenting();
  const alone = useHidden('other');
  const phone = useMedia(PHONE) && !presenting;
  const filled = useStageState(({ panes }) => PANES.filter((id) => panes[id].spec.kind !== 'none').join(''));
  usePaneFirst(phone);
  const scene = scenes.find((s) => s.id === sceneId) ?? scenes[0];
  if (!scene) return <main className="panes" />;
  // A wall has no room for an empty pane: there nobody chooses a source.
  const both = presenting && filled.length === 1 ? PANES.filter((id) => id === filled) : PANES;
  const shown = quiz ? [quiz.pane] : alone ? ALONE : phone ? [focus] : both;
  const focusOn = (id: PaneId) => {
    controller.store.setState({ focus: id });
  };
  return (
    <>
      <Caption scene={scene} />
      <main id="panes" className="panes-frame" tabIndex={-1} onClick={reveal}>
        <Suspense fallback={<div className="pane-tabs" />}>
          {phone && !quiz && !alone && <PaneTabs focus={focus} scene={scene} onFocus={focusOn} />}
        </Suspense>
        <div className={phone || (!quiz && shown.length === 1) ? 'panes single' : 'panes'}>
          {shown.map((id) => (
            <PaneView key={id} id={id} scene={scene} film={!quiz} />
          ))}
          {quiz && (beside ?? <QuestionPanel quiz={controller.quiz} state={quiz} />)}
        </div>
        <Suspense>{phone && !quiz && !alone && <OtherLine id={otherOf(focus)} onFocus={focusOn} />}</Suspense>
      </main>
      <Transport />
    </>
  );
};

/** One pane at a time: an as if beside its record comes first, as the one that has something to say of the other. */
function usePaneFirst(phone: boolean): void {
  const { controller } = useStage();
  const first = useStageState(({ panes: { A, B } }) =>
    B.source?.info.provenance === 'asif' && A.source?.info.provenance !== 'asif' ? 'B' : null,
  );
  useEffect(() => {
    if (phone && first) controller.store.setState({ focus: first });
  }, [controller, phone, first]);
}

/** What a press discloses comes into view: it may lie beneath the transport, or below the window. */
function reveal({ target }: React.MouseEvent): void {
  const press = target instanceof Element ? target.closest('[aria-controls][aria-expanded], summary') : null;
  if (!press) return;
  requestAnimationFrame(() => {
    const open = press.getAttribute('aria-expanded') === 'true';
    const shown = open
      ? document.getElementById(press.getAttribute('aria-controls') ?? '')
      : press.closest('details[open]');
    if (shown && shown.getBoundingClientRect().height < innerHeight / 2)
      shown.scrollIntoView({ block: 'nearest' });
  });
}
