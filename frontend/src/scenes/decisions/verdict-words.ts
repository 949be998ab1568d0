/** Verdicts of the checker in words. */
import { ENUM_DOCS } from '../../core/gen/tables';
import type { Found } from '../scene';
import type { VerdictKind } from '../../ui/Verdict';

const KINDS: readonly VerdictKind[] = ['same', 'different', 'incomplete', 'unchecked'];

/** Both checks in one: different before incomplete before same. */
export function kindOf(found: Found | null): VerdictKind {
  const given = [found?.check, found?.replay].map((c) => KINDS.find((k) => k === c) ?? 'unchecked');
  const [check = 'unchecked', replay = 'unchecked'] = given;
  if (given.includes('different')) return 'different';
  if (given.includes('incomplete')) return 'incomplete';
  // Not every decision has a state to be replayed from.
  return check === 'same' ? 'same' : replay;
}

/** The reason, and what was expected; undefined where the word alone says it all. */
export function detailOf(found: Found | null): string | undefined {
  const kind = kindOf(found);
  if (!found || kind === 'same' || kind === 'unchecked') return undefined;
  const replayed = found.check === 'same';
  const why = replayed ? found.replayWhy : found.why;
  const expected =
    kind === 'different' && !replayed && found.expected !== undefined ? `, expected ${found.expected}` : '';
  return `${ENUM_DOCS.check_why[why] ?? why}${expected}${replayed ? ' (from the events before it)' : ''}`;
}
