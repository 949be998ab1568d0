/** One pane: source bar, drawing, and why beside twin. */
import { useState, type FC } from 'react';
import type { PaneProps, Scene } from '../scenes/scene';
import { Empty, PaneNotice, Unsuited } from './PaneNotice';
import { SourceBar } from './SourceBar';
import { useStage, useStageState } from './stage-context';
import { isUnsuited } from './info';
import { NARROW, useMedia, useWidth, useZoom } from './use-media';
import type { PaneId } from './view';

interface Props {
  id: PaneId;
  scene: Scene;
  /** Null while nothing is there to draw. */
  props: Omit<PaneProps, 'width'> | null;
}

export const PaneView: FC<Props> = ({ id, scene, props }) => {
  const { controller } = useStage();
  const [ref, width] = useWidth();
  const zoom = useZoom();
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
        {props ? (
          width > 0 && <Body scene={scene} props={{ ...props, width: width / zoom }} />
        ) : unsuited ? (
          <Unsuited id={id} scene={scene} />
        ) : (
          <Empty id={id} scene={scene} />
        )}
      </div>
    </section>
  );
};

const Body: FC<{ scene: Scene; props: PaneProps }> = ({ scene: { Drawing, Why, Twin }, props }) => {
  const narrow = useMedia(NARROW);
  return (
    <>
      <div className="drawing">
        <Drawing {...props} />
      </div>
      {narrow ? (
        <Tabs pane={props.pane} why={<Why {...props} />} twin={<Twin {...props} />} />
      ) : (
        <div className="below">
          <Why {...props} />
          <Twin {...props} />
        </div>
      )}
    </>
  );
};

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
