/** One pane: source bar, drawing, and why beside twin. */
import { memo, useState, type FC } from 'react';
import { textOf } from '../core/message';
import type { Scene, SceneParts } from '../scenes/scene';
import { Limits } from './Limits';
import { Empty, PaneNotice, Unsuited } from './PaneNotice';
import { SourceBar } from './SourceBar';
import { useStage, useStageState } from './stage-context';
import { isUnsuited } from './info';
import { NARROW, useMedia, useWidth, useZoom } from './use-media';
import { TwinPanel } from './TwinPanel';
import { useParts, type PartsState } from './scene-parts';
import { useDrawn, useFilled, useTelling } from './use-pane';
import type { PaneId } from './view';
import { WhyPanel } from './WhyPanel';

/** One pane A and one pane B exist. */
const twinId = (id: PaneId) => `twin-${id}`;

export const PaneView = memo<{ id: PaneId; scene: Scene }>(({ id, scene }) => {
  const { controller } = useStage();
  const [ref, width] = useWidth();
  const zoom = useZoom();
  const filled = useFilled(id);
  const state = useParts(scene);
  const unsuited = useStageState(({ panes }) => {
    const { source } = panes[id];
    return source !== null && isUnsuited(source.info);
  });
  const focus = () => {
    if (controller.store.getState().focus !== id) controller.store.setState({ focus: id });
  };
  return (
    <section
      className="pane"
      id={`pane-${id}`}
      data-pane={id}
      tabIndex={-1}
      aria-label={`Pane ${id}`}
      onFocus={focus}
      onPointerDown={focus}
    >
      <SourceBar id={id} scene={scene} />
      <div ref={ref} className="pane-body">
        <PaneNotice id={id} />
        <Limits id={id} scene={scene.id} />
        {state.parts === null ? (
          <Fetching scene={scene} state={state} />
        ) : filled ? (
          width > 0 && (
            <>
              <Picture id={id} scene={scene} parts={state.parts} width={width / zoom} />
              <Text id={id} parts={state.parts} />
            </>
          )
        ) : unsuited ? (
          <Unsuited id={id} scene={scene} />
        ) : (
          <Empty id={id} scene={scene} />
        )}
      </div>
    </section>
  );
});
PaneView.displayName = 'PaneView';

/** The scene's words and drawing are on their way, or did not come. */
const Fetching: FC<{ scene: Scene; state: PartsState & { parts: null } }> = ({ scene, state }) =>
  state.failed ? (
    <div className="empty" role="alert">
      <p>The scene “{scene.title}” could not be fetched. Is the page’s server still there?</p>
      <p className="empty-actions">
        <button type="button" className="btn" onClick={state.again}>
          Try again
        </button>
      </p>
    </div>
  ) : (
    <div className="empty awaited" aria-busy="true" />
  );

interface Props {
  id: PaneId;
  scene: Scene;
  parts: SceneParts;
  width: number;
}

/** The drawing; its name follows as text does. */
const Picture = memo<Props>(({ id, scene, parts: { Drawing, tell }, width }) => {
  const drawn = useDrawn(id);
  const told = useTelling(id, tell);
  const label = told && `${scene.title}, pane ${id}: ${textOf(told.title)}`;
  return (
    <div className="drawing">
      {drawn && <Drawing {...drawn} width={width} label={label ?? scene.title} describedBy={twinId(id)} />}
    </div>
  );
});
Picture.displayName = 'Picture';

/** Why beside twin: made anew only when there is something new to tell. */
const Text = memo<Pick<Props, 'id' | 'parts'>>(({ id, parts: { tell } }) => {
  const narrow = useMedia(NARROW);
  const told = useTelling(id, tell);
  if (!told) return null;
  const [why, twin] = [
    <WhyPanel key="why" told={told} />,
    <TwinPanel key="twin" id={twinId(id)} pane={id} twin={told.twin} />,
  ];
  if (narrow) return <Tabs pane={id} why={why} twin={twin} />;
  return (
    <div className="below">
      {why}
      {twin}
    </div>
  );
});
Text.displayName = 'Text';

/** Where there is no room for both: one at a time. */
const Tabs: FC<{ pane: PaneId; why: React.ReactNode; twin: React.ReactNode }> = ({ pane, why, twin }) => {
  const [shown, setShown] = useState<'why' | 'twin'>('why');
  const tab = (name: 'why' | 'twin', words: string) => (
    <button
      type="button"
      role="tab"
      aria-selected={shown === name}
      aria-controls={`below-${pane}`}
      onClick={() => {
        setShown(name);
      }}
    >
      {words}
    </button>
  );
  return (
    <div className="below">
      <div className="below-tabs" role="tablist" aria-label={`Pane ${pane}: reason or table`}>
        {tab('why', 'Why')}
        {tab('twin', 'As text')}
      </div>
      <div id={`below-${pane}`} role="tabpanel">
        {shown === 'why' ? why : twin}
      </div>
    </div>
  );
};
