/**
 * What is the same in two values is made the same object: structured clone then sends it once, and whoever gets it
 * makes it once.
 */

/** `value`, with every part of it that equals the same part of `kept` replaced by that. Neither is changed. */
export function deduplicate<T>(value: T, kept: unknown): T {
  if (Object.is(value, kept)) return value;
  const parts = partsOf(value);
  const others = partsOf(kept);
  if (!parts || !others || Array.isArray(value) !== Array.isArray(kept)) return value;
  const shared = parts.map(([key, part]): [string, unknown] => [
    key,
    deduplicate(part, (kept as Record<string, unknown>)[key]),
  ]);
  const same =
    parts.length === others.length &&
    shared.every(([key, part]) => Object.is(part, (kept as Record<string, unknown>)[key]));
  if (same) return kept as T;
  return (Array.isArray(value) ? shared.map(([, part]) => part) : Object.fromEntries(shared)) as T;
}

/** Null for what has no parts, or other parts than an object has that is written as { … } or [ … ]. */
function partsOf(value: unknown): [string, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null;
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return plain ? Object.entries(value) : null;
}
