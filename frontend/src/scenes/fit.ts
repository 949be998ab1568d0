/** Which scene can show a source. */
import type { Scene, SourceInfo } from './scene';

type Registered = Pick<Scene, 'kinds' | 'companions' | 'substitutes'>;
/** What a source holds, by kind of event. */
export type Contents = Pick<SourceInfo, 'kinds' | 'observed'>;
type Counts = Contents['kinds'];

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

function of(kinds: Registered['companions'] | null, counts: Counts): number {
  return (kinds ?? []).reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

/** Decisions of a source that a scene shows, those shown as part of others included. */
export function covered({ kinds: own, companions: along }: Registered, kinds: Counts): number {
  return own === null ? total(kinds) : of(own, kinds) + of(along, kinds);
}

/** What a scene can step through in a source: decisions, or observations where nothing is decided. */
export function steps(
  { kinds: own, substitutes: instead }: Registered,
  { kinds, observed = {} }: Contents,
): number {
  const all = total(kinds);
  if (all === 0) return of(instead, observed);
  return own === null ? all : of(own, kinds);
}

/** Has a scene anything to step through among these events, whatever else was decided? */
export function draws({ kinds: own, substitutes: instead }: Registered, counts: Counts): boolean {
  return of(own, counts) + of(instead, counts) > 0;
}

/** A scene fits when it shows at least half of the decisions, or what is observed where there are none. */
export function fits(scene: Registered, contents: Contents): boolean {
  const all = total(contents.kinds);
  return all > 0 ? 2 * covered(scene, contents.kinds) >= all : steps(scene, contents) > 0;
}

/**
 * The scene to open a source in: the one at hand if it fits, else one made for what is in it, else one
 * that shows any decision. Where nothing fits, the one at hand.
 */
export function fittingScene<S extends Registered>(scenes: readonly S[], now: S, contents: Contents): S {
  if (fits(now, contents)) return now;
  const made = scenes.find((s) => s.kinds !== null && fits(s, contents));
  return made ?? scenes.find((s) => s.kinds === null && fits(s, contents)) ?? now;
}
