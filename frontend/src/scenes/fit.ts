/** Which scene can show a source. */
import type { EventKind } from '../core/gen/tables';

type Kinds = Readonly<Partial<Record<EventKind, number>>>;
interface Registered {
  kinds: readonly EventKind[] | null;
  along?: readonly EventKind[] | undefined;
}

export function total(kinds: Kinds): number {
  return Object.values(kinds).reduce((sum, n) => sum + n, 0);
}

/** Decisions of a source that a scene shows, those told as part of others included. */
export function covered({ kinds: own, along = [] }: Registered, kinds: Kinds): number {
  return own === null ? total(kinds) : [...own, ...along].reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0);
}

/** A scene fits when it shows at least half of the decisions. */
export function fits(scene: Registered, kinds: Kinds): boolean {
  return 2 * covered(scene, kinds) >= total(kinds);
}

/**
 * The scene to open a source in: the one at hand if it fits, else one made for these decisions, else one
 * that shows any decision.
 */
export function fitting<S extends Registered>(scenes: readonly S[], now: S, kinds: Kinds): S {
  if (fits(now, kinds)) return now;
  const made = scenes.find((s) => s.kinds !== null && fits(s, kinds));
  return made ?? scenes.find((s) => s.kinds === null) ?? now;
}
