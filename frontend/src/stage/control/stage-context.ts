/** How the stage's views reach its controller. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { StageController } from './controller';
import type { Playback } from './playback';
import type { StageState } from '../state/store';
import { frameCache } from '../../scenes/frame-cache';
import type { SourceSpec } from '../../capture/sources/spec';
import type { ParamName } from '../../core/gen/tables';
import { PANES, type PaneId } from '../../core/panes';
import { nounOf, type Noun } from '../state/phrases';

/** A tunable that was set in the drawing, and what the pane showed before. */
export interface Change {
  pane: PaneId;
  /** The handle, and what its tunable was at. */
  id: string;
  name: ParamName;
  was: number;
  before: SourceSpec;
  after: SourceSpec;
}

export interface Stage {
  controller: StageController;
  playback: Playback;
  /** Opens a source as a step of the browser's history, so that Back undoes it; `change`: where it was made by hand. */
  choose: (pane: PaneId, spec: SourceSpec, change?: Change) => void;
  /** The change by hand that led to what is shown, if one did. */
  changed: StoreApi<{ last: Change | null }>;
  /** Takes that back. */
  undo: () => void;
  /** Opens files by what is in them; `first`: where a single capture of our own goes. */
  openFiles: (files: readonly File[], first: PaneId) => void;
  /** Opens the source picker of a pane. */
  pick: (pane: PaneId) => void;
  /** Shows the sources in another scene, as a step of the browser's history. */
  show: (scene: string) => void;
}

export const StageContext = createContext<Stage | null>(null);

export function useStage(): Stage {
  const stage = useContext(StageContext);
  if (!stage) throw new Error('useStage() outside of a stage');
  return stage;
}

export function useStageState<T>(select: (state: StageState) => T): T {
  return useStore(useStage().controller.store, select);
}

/** What the cursor counts, in the words of the sources on screen. */
export function useNoun(): Noun {
  return useStageState(nounIn);
}

const nounIn = ({ panes }: StageState): Noun => nounOfPanes(panes);
const nounOfPanes = frameCache((panes: StageState['panes']) =>
  nounOf(PANES.flatMap((id) => panes[id].source?.info ?? [])),
);
