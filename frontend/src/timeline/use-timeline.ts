/** The timeline as its components see it. */
import { createContext, use, type FC } from 'react';
import { useStore } from 'zustand';
import type { TimelineController } from './controller';
import type { PaneId } from '../core/panes';
import type { TimelineState } from './control/state';
import type { SourceSpec } from '../capture/sources/spec';

export interface TimelineLinks {
  /** A view of the stage at an event of one of our own captures; null where no scene shows such events. */
  scene: (spec: SourceSpec, kind: string, ts: number) => string | null;
  /** The report of a capture. */
  report: (slot: PaneId) => string;
}

/** Opens a file where it belongs: an archive's files, a file of /proc beside its trace. */
export type OpenFiles = (slot: PaneId, files: readonly File[]) => void;

/** Offers to keep a file that was read on this machine where a link finds it; `onDone`: it is there, under this id. */
export type KeepFile = FC<{ name: string; blob: Blob; onDone: (id: string) => void; without: string }>;

interface TimelineSurroundings {
  controller: TimelineController;
  links: TimelineLinks;
  openFiles: OpenFiles;
  KeepFile: KeepFile;
}

export const TimelineContext = createContext<TimelineSurroundings | null>(null);

export function useTimeline(): TimelineSurroundings {
  const place = use(TimelineContext);
  if (!place) throw new Error('There is no timeline around this.');
  return place;
}

export function useTimelineState<T>(pick: (state: TimelineState) => T): T {
  return useStore(useTimeline().controller.store, pick);
}
