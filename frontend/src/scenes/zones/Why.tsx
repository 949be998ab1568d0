import type { FC } from 'react';
import { EraBadge } from '../../ui/EraBadge';
import { Terms } from '../../ui/Term';
import { Verdict, type VerdictKind } from '../../ui/Verdict';
import type { PaneProps } from '../scene';
import { ruleEra } from './era';
import { factsOf } from './facts';
import { termsOf } from './terms';
import { verdictDetail } from './verdict-words';
import { whySentences, whyTitle } from './words';

/** Where the decision is made in the kernel: mm/page_alloc.c and mm/vmscan.c. */
const WHERE = {
  zone_select: 'get_page_from_freelist()',
  zone_batch: 'reset_alloc_batch()',
  kswapd_wake: 'wakeup_kswapd()',
  kswapd_sleep: 'kswapd_try_to_sleep()',
  direct_reclaim: 'try_to_free_pages()',
} as const;
const KINDS: readonly VerdictKind[] = ['same', 'different', 'incomplete', 'unchecked'];

/** The decision under the cursor, spelled out step by step with the numbers of the drawing. */
export const Why: FC<PaneProps> = ({ frame, info }) => {
  const facts = factsOf(frame, info);
  const { event, seen } = facts;
  const kind = KINDS.find((k) => k === frame.verdict?.check);
  return (
    <div className="why-panel">
      <div className="why-head">
        <h2>{whyTitle(facts)}</h2>
      </div>
      {event || seen ? (
        <ol className="why">
          {whySentences(facts).map((s, i) => (
            <li key={i} data-n={s.n} className={s.off ? 'off' : undefined}>
              {s.text}
            </li>
          ))}
        </ol>
      ) : (
        <p className="small">
          {info.decisions > 0 && `Step forward to see the first ${info.noun?.[0] ?? 'decision'}.`}
        </p>
      )}
      <div className="foot">
        {(event ?? seen) && <span className="fn">{WHERE[(event ?? seen)?.kind ?? 'zone_select']}</span>}
        {info.provenance === 'kernel' && event && kind && (
          <Verdict kind={kind} detail={verdictDetail(frame.verdict)} />
        )}
        <EraBadge {...ruleEra(facts)} />
      </div>
      <Terms entries={termsOf(facts)} />
    </div>
  );
};
