/** One pane: source bar, drawing, and why beside twin. */
import { memo, useMemo, useState, type FC } from 'react';
import { labelOf } from '../scenes/label';
import type { Scene } from '../scenes/scene';
import { Limits } from './Limits';
import { Empty, PaneNotice, Unsuited } from './PaneNotice';
import { SourceBar } from './SourceBar';
import { useStage, useStageState } from './stage-context';
import { isUnsuited } from './info';
import { NARROW, useMedia, useWidth, useZoom } from './use-media';
import { useDrawn, useFilled, useTold } from './use-pane';
import type { PaneId } from './view';

export const PaneView = memo<{ id: PaneId; scene: Scene }>(({ id, scene }) => {
  const { controller } = useStage();
  const [ref, width] = useWidth();
  const zoom = useZoom();
  const filled = useFilled(id);
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
        {filled ? (
          width > 0 && (
            <>
              <Picture id={id} scene={scene} width={width / zoom} />
              <Text id={id} scene={scene} width={width / zoom} />
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

interface Props {
  id: PaneId;
  scene: Scene;
  width: number;
}

/** The drawing; its name follows as text does. */
const Picture = memo<Props>(({ id, scene, width }) => {
  const drawn = useDrawn(id);
  const told = useTold(id);
  const label = useMemo(() => told && labelOf(scene, { ...told, width }), [scene, told, width]);
  const { Drawing } = scene;
  return (
    <div className="drawing">
      {drawn && <Drawing {...drawn} width={width} label={label ?? scene.title} />}
    </div>
  );
});
Picture.displayName = 'Picture';

/** Why beside twin: drawn anew only when there is something new to tell. */
const Text = memo<Props>(({ id, scene: { Why, Twin }, width }) => {
  const narrow = useMedia(NARROW);
  const told = useTold(id);
  if (!told) return null;
  const props = { ...told, width };
  if (narrow) return <Tabs pane={id} why={<Why {...props} />} twin={<Twin {...props} />} />;
  return (
    <div className="below">
      <Why {...props} />
      <Twin {...props} />
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
