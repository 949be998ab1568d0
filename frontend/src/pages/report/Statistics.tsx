/** What comes of the events, in tables, and counters of the kernel. */
import type { FC } from 'react';
import { countPhrase } from '../../trace/report/phrases';
import type { CaptureReport } from '../../trace/report/capture-report';
import { ReportTable, ReportTables } from './ReportTable';
import { tablesOf } from './tables';

export const Statistics: FC<Pick<CaptureReport, 'derived' | 'report'>> = (of) => {
  const { counters } = of.derived;
  return (
    <>
      <ReportTables of={tablesOf(of)} />
      {counters.rows.length > 0 ? (
        <details>
          <summary>{countPhrase(counters.rows.length)} counters of /proc/vmstat</summary>
          <ReportTable
            caption="Counters of /proc/vmstat, by file; several as they changed from the first to the last"
            heads={[
              'counter',
              ...counters.files.map((name, i) => `#${i + 1}: ${name}`),
              ...(counters.files.length > 1 ? ['#change'] : []),
            ]}
            rows={counters.rows.map(({ name, values, change }) => [
              name,
              ...values.map((v) => (v === null ? '–' : countPhrase(v))),
              ...(values.length > 1 ? [change === null ? '–' : countPhrase(change)] : []),
            ])}
          />
        </details>
      ) : (
        <p>Counters of the kernel are not known: add /proc/vmstat, one from before and one from after.</p>
      )}
    </>
  );
};
