/** Caption, panes and transport: the page below the header. */
import { useMemo, type FC } from 'react';
import { scenes } from '../scenes';
import { ENUMS } from '../core/gen/tables';
import { paramNamed } from '../core/params';
import { grouped } from '../core/number';
import type { Frame, PaneProps, Scene, SourceInfo } from '../scenes/scene';
import { valueWords } from '../sources/words';
import { Tag } from '../ui/Tag';
import { Caption } from './Caption';
import { ChevronRight } from './Icons';
import { PaneView } from './PaneView';
import { useStage, useStageState } from './stage-context';
import type { StageState } from './store';
import { Transport } from './Transport';
import { isUnsuited } from './info';
import { PHONE, useMedia } from './use-media';
import { PANES, type PaneId } from './view';

const otherOf = (id: PaneId): PaneId => (id === 'A' ? 'B' : 'A');

/** What there is to draw of a pane; nothing where the scene is not for any of the source's decisions. */
function known(state: Pick<StageState, 'panes' | 'frames'>, id: PaneId) {
  const info = state.panes[id].source?.info;
  if (info && isUnsuited(info)) return null;
  const frame: Frame | null = state.frames[id];
  return info && frame ? { info, frame } : null;
}

type Props = Record<PaneId, Omit<PaneProps, 'width'> | null>;

/** What the scene's components get of each pane, the same objects while nothing of it changes. */
function useProps(frames: StageState['frames'], animate: boolean): Props {
  const { controller, playback } = useStage();
  const panes = useStageState((s) => s.panes);
  const seek = useMemo(() => {
    const of = (id: PaneId) => (k: number) => {
      const state = controller.store.getState();
      playback.pause();
      controller.cursor.move({ ...state.position, k, t: state.panes[id].source?.columns.ts[k - 1] ?? 0 });
    };
    return { A: of('A'), B: of('B') };
  }, [controller, playback]);
  return useMemo(() => {
    const of = (id: PaneId): Props[PaneId] => {
      const own = known({ panes, frames }, id);
      const other = known({ panes, frames }, otherOf(id));
      return own && { pane: id, ...own, other, animate, seek: seek[id] };
    };
    return { A: of('A'), B: of('B') };
  }, [panes, frames, animate, seek]);
}

export const StageView: FC = () => {
  const { controller } = useStage();
  const sceneId = useStageState((s) => s.scene);
  const focus = useStageState((s) => s.focus);
  const phone = useMedia(PHONE);
  const scene = scenes.find((s) => s.id === sceneId) ?? scenes[0];
  const drawn = useProps(
    useStageState((s) => s.frames),
    useStageState((s) => s.animate),
  );
  const told = useProps(
    useStageState((s) => s.told),
    false,
  );
  if (!scene) return <main className="panes" />;
  const focusOn = (id: PaneId) => {
    controller.store.setState({ focus: id });
  };
  return (
    <>
      <Caption scene={scene} props={told} />
      <main id="panes" className="panes-frame" tabIndex={-1}>
        {phone && <PaneTabs focus={focus} scene={scene} props={told} onFocus={focusOn} />}
        <div className={phone ? 'panes single' : 'panes'}>
          {(phone ? [focus] : PANES).map((id) => (
            <PaneView key={id} id={id} scene={scene} drawn={drawn[id]} told={told[id]} />
          ))}
        </div>
        {phone && (
          <OtherLine scene={scene} id={otherOf(focus)} props={told[otherOf(focus)]} onFocus={focusOn} />
        )}
      </main>
      <Transport />
    </>
  );
};

/** What tells the panes apart in a word or two: the value of the scene's first tunable. */
function shortTitle(info: SourceInfo, scene: Scene): string {
  const name = scene.tunables[0] ?? '';
  const value = info.params?.[name];
  const list = paramNamed(name)?.enum;
  if (typeof value !== 'number' || !list) return info.facts[0]?.[1] ?? info.title;
  return valueWords(list, ENUMS[list][value] ?? String(value));
}

/** On a phone: one pane at a time, the other one tap away. */
const PaneTabs: FC<{ focus: PaneId; scene: Scene; props: Props; onFocus: (id: PaneId) => void }> = (p) => (
  <div className="pane-tabs" role="tablist" aria-label="Panes">
    {PANES.map((id) => {
      const info = p.props[id]?.info;
      return (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={p.focus === id}
          aria-controls={`pane-${id}`}
          onClick={() => {
            p.onFocus(id);
          }}
        >
          <span className="pane-letter">{id}</span>
          {info && <Tag of={info.provenance} />}
          <span className="pane-tab-title">{info ? shortTitle(info, p.scene) : 'empty'}</span>
        </button>
      );
    })}
  </div>
);

/** On a phone: what the other pane did, in one line. */
const OtherLine: FC<{ scene: Scene; id: PaneId; props: Props[PaneId]; onFocus: (id: PaneId) => void }> = (
  p,
) => {
  if (!p.props) return null;
  const { info, frame } = p.props;
  const decided = frame.event ? p.scene.cell(frame.event, frame.before).name : 'before its first step';
  return (
    <button
      type="button"
      className="other-line"
      onClick={() => {
        p.onFocus(p.id);
      }}
    >
      <span className="pane-letter">{p.id}</span>
      <Tag of={info.provenance} />
      <span>
        {info.noun?.[0] ?? 'decision'} {grouped(frame.k)}: <b>{decided}</b>
      </span>
      <ChevronRight />
    </button>
  );
};
