/** What a loaded source is called and tells about itself: the scene contract's SourceInfo. */
import type { CheckResult, LoadedSource, SceneSource } from '../../capture/local/source';
import { grouped } from '../../core/number';
import { sum } from '../../core/search';
import { scenes } from '../../scenes';
import { total } from '../../scenes/fit';
import type { SourceInfo, Tally } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { ResolvedSource } from '../../capture/sources/source-resolver';
import { sourceInfoOf } from './source-info';

const switches = scenes.flatMap(({ policy }) => policy?.switches ?? []);

export const infoOf = (
  opened: ResolvedSource,
  loaded: LoadedSource,
  catalogue: Catalogue,
): Promise<SourceInfo> => sourceInfoOf(switches, opened, loaded, catalogue);

/** The same source as another scene steps through it. */
export function infoForScene(info: SourceInfo, { decisions, noun }: SceneSource): SourceInfo {
  const shown = { ...info, decisions };
  delete shown.noun;
  return noun ? { ...shown, noun } : shown;
}

/** Both checks in one: a decision is the same only when both say so. */
export function totalsOf({ totals, modes, balances }: CheckResult): NonNullable<SourceInfo['totals']> {
  return {
    decisions: sum(modes.map((m) => m.decisions)),
    same: sum(modes.map((m) => m.same)),
    different: sum(modes.map((m) => m.different)),
    incomplete: sum(modes.map((m) => m.incomplete)),
    raced: totals.raced,
    not_modelled: totals.not_modelled,
    over_limit: totals.over_limit,
    lost: totals.lost,
    modes,
    balances,
  };
}

/** The source decides something, but nothing that the scene is for. */
export function isUnsuited({ decisions, kinds }: SourceInfo): boolean {
  return decisions === 0 && total(kinds) > 0;
}

/** The result of recomputing, in a few words. */
export function recomputedPhrase(tally: Tally & { over_limit?: number }): string {
  const { decisions, same, different, incomplete, raced, not_modelled: open, over_limit } = tally;
  const end = over_limit ? '; the record is incomplete' : '';
  if (!decisions && !open) return 'no decisions';
  if (same === decisions && !open) return `same, all ${grouped(decisions)}${end}`;
  // Of unpatched kernels, each of which stands alone, nothing is incomplete but the record.
  const [between, last] =
    raced || open
      ? [`${grouped(raced ?? 0)} raced, `, `${grouped(open ?? 0)} not modelled`]
      : ['', `${grouped(incomplete)} incomplete`];
  return `${grouped(same)} same, ${between}${grouped(different)} different, ${last}${end}`;
}

/** Accounts of the record in a few words; undefined where it has none. */
export function balancePhrase({ balances = [] }: NonNullable<SourceInfo['totals']>): string | undefined {
  const known = balances.filter(({ state }) => state !== 'unknown');
  const off = known.filter(({ state }) => state === 'off').length;
  if (balances.length === 0) return undefined;
  if (off > 0) return `${grouped(off)} of ${grouped(known.length)} do not hold`;
  return known.length > 0 ? `${grouped(known.length)} hold` : 'not told';
}

/** Decisions of each mode in a few words; undefined while they are not counted. */
export function modePhrase({ totals }: SourceInfo): string | undefined {
  const words = totals?.modes.map(({ mode, decisions, same }) => {
    const [all, good] = [decisions, same].map(grouped);
    return same === decisions ? `${mode} ${all ?? ''}` : `${mode} ${good ?? ''} of ${all ?? ''} same`;
  });
  return words?.join(', ');
}
