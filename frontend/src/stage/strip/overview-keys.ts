/** Keys of a slider that holds a decision. */
import type { KeyboardEvent } from 'react';

/** Steps by key; infinite: to the start or the end. */
export const KEY_STEPS: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
};

export const hasModifier = (event: KeyboardEvent) => event.ctrlKey || event.altKey || event.metaKey;
