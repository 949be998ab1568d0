/**
 * Steps of the browser's history within the page: which view is shown, and what is set there. In memory alone: an entry of
 * the history has no more than a number, and where the document is gone, so is what it stood for.
 */
import type { Asked } from './query';

export type View = 'zones' | 'swap' | 'report' | 'kube' | 'compare' | 'text';

export interface Place {
  /** `first`: of those that can be drawn. */
  view: View | 'first';
  /** Which of several moments, lists and reports. */
  at: { zones: number; swap: number; report: number };
  asked: Asked | null;
  /** Of which text (use-machine.ts). */
  of: number;
}

const places: Place[] = [];

interface Entry {
  machine: number;
  /** Entries outlive their document. */
  since: number;
}

/** What a new entry is to keep. */
export const stateOf = (place: Place): Entry => ({
  machine: places.push(place) - 1,
  since: performance.timeOrigin,
});

const numberIn = (state: unknown): number => {
  const { machine = -1, since } = (state ?? {}) as Partial<Entry>;
  return since === performance.timeOrigin ? machine : -1;
};

/** Of the present entry; null where nothing was shown or set there yet. */
export const placeNow = (): Place | null => places[numberIn(history.state)] ?? null;

/** The present entry stands for another. */
export function keepPlace(place: Place): void {
  const number = numberIn(history.state);
  if (places[number]) places[number] = place;
  else history.replaceState({ ...(history.state as object | null), ...stateOf(place) }, '');
}
