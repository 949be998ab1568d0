import type { FC } from 'react';

/** Behind words that say that all is the same. */
export const CheckMark: FC = () => (
  <>
    {' '}
    <svg width="12" height="10" className="tick" aria-hidden="true">
      <path d="M1 5l4 4 6-8" />
    </svg>
  </>
);
