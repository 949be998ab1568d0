/** How far a sweep is. */
import type { FC } from 'react';
import { grouped } from '../../../core/number';
import type { SweepState } from '../sweep';
import { progressWords } from '../phrases';

export const Progress: FC<{ state: SweepState }> = ({ state: { all, done, kept, running } }) =>
  all > 0 && (
    <>
      <p className="cmp-progress" role="status">
        <progress max={all} value={done} /> {progressWords(done, all, running)}
      </p>
      {kept > 0 && <p className="note">{grouped(kept)} of them kept from another visit.</p>}
    </>
  );
