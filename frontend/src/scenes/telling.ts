/** A scene's `tell`, put together. */
import { perFrame } from './per-frame';
import type { Seen, Tell } from './scene';
import type { Caption, PaneTold } from './told';

/** From its two halves. What a pane tells does not depend on the other, and is made once. */
export function telling(caption: (a: Seen, b: Seen | null) => Caption, pane: (seen: Seen) => PaneTold): Tell {
  const made = perFrame((frame: Seen['frame'], info: Seen['info'], letter: Seen['pane']) =>
    pane({ pane: letter, info, frame }),
  );
  return (seen, other) => ({
    ...caption(seen, other),
    ...made(seen.frame, seen.info, seen.pane),
  });
}
