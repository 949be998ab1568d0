/** What the checker found about one decision, in words; undefined where the word alone says it all. */
import { ENUM_DOCS } from '../../core/gen/tables';
import type { Found } from '../scene';

export function verdictDetail(found: Found | null): string | undefined {
  if (!found || found.check === 'same' || found.check === 'unchecked') return undefined;
  const wanted =
    found.check === 'different' && found.expected !== undefined ? `, expected ${found.expected}` : '';
  return `${ENUM_DOCS.check_why[found.why] ?? found.why}${wanted}`;
}
