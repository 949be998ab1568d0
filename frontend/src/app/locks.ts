/** What a teacher's link keeps as it is: by mouse, by key and by a file that is dropped. */
import type { SourceSpec } from '../capture/sources/spec';
import { isHidden, isUnlocked } from '../stage/state/class-link';

const changed = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => String(a[name]) !== String(b[name]));

/** Whether a pane that shows `now` may show `next` instead. */
export function mayShow(now: SourceSpec, next: SourceSpec): boolean {
  const tuned = now.kind === 'model' && next.kind === 'model' && now.id === next.id;
  if (tuned) return changed(now.overrides, next.overrides).every(isUnlocked);
  return !isHidden('sources');
}

export const LOCKED = 'This link keeps its sources: they cannot be changed here.';
