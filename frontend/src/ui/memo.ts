/** Marks that are drawn anew when what they show has changed, not whenever a step brings new objects. */
import { memo, useRef, type FC } from 'react';

/**
 * Equal in all that shows: plain objects and arrays by what is in them. Functions are taken for equal, so a
 * mark may be given only such as follow from the data beside them (a scale beside its ends).
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'function') return typeof b === 'function';
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => isEqual(v, b[i]))
    );
  if (Object.getPrototypeOf(a) !== Object.prototype || Object.getPrototypeOf(b) !== Object.prototype)
    return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((k) => k in other && isEqual(one[k], other[k]))
  );
}

/** `mark`, drawn anew when its props are no longer the same. */
export function memoMark<Props extends object>(name: string, mark: FC<Props>) {
  const kept = memo(mark, isEqual);
  kept.displayName = name;
  return kept;
}

/** The object of the last drawing for as long as it is the same: then marks that get it need not look into it. */
export function useStable<T>(value: T): T {
  const kept = useRef(value);
  // Written while it is drawn, but never so that it shows: both objects say the same.
  if (!isEqual(kept.current, value)) kept.current = value;
  return kept.current;
}
