/** A scene's `tell`, put together. */
import { withArch } from '../../core/zone';
import { alternativesOf } from './alternatives';
import { frameCache } from '../frame-cache';
import type { PaneSourceFrame, SourceFrame, Narrator } from '../scene';
import type { Caption, PaneNarration } from '../narration';

/** From its two halves. What a pane tells depends neither on the other nor on its letter, and is made once. */
export function narratorOf(
  caption: (a: PaneSourceFrame, b: PaneSourceFrame | null) => Caption,
  pane: (shown: SourceFrame) => PaneNarration,
): Narrator {
  const made = frameCache((frame: SourceFrame['frame'], info: SourceFrame['info']) => ({
    ...withArch(info.arch, () => pane({ info, frame })),
    alternatives: withArch(info.arch, () => alternativesOf(frame)),
  }));
  return (seen, other) => ({
    ...withArch(seen.info.arch, () => caption(seen, other)),
    ...made(seen.frame, seen.info),
  });
}
