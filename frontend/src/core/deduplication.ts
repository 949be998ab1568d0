/**
 * What is the same in two values is made the same object: structured clone then sends it once, and whoever gets it
 * makes it once.
 */

/** `value`, with every part of it that equals the same part of `held` replaced by that. Neither is changed. */
export function deduplicate<T>(value: T, held: unknown): T {
  if (Object.is(value, held)) return value;
  const parts = partsOf(value);
  const others = partsOf(held);
  if (!parts || !others || Array.isArray(value) !== Array.isArray(held)) return value;
  const shared = parts.map(([key, part]): [string, unknown] => [
    key,
    deduplicate(part, (held as Record<string, unknown>)[key]),
  ]);
  const same =
    parts.length === others.length &&
    shared.every(([key, part]) => Object.is(part, (held as Record<string, unknown>)[key]));
  if (same) return held as T;
  return (Array.isArray(value) ? shared.map(([, part]) => part) : Object.fromEntries(shared)) as T;
}

/** Null for what has no parts, or other parts than an object has that is written as { … } or [ … ]. */
function partsOf(value: unknown): [string, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null;
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return plain ? Object.entries(value) : null;
}
