/** Numbers in words, the same everywhere on the stage. */
import { grouped } from '../../core/number';
import { extent, placeOf, type Position, type Run } from './position';

/** Time since the first event: "3.41 s". */
export function secondsPhrase(ns: number): string {
  const s = ns / 1e9;
  if (s >= 100) return `${grouped(Math.round(s))} s`;
  return s >= 0.1 || s === 0 ? `${s.toFixed(2)} s` : `${(s * 1000).toFixed(s >= 0.01 ? 1 : 3)} ms`;
}

export type Noun = readonly [one: string, many: string];

/** What the cursor counts: what both panes call their steps, or steps where they do not agree. */
export function nounOf(infos: readonly { noun?: Noun }[]): Noun {
  const [first, ...others] = infos.map((i) => i.noun ?? DECISIONS);
  if (!first) return DECISIONS;
  return others.every(([one]) => one === first[0]) ? first : STEPS;
}

const DECISIONS: Noun = ['decision', 'decisions'];
const STEPS: Noun = ['step', 'steps'];

/** Where all that is shown ends before the position that was asked for; '' where it does not. */
export function shortfall(position: Position, shown: readonly { run: Run; info: { noun?: Noun } }[]): string {
  const { align } = position;
  const runs = shown.map(({ run }) => run);
  const end = extent(runs, align);
  const at = placeOf(position);
  if (end === 0 || at <= end) return '';
  if (align === 'time')
    return `There is nothing at ${secondsPhrase(at)}: the end is at ${secondsPhrase(end)}.`;
  const [one] = nounOf(shown.map(({ info }) => info));
  return `There is no ${one} ${grouped(at)}: the last one is ${grouped(end)}.`;
}
