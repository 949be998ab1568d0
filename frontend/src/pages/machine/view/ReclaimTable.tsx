/** What was left to reclaim when a report was made, as far as it says. */
import type { FC } from 'react';
import { Table } from '../../../ui/Table';
import type { Report } from '../answer';
import { reclaimRows } from '../phrases';

export const ReclaimTable: FC<{ report: Report }> = ({ report }) => {
  const rows = reclaimRows(report);
  if (rows.length === 0) return null;
  return (
    <section className="machine-reclaim" aria-label="What was left to reclaim">
      <Table
        caption="What was left to reclaim"
        heads={['pages', 'of them', 'in all']}
        right={(column) => column === 2}
        rows={rows.map(({ what, words, bytes }) => ({ key: what, cells: [what, words, bytes] }))}
      />
      <p className="note">
        {report.reclaim.given_up &&
          'kswapd had given up (all_unreclaimable): 16 times in a row it reclaimed nothing. '}
        Pages that are dirty, locked or in use are among these.
        {report.confined !== '' && ' They are of all nodes, and the request could not use all of them.'}
      </p>
    </section>
  );
};
