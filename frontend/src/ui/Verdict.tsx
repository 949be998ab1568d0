import type { FC } from 'react';
import type { VerdictKind } from '../core/contract';

const MARKS: Readonly<Record<Exclude<VerdictKind, 'unchecked'>, string>> = {
  same: 'M2 6l3.5 3.5L12 2',
  different: 'M3 1.5l8 8M11 1.5l-8 8',
  incomplete: 'M7 1.5a4 4 0 1 0 .01 0z',
};

/** Tick, cross or ring alone; the word must stand beside it or be read aloud. */
export const VerdictMark: FC<{ kind: Exclude<VerdictKind, 'unchecked'> }> = ({ kind }) => (
  <svg width="14" height="11" aria-hidden="true">
    <path d={MARKS[kind]} fill="none" stroke="var(--ink)" strokeWidth="2" />
  </svg>
);

/** Verdict of the checker: a tick, a cross or a ring, the word, and what it means here. */
export const Verdict: FC<{ kind: VerdictKind; detail?: string | null | undefined }> = ({ kind, detail }) => (
  <span className="verdict">
    {kind !== 'unchecked' && <VerdictMark kind={kind} />}
    <span>
      <b>{kind === 'unchecked' ? 'not checked yet' : kind}</b>
      {detail ? `: ${detail}` : ''}
    </span>
  </span>
);
