/** Drawing, caption, sentences and text of a frame ask for the same facts, and so does the other pane. */

/**
 * `make`, made once for each frame (or whatever many frames share: a page of decisions, the panes' sources) and
 * its other argument, which is compared by identity. What was made is forgotten with its frame.
 */
export function frameCache<Of extends object, Rest extends readonly unknown[], T>(
  make: (of: Of, ...rest: Rest) => T,
): (of: Of, ...rest: Rest) => T {
  const known = new WeakMap<Of, { rest: Rest; made: T }[]>();
  return (of, ...rest) => {
    const all = known.get(of) ?? [];
    const old = all.find((entry) => entry.rest.every((value, i) => value === rest[i]));
    if (old) return old.made;
    const made = make(of, ...rest);
    known.set(of, [...all, { rest, made }]);
    return made;
  };
}
