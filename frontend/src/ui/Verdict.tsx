import type { FC } from 'react';
import type { VerdictKind } from '../core/types';

/** Drawn in a box of 14 by 11. */
export const MARKS: Readonly<Record<Exclude<VerdictKind, 'unchecked'>, string>> = {
  same: 'M2 6l3.5 3.5L12 2',
  different: 'M3 1.5l8 8M11 1.5l-8 8',
  incomplete: 'M7 1.5a4 4 0 1 0 .01 0z',
  raced: 'M1.5 3.5h9l-2.5-2.5M12.5 7.5h-9l2.5 2.5',
  not_modelled:
    'M2 1.5h1.6M5.6 1.5h1.6M9.2 1.5h1.6M2 9.5h1.6M5.6 9.5h1.6M9.2 9.5h1.6M2 4.5v2M12 1.5v2M12 5.5v2M12 9.5h-.5',
};

/** A name of the core, as a word. */
const WORDS: Readonly<Record<VerdictKind, string>> = {
  unchecked: 'not checked yet',
  same: 'same',
  raced: 'raced',
  different: 'different',
  incomplete: 'incomplete',
  not_modelled: 'not modelled',
};

/** Tick, cross or ring alone; the word must stand beside it or be read aloud. */
export const VerdictMark: FC<{ kind: Exclude<VerdictKind, 'unchecked'>; broken?: boolean }> = ({
  kind,
  broken = false,
}) => (
  <svg width="14" height="11" aria-hidden="true">
    <path
      d={MARKS[kind]}
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2"
      strokeDasharray={broken ? '2 1.6' : undefined}
    />
  </svg>
);

interface Props {
  kind: VerdictKind;
  detail?: string | null | undefined;
  /** Where the page says what a verdict on such a decision is worth. */
  href: string;
}

/**
 * Verdict of the checker: a tick, a cross or a ring, the word, and what it means here. Of `same` the tick tells it:
 * a broken one where only one of the checks could be made, in words for those who point at it or listen.
 */
export const Verdict: FC<Props> = ({ kind, detail, href }) => (
  <span className="verdict" title={kind === 'same' && detail ? `${kind}: ${detail}` : undefined}>
    {kind !== 'unchecked' && <VerdictMark kind={kind} broken={kind === 'same' && !!detail} />}
    <span>
      <b>
        {kind === 'unchecked' ? (
          WORDS.unchecked
        ) : (
          <a className="check-link" href={href} title="What the check can and cannot see">
            {WORDS[kind]}
          </a>
        )}
      </b>
      {detail ? <span className={kind === 'same' ? 'visually-hidden' : undefined}>: {detail}</span> : ''}
    </span>
  </span>
);
