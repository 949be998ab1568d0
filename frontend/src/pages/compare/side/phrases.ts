/** What is said of runs side by side. Pure. */
import { grouped } from '../../../core/number';
import { countBelow, countUpTo } from '../../../core/search';
import type { Plan } from './plan';
import type { SideRun } from './runs';
import { SHOWN, type SideState } from './store';

const shownOf = (runs: readonly (SideRun | null)[]) => runs.slice(0, SHOWN).filter((run) => run !== null);

/** Where runs part, as a sentence; '' while there are not two of them. */
export function partingPhrase({ runs, demand, partings, running }: SideState): string {
  const n = shownOf(runs).length;
  if (!demand || n < 2) return '';
  const [one, many] = demand.noun;
  const all = demand.decisions;
  const so = running ? ' so far' : '';
  const [first] = partings;
  if (first === undefined) return `All ${n} decide alike to the end${so}.`;
  const share = Math.round((100 * partings.length) / all);
  const often =
    partings.length === all
      ? `in every ${one}`
      : share === 0
        ? `in ${grouped(partings.length)} of ${grouped(all)} ${many}`
        : `in ${share === 100 ? 'more than 99' : share} of 100 ${many}`;
  return `They part ${often}, first in ${one} ${grouped(first)}${so}.`;
}

/** By whom the demand is fixed, and how each run comes by it. */
export function demandPhrase({ whose }: Plan, { runs, demand }: SideState): string {
  const origins = shownOf(runs).map(({ origin }) => origin);
  const one = demand?.noun[0] ?? 'decision';
  const how = origins.includes('asif')
    ? 'each value, with its own history, decides it again'
    : origins.includes('run')
      ? `each run was found to be asked alike, ${one} by ${one}`
      : 'each value decides it';
  return `The same demand for all: fixed by ${whose}; ${how}.`;
}

/** From where on a value's own run would be asked otherwise; '' where it is not, or that is not known. */
export function ownPhrase({ parts }: SideRun, noun: string): string {
  return parts === null
    ? ''
    : `Alone, a run with this value is asked otherwise from ${noun} ${grouped(parts)} on.`;
}

export const nextParting = (partings: Uint32Array, k: number): number | null =>
  partings[countUpTo(partings, k)] ?? null;

export const previousParting = (partings: Uint32Array, k: number): number | null =>
  partings[countBelow(partings, k) - 1] ?? null;
