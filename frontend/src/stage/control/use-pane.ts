/** What the scene's components get of a pane. */
import { useMemo } from 'react';
import { frameCache } from '../../scenes/frame-cache';
import type { DrawingProps, Frame, SourceInfo, Narrator } from '../../scenes/scene';
import { shownRuleOf, ghostAt } from '../state/chains';
import { answerGhost, targetsOf } from '../../quiz/state';
import { isUnsuited } from '../state/pane-info';
import { STEP_MS } from '../../scenes/timing';
import { useStage, useStageState } from './stage-context';
import { courseOf, type DrawnFrame, type PaneState } from '../state/store';
import { otherOf, type PaneId } from '../../core/panes';

/** What there is to show of a source; nothing where the scene is not for any of its decisions. */
const shown = ({ source }: PaneState): SourceInfo | null =>
  source && !isUnsuited(source.info) ? source.info : null;

/** The other rule that is drawn. */
export const shownRule = ({ rules, rule }: PaneState) =>
  typeof rules === 'object' ? shownRuleOf(rules, rule) : null;

/** Size and name are known where it is drawn. */
type OwnProps = Omit<DrawingProps, 'width' | 'label' | 'describedBy'> | null;

/** The same object while nothing of it changes. */
function useShown(id: PaneId, drawn: DrawnFrame | null, animate: boolean, at: number): OwnProps {
  const { controller, playback } = useStage();
  const info = useStageState(({ panes }) => shown(panes[id]));
  const rule = useStageState(({ panes, rulesShown: othersShown }) =>
    othersShown === 'off' ? null : shownRule(panes[id]),
  );
  const quiz = useStageState((s) => s.quiz);
  const otherInfo = useStageState(({ panes }) => shown(panes[otherOf(id)]));
  return useMemo(() => {
    if (!info || !drawn) return null;
    const asked = quiz?.pane === id ? quiz : null;
    const hidden = asked !== null && !(asked.shown && drawn.frame.k === asked.k);
    const frame = hidden ? (asked.mask?.(drawn.frame) ?? drawn.frame) : drawn.frame;
    const other = otherInfo && drawn.other && { info: otherInfo, frame: drawn.other };
    const seek = (k: number) => {
      const state = controller.store.getState();
      playback.pause();
      controller.cursor.move({ ...state.position, k, t: state.panes[id].source?.columns.ts[k - 1] ?? 0 });
    };
    const ghost = asked ? (hidden ? null : answerGhost(asked)) : ghostAt(rule, drawn.frame.k);
    const targets = hidden
      ? targetsOf(asked, (key) => {
          controller.quiz.choose(key);
        })
      : null;
    return { pane: id, info, frame, other, animate, at, ghost, targets, seek };
  }, [controller, playback, id, info, otherInfo, rule, quiz, drawn, animate, at]);
}

/** What the pane draws; null while nothing is there to draw. */
export function useDrawing(id: PaneId): OwnProps {
  const drawn = useStageState((s) => s.drawing[id]);
  return useShown(
    id,
    drawn,
    useStageState((s) => s.animate),
    useStageState((s) => (s.drawing[id]?.moved ? s.step : 1)),
  );
}

/** What its text tells of: the same, or what was drawn a moment before (../cursor/text-clock.ts). */
export function useTextFrame(id: PaneId): OwnProps {
  const drawn = useStageState((s) => s.text[id]);
  return useShown(id, drawn, false, 1);
}

/** What the pane alone tells, made once for all who ask. */
export function useNarration(id: PaneId, tell: Narrator | undefined): ReturnType<Narrator> | null {
  const drawn = useTextFrame(id);
  return drawn && tell ? alone(drawn.frame, drawn.info, id, tell) : null;
}
const alone = frameCache((frame: Frame, info: SourceInfo, pane: PaneId, tell: Narrator) =>
  tell({ pane, info, frame }, null),
);

/**
 * Of a step under way, the discs that are not there yet, for its sentences: a text, so that it stays the same until one
 * comes. Null: all of it is there.
 */
export const useAwaited = (id: PaneId): string | null =>
  useStageState((s) => {
    if (s.step >= 1 || s.text[id]?.frame !== s.drawing[id]?.frame) return null;
    const course = courseOf(s, id);
    return course && [...course.discs].flatMap(([n, ms]) => (ms > s.step * STEP_MS ? [n] : [])).join(' ');
  });

/** Whether there is anything to draw. */
export const useFilled = (id: PaneId): boolean =>
  useStageState(({ panes, drawing: drawn }) => shown(panes[id]) !== null && drawn[id] !== null);
