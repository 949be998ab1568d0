/** The two panes: of the stage, and of the timeline, which opens the same sources. */
export type PaneId = 'A' | 'B';
export const PANES: readonly PaneId[] = ['A', 'B'];
export const otherOf = (id: PaneId): PaneId => (id === 'A' ? 'B' : 'A');
