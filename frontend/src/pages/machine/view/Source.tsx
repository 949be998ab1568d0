/** A number whose foot says where it is from: printed by the kernel, computed, or set by the reader. */
import type { FC, ReactNode } from 'react';

export type Origin = 'printed' | 'computed' | 'set';

const WORDS: Readonly<Record<Origin, string>> = {
  printed: 'the kernel printed it',
  computed: 'computed',
  set: 'set by you, as if',
};

export const Source: FC<{ of: Origin; children: ReactNode }> = ({ of, children }) => (
  <span className={`source-${of}`} title={WORDS[of]}>
    {children}
  </span>
);

export const SourceLegend: FC = () => (
  <p className="machine-legend">
    {(Object.keys(WORDS) as Origin[]).map((of) => (
      <span key={of}>
        <Source of={of}>n</Source> {WORDS[of]}
      </span>
    ))}
  </p>
);
