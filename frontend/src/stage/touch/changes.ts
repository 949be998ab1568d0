/** What was changed by hand in each pane, so that it can be undone, and what was there before be shown. */
import { createStore } from 'zustand/vanilla';
import type { ParamName } from '../../core/gen/tables';
import { sameSpec, type SourceSpec } from '../../capture/sources/spec';
import type { PaneId } from '../../core/panes';

export interface Change {
  /** The handle, and what its tunable was at. */
  id: string;
  name: ParamName;
  was: number;
  before: SourceSpec;
  after: SourceSpec;
}

type Changes = Record<PaneId, readonly Change[]>;

export const changes = createStore<Changes>(() => ({ A: [], B: [] }));

/** The last one, as long as the pane shows its result. */
export function lastOf(all: Changes, pane: PaneId, shown: SourceSpec): Change | null {
  const last = all[pane].at(-1);
  return last && sameSpec(last.after, shown) ? last : null;
}

export function remember(pane: PaneId, change: Change): void {
  changes.setState((all) => {
    // What came otherwise since is not undone by this.
    const kept = lastOf(all, pane, change.before) ? all[pane] : [];
    return { [pane]: [...kept, change] };
  });
}

export function forget(pane: PaneId): void {
  changes.setState((all) => ({ [pane]: all[pane].slice(0, -1) }));
}
