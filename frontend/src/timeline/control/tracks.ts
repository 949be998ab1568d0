/** The rows: which there are, which one the keys are on, which groups are folded. */
import { isOpen, layoutOf, numbersOf, type RowSpec } from '../layout';
import { ALL, type TrackInfo } from '../model/capture';
import type { Group } from '../model/tracks';
import { PANES, type PaneId } from '../../core/panes';
import type { TimelineStore } from '../state';

const NO_TRACKS: readonly TrackInfo[] = [];

export class Tracks {
  readonly #store: TimelineStore;
  /** Tracks of each capture by key of their row. */
  readonly #numbers: Record<PaneId, Map<string, number>> = { A: new Map(), B: new Map() };

  constructor(store: TimelineStore) {
    this.#store = store;
  }

  /** The tracks of a capture, as soon as it is there; none when it is gone. */
  take(slot: PaneId, tracks: readonly TrackInfo[]): void {
    this.#numbers[slot] = numbersOf(tracks);
  }

  rows(): RowSpec[] {
    const captures = this.#captures();
    const two = captures.every((c) => c.length > 0);
    const { slots, ...state } = this.#store.getState();
    const hint = PANES.some((slot) => slots[slot].info?.countable);
    return layoutOf(captures, { ...state, hint, rowHeight: two ? 18 : 20 });
  }

  /** Number of a row's track in a capture; null where it has no such track. */
  numberOf(slot: PaneId, key: string | null): number | null {
    return key === null ? null : (this.#numbers[slot].get(key) ?? null);
  }

  /** The number of the track the keys step along; all events where none is chosen. */
  chosen(slot: PaneId): number {
    return this.numberOf(slot, this.#store.getState().row) ?? ALL;
  }

  select(key: string | null): void {
    this.#store.setState({ row: key });
  }

  /** The next row with a track, or the one before. */
  selectNext(by: 1 | -1): void {
    const rows = this.rows().filter((r) => r.kind === 'track');
    const at = rows.findIndex((r) => r.key === this.#store.getState().row);
    const next =
      rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) this.select(next.key);
  }

  fold(group: Group): void {
    const { folded } = this.#store.getState();
    this.#store.setState({
      folded: folded.includes(group) ? folded.filter((g) => g !== group) : [...folded, group],
    });
  }

  /** Whether the tracks below every event are shown. */
  rawOpen(): boolean {
    return isOpen(this.#captures(), this.#store.getState());
  }

  /** Shows them, or folds them away. */
  foldRaw(): void {
    this.#store.setState({ raw: !this.rawOpen() });
  }

  #captures(): (readonly TrackInfo[])[] {
    const { slots } = this.#store.getState();
    return PANES.map((s) => slots[s].info?.tracks ?? NO_TRACKS);
  }

  showAll(group: Group): void {
    this.#store.setState(({ whole: all }) => ({ whole: [...all, group] }));
  }

  filter(filter: string): void {
    this.#store.setState({ filter });
  }
}
