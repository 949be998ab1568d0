/** What became of a row: a sign and words, and what it counts as. */
import type { FC } from 'react';
import type { RowVerdict } from '../verdict';
import { hasSize, WITHIN, type Row } from '../rows';
import { countsAs, effectOf, effectWords, type Counts } from '../summary';

const SIGNS = {
  within: 'M1 6l4 4 7-9',
  outside: 'M6.5 1a5 5 0 1 0 .01 0z',
  'wrong direction': 'M2 1l9 9M11 1l-9 9',
};

const COUNTS: Readonly<Record<Counts, string>> = {
  fitted: 'fitted',
  double: 'said twice',
  'no evidence': 'no evidence',
  'by construction': 'by construction',
  independent: 'independent',
};

function words(row: Row, { verdict }: RowVerdict): string {
  if (verdict === 'wrong direction') return 'wrong direction';
  if (verdict === 'outside') return row.kind === 'equal' ? 'different' : 'outside';
  if (row.kind === 'equal') return 'the same';
  if (row.kind === 'value' && !hasSize(row)) return 'as stated';
  if (row.kind === 'nothing') return 'nothing in both';
  if (row.kind === 'direction') return 'same direction';
  return `within ${Math.round((row.within || WITHIN) * 100)} %`;
}

export const VerdictMark: FC<{ row: Row; judged: RowVerdict | string | null }> = ({ row, judged }) => (
  <>
    {judged !== null && typeof judged !== 'string' && (
      <span className="pub-verdict">
        <svg width="13" height="12" aria-hidden="true">
          <path d={SIGNS[judged.verdict]} fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
        {words(row, judged)}
      </span>
    )}
    <span className={countsAs(row) === 'fitted' ? 'mark-fitted' : 'mark-predicted'}>
      {COUNTS[countsAs(row)]}
    </span>
    {judged !== null && <EffectLine row={row} judged={judged} />}
    {row.double && (
      <span className="what">
        the same as {row.double.of}: {row.double.why}
      </span>
    )}
    {row.noEvidence !== null && countsAs(row) === 'no evidence' && (
      <span className="what">{row.noEvidence}</span>
    )}
    {row.untouched !== null && countsAs(row) === 'independent' && (
      <span className="what">no fitted constant moves it: {row.untouched}</span>
    )}
    {row.constructed !== null && countsAs(row) === 'by construction' && (
      <span className="what">{row.constructed}</span>
    )}
    {row.miss !== null && <span className="what">{row.miss}</span>}
  </>
);

/** Beside a ratio near 1, what the policy does: +12 % is far from +2.6 %. */
const EffectLine: FC<{ row: Row; judged: RowVerdict | string }> = ({ row, judged }) => {
  const effect = effectOf({ row, judged });
  if (effect === null) return null;
  const [published, model] = effectWords(effect);
  return (
    <span className="what">
      effect {published}, model {model}
    </span>
  );
};
