/** How many decisions of each mode, and how the checker judged them; of a model, how many of each kind. */
import { MODES } from '../../core/gen/modes';
import { msg } from '../../core/message';
import { grouped } from '../../core/number';
import type { SourceInfo } from '../scene';
import type { Table } from '../narration';
import { subjectOf } from '../voices';

export function tallyOf({ provenance, totals, kinds }: SourceInfo): Table | null {
  if (provenance === 'kernel') {
    if (!totals) return { title: msg`Recomputing every decision…`, columns: [], rows: [] };
    return {
      title: msg`Decisions by mode, recomputed`,
      columns: ['mode', 'decisions', 'same', 'different', 'incomplete'],
      rows: totals.modes.map(({ mode, decisions, same, different, incomplete }) => {
        const doc = MODES.find((m) => m.name === mode)?.doc;
        return {
          key: mode,
          cells: [mode, ...[decisions, same, different, incomplete].map(grouped)],
          ...(doc === undefined ? {} : { doc }),
        };
      }),
    };
  }
  return {
    title:
      provenance === 'asif'
        ? msg`Decisions as if; the policy core itself made them`
        : msg`Decisions of this model; the policy core itself made them`,
    columns: ['kind', 'decisions'],
    rows: Object.entries(kinds).map(([kind, n]) => ({ key: kind, cells: [subjectOf(kind), grouped(n)] })),
  };
}
