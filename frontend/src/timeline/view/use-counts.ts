/** What each track of a capture has in a stretch; null while it is counted, or where there is no stretch. */
import { useEffect, useState } from 'react';
import type { PaneId } from '../../core/panes';
import type { Counts } from '../model/picture';
import type { Span } from '../model/span';
import { useTimeline, useTimelineState } from './use-timeline';

const LATE_MS = 400;

export function useCounts(slot: PaneId, stretch: Span | null): Counts | null {
  const { controller } = useTimeline();
  const info = useTimelineState((s) => s.slots[slot].info);
  const [counts, setCounts] = useState<Counts | null>(null);
  const [from, to] = [stretch?.t0 ?? null, stretch?.t1 ?? null];
  useEffect(() => {
    if (!info || from === null || to === null) return undefined;
    let gone = false;
    // What was counted before stands for a moment only.
    const late = setTimeout(() => {
      setCounts(null);
    }, LATE_MS);
    void controller.desks
      .of(slot)
      .counts(from, to)
      .then((found) => {
        clearTimeout(late);
        if (!gone) setCounts(found);
      });
    return () => {
      gone = true;
      clearTimeout(late);
    };
  }, [controller, slot, from, to, info]);
  return stretch && info ? counts : null;
}
