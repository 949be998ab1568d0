import type { FC } from 'react';
import { EraBadge } from '../../ui/EraBadge';
import { Terms, type TermEntry } from '../../ui/Term';
import { Verdict, type VerdictKind } from '../../ui/Verdict';
import type { PaneProps } from '../scene';
import { ERAS } from './era';
import { factsOf } from './facts';
import { TERMS, type TermName } from './terms';
import { verdictDetail } from './verdict-words';
import { walkOf } from './walk';
import { whySentences, whyTitle } from './words';

/** Where the decision is made in the kernel. */
const WHERE = 'mm/swapfile.c:get_swap_pages()';
const KINDS: readonly VerdictKind[] = ['same', 'different', 'incomplete', 'unchecked'];

function entries(names: readonly TermName[]): TermEntry[] {
  return [...new Set(names)].map((term) => ({ term, text: TERMS[term] }));
}

/** The decision under the cursor, spelled out step by step with the numbers of the drawing. */
export const Why: FC<PaneProps> = ({ frame, info }) => {
  const facts = factsOf(frame);
  const { event } = facts;
  const sentences = event ? whySentences(facts, event, walkOf(event)) : [];
  const terms = sentences.flatMap((s) => s.terms);
  if (event && event.goal > 1 && info.params?.['slots_cache'] !== 0) terms.push('slots cache');
  const kind = KINDS.find((k) => k === frame.verdict?.check);
  return (
    <div className="why-panel">
      <div className="why-head">
        <h2>{whyTitle(facts)}</h2>
        <EraBadge {...ERAS[facts.rule]} />
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
        <p className="small">Step forward to see the first decision.</p>
      )}
      <div className="foot">
        <span className="fn">{WHERE}</span>
        {info.provenance === 'kernel' && event && kind && (
          <Verdict kind={kind} detail={verdictDetail(facts, frame.verdict)} />
        )}
      </div>
      <Terms entries={entries(terms)} />
    </div>
  );
};
