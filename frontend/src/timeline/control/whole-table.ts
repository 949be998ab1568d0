/** The table of tracks: as cells, and as text for the clipboard. */
import { PANES, type PaneId } from '../../core/panes';
import { GROUP_WORDS, type RowSpec } from '../layout';
import { ready, type TimelineStore } from '../state';
import { cellsOf, headsOf, tabbed, type Side } from '../table';
import type { Tracks } from './tracks';
import type { AllValues, Values } from './values';

interface Parts {
  store: TimelineStore;
  tracks: Tracks;
  values: AllValues;
}

/** What a capture tells of a row, in view or in the stretch. */
export function sideOf(
  { store, tracks, values }: Parts,
  slot: PaneId,
  key: string,
  what: keyof Values,
): Side {
  const number = tracks.numberOf(slot, key);
  if (number === null) return { track: undefined, inView: undefined };
  const { info } = store.getState().slots[slot];
  return { track: info?.tracks[number], inView: values.of(slot)[what]?.tracks[number] };
}

export interface WholeTable {
  heads: string[];
  rows: { row: RowSpec & { kind: 'track' }; cells: string[] }[];
}

/** Of all tracks that are shown. */
export function tableOf(parts: Parts): WholeTable {
  const slots = PANES.filter((slot) => ready(parts.store.getState()).includes(slot));
  return {
    heads: headsOf(slots),
    rows: parts.tracks.rows().flatMap((row) => {
      if (row.kind !== 'track') return [];
      const sides = slots.map((slot) => sideOf(parts, slot, row.key, 'view'));
      return [{ row: { ...row, kind: 'track' as const }, cells: cellsOf(sides) }];
    }),
  };
}

export function tableText(parts: Parts): string {
  const { heads, rows } = tableOf(parts);
  return tabbed([
    ['track', 'of', ...heads],
    ...rows.map(({ row, cells }) => [row.name, GROUP_WORDS[row.group], ...cells]),
  ]);
}
