/** A scene's `tell`, put together. */
import { hereOf } from './here';
import { perFrame } from './per-frame';
import type { Seen, Shown, Tell } from './scene';
import type { Caption, PaneTold } from './told';

/** From its two halves. What a pane tells depends neither on the other nor on its letter, and is made once. */
export function telling(
  caption: (a: Seen, b: Seen | null) => Caption,
  pane: (shown: Shown) => PaneTold,
): Tell {
  const made = perFrame((frame: Shown['frame'], info: Shown['info']) => ({
    ...pane({ info, frame }),
    here: hereOf(frame),
  }));
  return (seen, other) => ({
    ...caption(seen, other),
    ...made(seen.frame, seen.info),
  });
}
