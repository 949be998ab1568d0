/** One pane: source bar, drawing, and why beside twin. */
import { memo, useMemo, useState, type FC } from 'react';
import { labelOf } from '../scenes/label';
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
  /** Of the frame; null while nothing is there to draw. */
  drawn: Omit<PaneProps, 'width'> | null;
  /** Of the frame that text tells of: the same, or one drawn a moment before (telling.ts). */
  told: Omit<PaneProps, 'width'> | null;
}

export const PaneView = memo<Props>(({ id, scene, drawn, told }) => {
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
        {drawn ? (
          width > 0 && <Body scene={scene} drawn={drawn} told={told ?? drawn} width={width / zoom} />
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

interface BodyProps {
  scene: Scene;
  drawn: Omit<PaneProps, 'width'>;
  told: Omit<PaneProps, 'width'>;
  width: number;
}

const Body: FC<BodyProps> = ({ scene, drawn, told, width }) => {
  const { Drawing } = scene;
  const text = useMemo(() => ({ ...told, width }), [told, width]);
  const label = useMemo(() => labelOf(scene, text), [scene, text]);
  return (
    <>
      <div className="drawing">
        <Drawing {...drawn} width={width} label={label} />
      </div>
      <Text scene={scene} props={text} />
    </>
  );
};

/** Why beside twin: drawn anew only when there is something new to tell. */
const Text = memo<{ scene: Scene; props: PaneProps }>(({ scene: { Why, Twin }, props }) => {
  const narrow = useMedia(NARROW);
  if (narrow) return <Tabs pane={props.pane} why={<Why {...props} />} twin={<Twin {...props} />} />;
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
