/** Drawing, caption, sentences and text of a frame ask for the same facts, and so does the other pane. */
import type { Frame } from './scene';

/**
 * `make`, made once for each frame and whatever else it is told, which is compared by identity. What was made
 * is forgotten with its frame.
 */
export function perFrame<Rest extends readonly unknown[], T>(
  make: (frame: Frame, ...rest: Rest) => T,
): (frame: Frame, ...rest: Rest) => T {
  const known = new WeakMap<Frame, { rest: Rest; made: T }[]>();
  return (frame, ...rest) => {
    const all = known.get(frame) ?? [];
    const old = all.find((entry) => entry.rest.every((value, i) => value === rest[i]));
    if (old) return old.made;
    const made = make(frame, ...rest);
    known.set(frame, [...all, { rest, made }]);
    return made;
  };
}
