/** Where something happens in the run of the start page, and how fast it plays up to there. Pure. */
import type { Columns } from '../../core/columns';

export interface Moment {
  /** The decision that shows it. */
  k: number;
  words: string;
}

/** As decision.ts of the scene words it. */
const FULL = /^(.+) is full\b/;
/** Disks that fill up, after which the rest is more of the same. */
const DISKS = ['a disk is full', 'the next one'] as const;

/** The first difference of the two rules, then the first disks of pane A that fill up. */
export function momentsOf(found: Uint32Array | null, ticks: readonly Columns['ticks'][number][]): Moment[] {
  const full = new Map<string, number>();
  for (const { k, words } of ticks) {
    const [, name] = FULL.exec(words) ?? [];
    if (name !== undefined && !full.has(name)) full.set(name, k);
  }
  const parted = found?.[0];
  const disks = [...full.values()].slice(0, DISKS.length);
  return [
    ...(parted === undefined ? [] : [{ k: parted, words: 'the rules part' }]),
    ...disks.map((k, i) => ({ k, words: DISKS[i] ?? '' })),
  ].sort((a, b) => a.k - b.k);
}

/** Decisions before a moment that are played one by one again. */
const SLOW = 2;
/** In decisions a second, as the stage has them. */
const SPEED = { slow: 1, fast: 4 } as const;

/** How fast the decision after `k` is played: the first ones, and those before a moment, can be followed. */
export function speedAt(k: number, moments: readonly Moment[]): number {
  const next = moments.find((m) => m.k > k);
  const first = moments[0]?.k ?? 0;
  return k < first || (next !== undefined && next.k - k <= SLOW) ? SPEED.slow : SPEED.fast;
}
