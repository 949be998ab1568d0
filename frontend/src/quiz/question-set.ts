/** Which decisions of a run a learner is asked about, drawn by a seed. Pure. */
import type { Columns } from '../core/columns';
import { keyOf } from '../core/decision';

/** Questions in a set. */
export const SET_SIZE = 8;
/** The same answer comes no more often than this in a set, where the run has others. */
export const ALIKE_MAX = 4;
/** Places in a set that ask for more than the next decision, where the scene has more to ask. */
const AHEAD = [3, 5, 7];
/** Decisions before one by which it is easy: as many as the strip shows. */
const BEFORE = 16;
/** Decisions that are drawn to choose from. */
const DRAWN = 160;

/** Numbers from 0 to 1, the same for the same seed. mulberry32, by Tommy Ettinger, in the public domain. */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Of the decisions before k, the share that came to the same: near 1, one need only go on as before. */
function easeOf({ cell, cells }: Pick<Columns, 'cell' | 'cells'>, k: number): number {
  const key = (i: number) => {
    const at = cells[cell[i - 1] ?? -1];
    return at && keyOf(at);
  };
  const from = Math.max(1, k - BEFORE);
  let same = 0;
  for (let i = from; i < k; i++) if (key(i) === key(k)) same++;
  return k === from ? 0 : same / (k - from);
}

/**
 * Decisions to ask about, easy ones first. Never the first, since nothing is known before it; nor one behind which, or
 * before which, events are missing.
 */
export function questionSet(columns: Pick<Columns, 'cell' | 'cells' | 'gaps'>, seed: number): number[] {
  const { cell, cells, gaps } = columns;
  const n = cell.length;
  if (n < 2) return [];
  const next = random(seed);
  const torn = new Set(gaps.flatMap(({ k }) => [k, k + 1]));
  const drawn = new Set<number>();
  for (let i = 0; i < DRAWN; i++) drawn.add(2 + Math.floor(next() * (n - 1)));
  const candidates = [...drawn]
    .filter((k) => !torn.has(k))
    .map((k) => ({ k, ease: easeOf(columns, k), key: keyOf(cells[cell[k - 1] ?? -1] ?? NONE) }))
    .sort((a, b) => b.ease - a.ease || a.k - b.k);
  const left = new Set(candidates);
  const often = new Map<string, number>();
  const chosen: typeof candidates = [];
  // From each part of the range, from easy to hard, one whose answer is not worn out yet; else from any other part.
  const size = candidates.length / SET_SIZE;
  for (let part = 0; part < SET_SIZE; part++) {
    const own = candidates.slice(Math.floor(part * size));
    const fresh = (one: (typeof candidates)[number]) =>
      left.has(one) && (often.get(one.key) ?? 0) < ALIKE_MAX;
    const one = own.find(fresh) ?? candidates.find(fresh) ?? own.find((any) => left.has(any));
    if (!one) continue;
    left.delete(one);
    chosen.push(one);
    often.set(one.key, (often.get(one.key) ?? 0) + 1);
  }
  chosen.sort((x, y) => y.ease - x.ease || x.k - y.k);
  return chosen.map(({ k }) => k);
}

/** Whether the set asks further ahead at decision k. */
export const isForecast = (set: readonly number[], k: number): boolean => AHEAD.includes(set.indexOf(k));

const NONE = { letter: '', node: -1, name: '' };
