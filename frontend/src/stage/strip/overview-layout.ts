/** What the overview marks beside moments, and where: gaps of both panes on one axis. Pure. */
import type { Columns } from '../../core/columns';
import { grouped } from '../../core/number';
import type { Moment } from '../state/moments';
import type { Align } from '../state/position';
import type { PaneId } from '../../core/panes';

type Sources = [PaneId, Columns][];

export type Gap = Omit<Moment, 'after'> & { n: number };

export function gapsOf(sources: Sources, align: Align): Gap[] {
  return sources
    .flatMap(([pane, c]) =>
      c.gaps.map(({ k, n }) => {
        const at = align === 'decision' ? k : (c.ts[Math.max(0, k - 1)] ?? 0);
        return { pane, k, at, n, words: `${grouped(n)} events lost` };
      }),
    )
    .sort((a, b) => a.at - b.at);
}

/** Marks closer than this to the one before are not drawn again; in pixels. */
const NEAR = 4;

/** `marks` in order of place. */
export function thinned<M extends Pick<Moment, 'at'>>(marks: readonly M[], x: (at: number) => number): M[] {
  let last = -Infinity;
  return marks.filter((m) => {
    const px = x(m.at);
    if (px - last < NEAR) return false;
    last = px;
    return true;
  });
}
