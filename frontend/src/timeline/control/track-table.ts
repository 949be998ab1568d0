/** The table of tracks: as cells, and as text for the clipboard. */
import type { PaneId } from '../../core/panes';
import { GROUP_WORDS, type RowSpec } from './layout';
import { durationPhrase, timePhrase } from '../model/time/ruler';
import type { ClockUnit } from '../../trace/report/phrases';
import { widthOf, type Span } from '../model/time/span';
import { stretchOn, readySlots, type TimelineStore } from './state';
import {
  cellsOf,
  EVENTS,
  headsOf,
  plainNumber,
  quantitiesOf,
  tabbed,
  type TableScope,
  type Side,
} from './track-cells';
import type { Tracks } from './tracks';
import type { TrackValues } from './track-values';

interface Parts {
  store: TimelineStore;
  tracks: Tracks;
  values: TrackValues;
}

/** What a capture tells of a row, in view or in the stretch. */
export function sideOf({ store, tracks, values }: Parts, slot: PaneId, key: string, of: TableScope): Side {
  const number = tracks.numberOf(slot, key);
  if (number === null) return { track: undefined, inView: undefined };
  const { info } = store.getState().slots[slot];
  return { track: info?.tracks[number], inView: values.of(slot)[of]?.tracks[number] };
}

interface TrackTable {
  heads: string[];
  rows: { row: RowSpec & { kind: 'track' }; cells: string[] }[];
}

const shownIn = ({ store }: Parts): PaneId[] => readySlots(store.getState());

/** What the numbers of the captures are of: the selected stretch, where there is one on each of them. */
export function scopeOf({ store }: Parts): TableScope {
  const state = store.getState();
  const shown = readySlots(state);
  return shown.length > 0 && shown.every((slot) => stretchOn(slot, state)) ? 'stretch' : 'view';
}

const tracksIn = (parts: Parts) =>
  parts.tracks.rows().flatMap((row) => (row.kind === 'track' ? [{ ...row, kind: 'track' as const }] : []));

/** Of all tracks that are shown. */
export function tableOf(parts: Parts): TrackTable {
  const [slots, of] = [shownIn(parts), scopeOf(parts)];
  return {
    heads: headsOf(slots, of),
    rows: tracksIn(parts).map((row) => ({
      row,
      cells: cellsOf(slots.map((slot) => sideOf(parts, slot, row.key, of))),
    })),
  };
}

/** A number for each capture, and of two how much more the first has. */
const numbers = (sides: readonly number[]): string[] => {
  const [a = NaN, b = NaN] = sides;
  return [...sides, ...(sides.length > 1 ? [a - b] : [])].map(plainNumber);
};

const spanWords = (span: Span | null, unit?: ClockUnit | null): string =>
  span
    ? `${timePhrase(span.t0, unit)} to ${timePhrase(span.t1, unit)}, ${durationPhrase(widthOf(span), unit)}`
    : '';

/**
 * For a spreadsheet or a mail: which captures, which stretch of them and what is in view; then each number of a track in
 * a row of its own, with its unit. Of two captures A, B and A - B, of the stretch first.
 */
export function tableText(parts: Parts): string {
  const { store, values } = parts;
  const state = store.getState();
  const slots = shownIn(parts);
  const ofs: TableScope[] = state.range ? ['stretch', 'view'] : ['view'];
  const spanOf = (slot: PaneId, of: TableScope) =>
    of === 'view' ? state.settled[slot] : stretchOn(slot, state);
  const captures = slots.map((slot) => [
    slot,
    state.slots[slot].name,
    ...ofs.map((of) => `${of}: ${spanWords(spanOf(slot, of), state.slots[slot].info?.unit)}`),
  ]);
  const heads = ofs.flatMap((of) =>
    [...slots, ...(slots.length > 1 ? ['A - B'] : [])].map((whose) => `${whose}, ${of}`),
  );
  const every = ofs.flatMap((of) => numbers(slots.map((slot) => values.of(slot)[of]?.all.events ?? NaN)));
  const rows = tracksIn(parts).flatMap(({ key, name, group }) => {
    const sidesOf = (of: TableScope) => slots.map((slot) => sideOf(parts, slot, key, of));
    return quantitiesOf(sidesOf('view').flatMap(({ track }) => track ?? [])).map(
      ({ what, unit, of: number }) => [
        ...[name, GROUP_WORDS[group], what, unit],
        ...ofs.flatMap((of) => numbers(sidesOf(of).map(({ inView }) => (inView ? number(inView) : NaN)))),
      ],
    );
  });
  return tabbed([
    ...captures,
    ['track', 'of', 'what', 'unit', ...heads],
    ['every event', '', EVENTS.what, EVENTS.unit, ...every],
    ...rows,
  ]);
}
