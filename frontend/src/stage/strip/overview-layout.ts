/** What the overview marks, and where: ticks and gaps of both panes on one axis. Pure. */
import type { Columns } from '../../core/columns';
import { grouped } from '../../core/number';
import type { Align } from '../state/position';
import type { PaneId } from '../../core/panes';

export interface Mark {
  pane: PaneId;
  /** Position on the axis: a decision number, or ns. */
  at: number;
  /** Decision number in that pane. */
  k: number;
  words: string;
}

type Sources = [PaneId, Columns][];

export function ticksOf(sources: Sources, align: Align): Mark[] {
  return sources
    .flatMap(([pane, c]) =>
      c.ticks.map((t) => ({ pane, k: t.k, at: align === 'decision' ? t.k : t.ts, words: t.words })),
    )
    .sort((a, b) => a.at - b.at);
}

export function gapsOf(sources: Sources, align: Align): (Mark & { n: number })[] {
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
export function thinned<M extends Mark>(marks: readonly M[], x: (at: number) => number): M[] {
  let last = -Infinity;
  return marks.filter((m) => {
    const px = x(m.at);
    if (px - last < NEAR) return false;
    last = px;
    return true;
  });
}
