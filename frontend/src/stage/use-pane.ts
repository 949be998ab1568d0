/** What the scene's components get of a pane. */
import { useMemo } from 'react';
import { perFrame } from '../scenes/per-frame';
import type { DrawingProps, Frame, SourceInfo, Tell } from '../scenes/scene';
import { drawnOf, elsewhereAt } from './chains';
import { saidIn, targetsOf } from './questions';
import { isUnsuited } from './info';
import { useStage, useStageState } from './stage-context';
import type { Drawn, PaneState } from './store';
import { otherOf, type PaneId } from '../core/panes';

/** What there is to show of a source; nothing where the scene is not for any of its decisions. */
const shown = ({ source }: PaneState): SourceInfo | null =>
  source && !isUnsuited(source.info) ? source.info : null;

/** The other rule that is drawn. */
export const drawnRule = ({ rules, rule }: PaneState) =>
  typeof rules === 'object' ? drawnOf(rules, rule) : null;

/** Size and name are known where it is drawn. */
type OwnProps = Omit<DrawingProps, 'width' | 'label' | 'describedBy'> | null;

/** The same object while nothing of it changes. */
function useShown(id: PaneId, drawn: Drawn | null, animate: boolean): OwnProps {
  const { controller, playback } = useStage();
  const info = useStageState(({ panes }) => shown(panes[id]));
  const rule = useStageState(({ panes, othersShown }) =>
    othersShown === 'off' ? null : drawnRule(panes[id]),
  );
  const predict = useStageState((s) => s.predict);
  const otherInfo = useStageState(({ panes }) => shown(panes[otherOf(id)]));
  return useMemo(() => {
    if (!info || !drawn) return null;
    const asked = predict?.pane === id ? predict : null;
    const hidden = asked !== null && !(asked.shown && drawn.frame.k === asked.k);
    const frame = hidden ? (asked.asking?.masked?.(drawn.frame) ?? drawn.frame) : drawn.frame;
    const other = otherInfo && drawn.other && { info: otherInfo, frame: drawn.other };
    const seek = (k: number) => {
      const state = controller.store.getState();
      playback.pause();
      controller.cursor.move({ ...state.position, k, t: state.panes[id].source?.columns.ts[k - 1] ?? 0 });
    };
    const elsewhere = asked ? (hidden ? null : saidIn(asked)) : elsewhereAt(rule, drawn.frame.k);
    const targets = hidden
      ? targetsOf(asked, (key) => {
          controller.predicting.choose(key);
        })
      : null;
    return { pane: id, info, frame, other, animate, elsewhere, targets, seek };
  }, [controller, playback, id, info, otherInfo, rule, predict, drawn, animate]);
}

/** What the pane draws; null while nothing is there to draw. */
export function useDrawn(id: PaneId): OwnProps {
  const drawn = useStageState((s) => s.drawn[id]);
  return useShown(
    id,
    drawn,
    useStageState((s) => s.animate),
  );
}

/** What its text tells of: the same, or what was drawn a moment before (telling.ts). */
export function useTold(id: PaneId): OwnProps {
  const told = useStageState((s) => s.told[id]);
  return useShown(id, told, false);
}

/** What the pane alone tells, made once for all who ask. */
export function useTelling(id: PaneId, tell: Tell | undefined): ReturnType<Tell> | null {
  const told = useTold(id);
  return told && tell ? alone(told.frame, told.info, id, tell) : null;
}
const alone = perFrame((frame: Frame, info: SourceInfo, pane: PaneId, tell: Tell) =>
  tell({ pane, info, frame }, null),
);

/** Whether there is anything to draw. */
export const useFilled = (id: PaneId): boolean =>
  useStageState(({ panes, drawn }) => shown(panes[id]) !== null && drawn[id] !== null);
