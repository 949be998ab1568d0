import type { FC } from 'react';
import { EraBadge } from '../../ui/EraBadge';
import { Terms, type TermEntry } from '../../ui/Term';
import { Verdict } from '../../ui/Verdict';
import { detailOf, kindOf } from '../decisions/verdict-words';
import { interleaveEra } from '../interleave-words/era';
import type { PaneProps } from '../scene';
import { factsOf } from './facts';
import { TERMS, type TermName } from './terms';
import { whySentences, whyTitle } from './words';

/** Where the decision is made in the kernel; for a request, where it is sent. */
function whereOf(kind: string | undefined, weighs: boolean): string {
  if (kind === 'interleave_vma') return weighs ? 'weighted_interleave_nid()' : 'interleave_nid()';
  if (kind === 'interleave') return weighs ? 'weighted_interleave_nodes()' : 'interleave_nodes()';
  return kind === 'block_rq' ? 'blk_mq_start_request()' : 'mm/mempolicy.c';
}

function entries(names: readonly TermName[]): TermEntry[] {
  return [...new Set(names)].map((term) => ({ term, text: TERMS[term] }));
}

/** The decision under the cursor, spelled out step by step with the numbers of the drawing. */
export const Why: FC<PaneProps> = ({ frame, info }) => {
  const facts = factsOf(frame, info);
  const { event } = facts;
  const sentences = whySentences(facts, info);
  return (
    <div className="why-panel">
      <div className="why-head">
        <h2>{whyTitle(facts)}</h2>
        <EraBadge {...interleaveEra(event)} />
      </div>
      {event ? (
        <ol className="why">
          {sentences.map((s) => (
            <li key={s.n} data-n={s.n} className={s.off ? 'off' : undefined}>
              {s.text}
            </li>
          ))}
        </ol>
      ) : (
        <p className="small">Step forward to see the first {info.noun?.[0] ?? 'decision'}.</p>
      )}
      <div className="foot">
        <span className="fn">{whereOf(event?.kind, facts.policy.weights !== null)}</span>
        {info.provenance === 'kernel' && event && event.kind !== 'block_rq' && (
          <Verdict kind={kindOf(frame.verdict)} detail={detailOf(frame.verdict)} />
        )}
      </div>
      <Terms entries={entries(sentences.flatMap((s) => s.terms))} />
    </div>
  );
};
