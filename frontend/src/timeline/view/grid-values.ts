/**
 * Writes what changes when a movement ends straight into the cells of the grid, a few at a time: values of the stretch
 * and of the view, what fills the height of a row, and how long what is in view is.
 */
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import { sideOf, scopeOf } from '../control/track-table';
import type { TimelineController } from '../controller';
import { hasLanes, type RowSpec } from '../control/layout';
import type { TrackInfo } from '../model/capture';
import { durationPhrase } from '../model/time/ruler';
import { widthOf } from '../model/time/span';
import { stretchOn } from '../control/state';
import { differenceOf, ratePhrase, briefCellOf, type TableScope } from '../control/track-cells';
import { numberPhrase } from '../phrases';

type ColumnId = 'stretch' | 'view' | PaneId | 'apart';

export interface Column {
  id: ColumnId;
  head: string;
}

const HEADS: Readonly<Record<ColumnId, string>> = {
  stretch: 'stretch',
  view: 'this view',
  A: 'A',
  B: 'B',
  apart: 'A − B',
};

const columns = (ids: readonly ColumnId[]): readonly Column[] => ids.map((id) => ({ id, head: HEADS[id] }));
const OF_TWO = columns([...PANES, 'apart']);
const OF_ONE = columns(['stretch', 'view']);
const VIEW_ALONE = columns(['view']);

/** Of one capture the stretch and the view; of two both captures, in the stretch if there is one. */
export function columnsOf(slots: readonly PaneId[], selected: boolean): readonly Column[] {
  return slots.length > 1 ? OF_TWO : selected ? OF_ONE : VIEW_ALONE;
}

interface Cells {
  row: RowSpec;
  top: HTMLElement | null;
  values: [id: ColumnId, cell: HTMLElement][];
}

export class GridValues {
  readonly #grid: HTMLElement;
  readonly #controller: TimelineController;
  #cells: Cells[] = [];
  #slots: readonly PaneId[] = [];

  constructor(grid: HTMLElement, controller: TimelineController) {
    this.#grid = grid;
    this.#controller = controller;
  }

  /** Until the answer is called. */
  follow(): () => void {
    const { values, scales, paced } = this.#controller;
    const write = () => {
      paced.run('grid', () => this.#write());
    };
    const stops = [values.listen(write), scales.listen(write)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The rows or columns have changed. */
  renew(slots: readonly PaneId[], rows: readonly RowSpec[]): void {
    this.#slots = slots;
    const elements = new Map<string, HTMLElement>();
    for (const element of this.#grid.querySelectorAll<HTMLElement>('.tl-row'))
      elements.set(element.dataset['key'] ?? '', element);
    this.#cells = rows.filter(hasLanes).flatMap((row) => {
      const element = elements.get(row.key);
      if (!element) return [];
      const values = Array.from(element.querySelectorAll<HTMLElement>('[data-cell]'), (cell) => {
        return [cell.dataset['cell'] as ColumnId, cell] as [ColumnId, HTMLElement];
      });
      return [{ row, values, top: element.querySelector<HTMLElement>('[data-top]') }];
    });
    this.#controller.paced.run('grid', () => this.#write());
  }

  *#write(): Generator<void> {
    for (const head of this.#grid.querySelectorAll<HTMLElement>('[data-head]')) {
      put(head.querySelector('[data-value]'), this.#of(head.dataset['head'] as ColumnId));
      yield;
    }
    const { tops } = this.#controller.scales;
    for (const { row, top, values } of this.#cells) {
      for (const [id, cell] of values) put(cell, this.#words(id, row));
      if (top) put(top, topWords(this.#track(row), tops[row.key]));
      yield;
    }
  }

  /** What a column is of. */
  #of(id: ColumnId): string {
    const { store } = this.#controller;
    const state = store.getState();
    const [first = 'A'] = this.#slots;
    const long = (slot: PaneId, what: TableScope) => {
      const span = what === 'stretch' ? stretchOn(slot, state) : state.settled[slot];
      return span ? durationPhrase(widthOf(span), state.slots[slot].info?.unit) : '';
    };
    if (id === 'view' || id === 'stretch') return long(first, id);
    return id === 'apart' ? HEADS[this.#what()] : long(id, this.#what());
  }

  /** Of two captures the stretch, if there is one on both. */
  #what(): TableScope {
    return scopeOf(this.#controller);
  }

  #words(id: ColumnId, row: RowSpec): string {
    const [first = 'A'] = this.#slots;
    if (id === 'view' || id === 'stretch') return this.#ofOne(first, id, row);
    if (id !== 'apart') return this.#ofOne(id, this.#what(), row);
    const what = this.#what();
    if (row.kind === 'every') return '';
    const [a, b] = PANES.map((slot) => sideOf(this.#controller, slot, row.key, what));
    const words = a?.track && b?.track ? differenceOf(a, b) : '';
    return words === '' ? '–' : words;
  }

  #ofOne(slot: PaneId, what: TableScope, row: RowSpec): string {
    if (row.kind === 'every') {
      const counts = this.#controller.values.of(slot)[what];
      return counts ? grouped(counts.all.events) : '';
    }
    const { track, inView } = sideOf(this.#controller, slot, row.key, what);
    if (!track) return '–';
    return inView ? briefCellOf(track, inView, this.#slots.length > 1) : '';
  }

  #track({ key }: RowSpec): TrackInfo | undefined {
    const [a, b] = PANES.map((slot) => sideOf(this.#controller, slot, key, 'view').track);
    return a ?? b;
  }
}

/** What the height of a track stands for. */
function topWords(track: TrackInfo | undefined, top: number | undefined): string {
  if (top === undefined) return '';
  if (track?.flow) return ratePhrase(track.flow.unit, top, track.clock);
  return track?.most === undefined ? `log ${numberPhrase(top)}` : numberPhrase(Number(top.toPrecision(2)));
}

/** Only what differs: nothing is laid out anew for the same words. */
function put(element: HTMLElement | null, words: string): void {
  if (!element) return;
  const text = element.lastChild;
  if (text instanceof Text) {
    if (text.data !== words) text.data = words;
  } else if (words !== '') element.append(words);
}
