/**
 * Moments of a run: where something happens that one would want to see. What stands between decisions, the decisions that
 * their scene calls a moment, and the first difference of two panes. Pure columns, no events.
 */
import type { Columns } from '../../core/columns';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import { countWhile } from '../../core/search';
import type { Noun } from './phrases';
import type { Align } from './position';

export interface Moment {
  /** Whose it is; null: both panes'. */
  pane: PaneId | null;
  /** Position on the axis: the number of a decision, or ns. */
  at: number;
  /** Decision number in that pane. */
  k: number;
  /** It came after that decision, and is not the decision itself. */
  after: boolean;
  /** e.g. "kswapd0 is woken". Plain text. */
  words: string;
}

type Run = Pick<Columns, 'ts' | 'cell' | 'cells' | 'ticks'>;
type Runs = Partial<Record<PaneId, Run | undefined>>;

/** In order of place. `found`: the decisions that differ; `until`: the last decision that may be spoken of, null for all. */
export function momentsOf(
  runs: Runs,
  align: Align,
  found: Uint32Array | null,
  until: number | null = null,
): Moment[] {
  const all: Moment[] = [];
  const place = (run: Run, k: number) => (align === 'decision' ? k : (run.ts[k - 1] ?? 0));
  for (const pane of PANES) {
    const run = runs[pane];
    if (!run) continue;
    for (const { k, ts, words } of run.ticks)
      all.push({ pane, k, words, after: true, at: align === 'decision' ? k : ts });
    const words = run.cells.map(({ moment }) => moment);
    if (words.every((one) => one === undefined)) continue;
    run.cell.forEach((cell, i) => {
      const one = words[cell];
      if (one !== undefined) all.push({ pane, k: i + 1, words: one, after: false, at: place(run, i + 1) });
    });
  }
  const first = found?.[0];
  const run = runs.A ?? runs.B;
  if (first !== undefined && run)
    all.push({ pane: null, k: first, words: 'first difference', after: false, at: place(run, first) });
  // What is set up before the first decision is no news.
  return all.filter(({ k }) => k > 0 && (until === null || k <= until)).sort((a, b) => a.at - b.at);
}

/** The first behind `at`, in the order of the axis; null: there is none. */
export const nextMoment = (moments: readonly Moment[], at: number): Moment | null =>
  moments[countWhile(moments, (one) => one.at <= at)] ?? null;

/** The last before `at`. */
export const previousMoment = (moments: readonly Moment[], at: number): Moment | null =>
  moments[countWhile(moments, (one) => one.at < at) - 1] ?? null;

/** “A, decision 1,800: “kswapd0 is woken””. */
export function momentPhrase({ pane, k, after, words }: Moment, [one]: Noun): string {
  if (pane === null) return `${words}: ${one} ${grouped(k)}`;
  return `${pane}, ${after ? 'after ' : ''}${one} ${grouped(k)}: “${words}”`;
}
