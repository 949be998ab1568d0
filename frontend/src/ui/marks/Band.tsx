import { lazy, Suspense, type FC } from 'react';

/** Fetched where an as if is shown. */
const BandMark = lazy(() => import('./BandMark'));

/** What is assumed makes a bar end between `from` and `to`, counted from its left end at `x`. */
export const Band: FC<{ x: number; y: number; height: number; from: number; to: number }> = (props) => (
  <Suspense>
    <BandMark {...props} />
  </Suspense>
);
