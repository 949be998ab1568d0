/** Rows of both captures, made anew only when what they depend on changes. */
import { useMemo } from 'react';
import type { RowSpec } from './control/layout';
import { useTimeline, useTimelineState } from './use-timeline';

export function useRows(): RowSpec[] {
  const { controller } = useTimeline();
  const a = useTimelineState((s) => s.slots.A.info);
  const b = useTimelineState((s) => s.slots.B.info);
  const folded = useTimelineState((s) => s.folded);
  const raw = useTimelineState((s) => s.raw);
  const whole = useTimelineState((s) => s.whole);
  const filter = useTimelineState((s) => s.filter);
  // The controller reads the same state: the list names what it depends on.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => controller.tracks.rows(), [controller, a, b, folded, raw, whole, filter]);
}
