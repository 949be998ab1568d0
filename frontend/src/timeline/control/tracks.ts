/** The rows: which there are, which one the keys are on, which groups are folded. */
import { isOpen, layoutOf, numbersOf, type RowSpec } from './layout';
import { ALL, type TrackInfo } from '../model/capture';
import type { Group } from '../model/tracks';
import { PANES, type PaneId } from '../../core/panes';
import { readySlots, type TimelineStore } from './state';

const NO_TRACKS: readonly TrackInfo[] = [];

export class Tracks {
  readonly #store: TimelineStore;
  readonly #thumb: boolean;
  /** Tracks of each capture by key of their row. */
  readonly #numbers: Record<PaneId, Map<string, number>> = { A: new Map(), B: new Map() };

  /** `thumb`: whether one presses with a thumb. */
  constructor(store: TimelineStore, thumb = false) {
    this.#store = store;
    this.#thumb = thumb;
  }

  /** The tracks of a capture, as soon as it is there; none when it is gone. */
  take(slot: PaneId, tracks: readonly TrackInfo[]): void {
    this.#numbers[slot] = numbersOf(tracks);
  }

  rows(): RowSpec[] {
    const { slots, ...state } = this.#store.getState();
    const lanes = Math.max(1, readySlots(this.#store.getState()).length);
    const hint = PANES.some((slot) => slots[slot].info?.countable);
    const own = PANES.map((slot) => slots[slot]).filter(({ info }) =>
      info?.tracks.some(({ group }) => group === 'own'),
    );
    return layoutOf(this.#captures(), {
      ...{ ...state, lanes, hint, thumb: this.#thumb },
      own: {
        files: [...new Set(own.map(({ name }) => name))],
        unread: own.reduce((sum, { info }) => sum + (info?.lines.unreadable ?? 0), 0),
      },
    });
  }

  /** Number of a row's track in a capture; null where it has no such track. */
  numberOf(slot: PaneId, key: string | null): number | null {
    return key === null ? null : (this.#numbers[slot].get(key) ?? null);
  }

  /** The number of the track the keys step along; all events where none is chosen. */
  chosen(slot: PaneId): number {
    return this.numberOf(slot, this.#store.getState().row) ?? ALL;
  }

  /** What was chosen on another track is that no more. */
  select(key: string | null): void {
    this.#store.setState(({ row, span }) => ({ row: key, span: key === row ? span : null }));
  }

  /** The next row, or the one before; at first the first or the last with a track. */
  selectNext(by: 1 | -1): void {
    const rows = this.rows();
    const at = rows.findIndex((r) => r.key === this.#store.getState().row);
    const tracks = rows.filter((r) => r.kind === 'track');
    const next = at < 0 ? tracks.at(by > 0 ? 0 : -1) : rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) this.select(next.key);
  }

  /** Does what a press on the name of a row does that is no track. */
  press(key: string | null): void {
    const row = this.rows().find((r) => r.key === key);
    if (row?.kind === 'every') this.foldRaw();
    else if (row?.kind === 'heading') this.fold(row.group);
    else if (row?.kind === 'more') this.showAll(row.group);
  }

  isTrack(key: string | null): boolean {
    return PANES.some((slot) => this.numberOf(slot, key) !== null);
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
