/** What each track of a capture has in a stretch; null while it is counted, or where there is no stretch. */
import { useEffect, useState } from 'react';
import type { PaneId } from '../../core/panes';
import type { Counts } from '../model/picture';
import type { Span } from '../model/span';
import { useTimeline, useTimelineState } from './use-timeline';

export function useCounts(slot: PaneId, stretch: Span | null): Counts | null {
  const { controller } = useTimeline();
  const info = useTimelineState((s) => s.slots[slot].info);
  const [counts, setCounts] = useState<Counts | null>(null);
  const [from, to] = [stretch?.t0 ?? null, stretch?.t1 ?? null];
  useEffect(() => {
    if (!info || from === null || to === null) return undefined;
    let gone = false;
    void controller.desks
      .of(slot)
      .counts(from, to)
      .then((found) => {
        if (!gone) setCounts(found);
      });
    return () => {
      gone = true;
    };
  }, [controller, slot, from, to, info]);
  return stretch && info ? counts : null;
}
