/** What the checker found about one decision, in words. */
import { ENUM_DOCS, ENUMS } from '../../core/gen/tables';
import type { Frame } from '../scene';
import { deviceOf, type Facts } from './facts';
import { signed } from '../text';

type Found = NonNullable<Frame['verdict']>;

/** What the policy core gives instead; its meaning depends on the reason (struct mms_verdict). */
function instead(facts: Facts, why: string, expected: number): string {
  switch (why) {
    case 'visit':
    case 'type':
    case 'replay_list':
      return expected < 0 || expected > 254 ? 'expected none' : `expected ${deviceOf(facts, expected).name}`;
    case 'end':
      return `expected: ${ENUM_DOCS.walk_end[ENUMS.walk_end[expected] ?? ''] ?? String(expected)}`;
    default:
      return `expected ${signed(expected)}`;
  }
}

/** Reason, and for a difference what was expected; undefined where the word alone says it all. */
export function verdictDetail(facts: Facts, found: Found | null): string | undefined {
  if (!found) return undefined;
  const replay = found.check === 'same' && found.replay !== 'same' && found.replay !== 'unchecked';
  const why = replay ? found.replayWhy : found.why;
  const doc = ENUM_DOCS.check_why[why];
  if (replay) return `from the event alone; from the replayed lists ${found.replay}${doc ? ` (${doc})` : ''}`;
  if (found.check === 'same' || found.check === 'unchecked') return undefined;
  const wanted =
    found.check === 'different' && found.expected !== undefined
      ? `, ${instead(facts, why, found.expected)}`
      : '';
  return `${doc ?? why}${wanted}`;
}
