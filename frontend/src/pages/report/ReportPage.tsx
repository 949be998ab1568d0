/** The page: what a capture tells and what to record next; folded below, all that was read, shown and derived. */
import type { FC, ReactNode } from 'react';
import type { CaptureReport } from '../../trace/report/capture-report';
import { countPhrase } from '../../trace/report/phrases';
import { SNAPSHOT_PHRASE } from '../../trace/report/snapshots';
import { FileButton } from '../../ui/FileButton';
import { Tag } from '../../ui/Tag';
import type { TraceReport } from '../../trace/trace-report';
import { ReportTable, ReportTables } from './ReportTable';
import { mapTables } from './maps';
import { meantPhrase } from './phrases';
import { tablesOf } from './tables';
import type { ReportController } from './controller';
import { TraceFacts } from './TraceFacts';
import { StockPanel } from './StockPanel';
import { Summary } from './Summary';
import { Page } from '../../ui/page/Page';
import './report.css';
import type { Diagnosis } from '../../core/diagnosis';
import { Findings } from '../../ui/Findings';

interface Props extends ReportController {
  /** Null while there is none. */
  report: CaptureReport | null;
}

export const ReportPage: FC<Props> = ({ report, ...actions }) => (
  <Page className="report-page">
    {report ? <Report report={report} actions={actions} /> : <Nothing {...actions} />}
  </Page>
);

const Nothing: FC<ReportController> = ({ timeline }) => (
  <>
    <h1>Capture report</h1>
    <p>
      No capture is open. Drop a trace anywhere on this page, or open one on the{' '}
      <a href={timeline}>timeline</a>: text of tracefs, trace-cmd, perf script or bpftrace, packed with gzip
      or zstd or not. It is read in the browser and never leaves your machine.
    </p>
  </>
);

const Report: FC<{ report: CaptureReport; actions: ReportController }> = ({ report, actions }) => (
  <>
    <header className="report-head">
      <h1>Capture report</h1>
      <p>
        <Tag of="kernel" /> <b>{report.name}</b>{' '}
        {report.snapshots.length > 0 && <>with {report.snapshots.map((s) => s.name).join(', ')} </>}
        <a href={actions.timeline}>See it on the timeline</a>
      </p>
      <AddFile add={actions.add} />
      <p className="small" role="status">
        {actions.said}
      </p>
    </header>
    <Counted {...report} {...actions} />
    <Maps {...report.report} />
    <Summary report={report} {...actions} />
    {report.report.format !== 'mmscope' && <StockPanel era={report.era} />}
    <More title="What was read">
      <TraceFacts report={report.report} era={report.era} />
    </More>
    <More title="What it can show">
      <DoctorFindings doctor={report.doctor} {...actions} />
    </More>
    <More title="Derived from it">
      <Statistics {...report} />
    </More>
  </>
);

/** Events of a script's own whose fields are a tracepoint's: whether they are its events, the user knows. */
const Counted: FC<Pick<CaptureReport, 'countable' | 'report'> & Pick<ReportController, 'count'>> = ({
  countable,
  report: { counted },
  count,
}) => {
  const names = counted.map(({ name }) => name);
  return (
    <>
      {countable.map(({ name, tracepoint, events }) => (
        <p key={name}>
          {countPhrase(events)} events <code>{name}</code> have fields of <code>{tracepoint}</code>.{' '}
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              count([...names, name]);
            }}
          >
            Count them as {tracepoint}
          </button>
        </p>
      ))}
      {counted.map((of) => (
        <p key={of.name}>
          {meantPhrase(of)}{' '}
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              count(names.filter((name) => name !== of.name));
            }}
          >
            Count them as {of.name} again
          </button>
        </p>
      ))}
    </>
  );
};

/** What a script counted is what its user wants to see. */
const Maps: FC<TraceReport> = (report) => {
  const tables = mapTables(report);
  if (tables.length === 0) return null;
  return (
    <section aria-labelledby="report-maps">
      <h2 id="report-maps">What the script counted</h2>
      <div className="report-maps">
        <ReportTables of={tables} />
      </div>
    </section>
  );
};

const AddFile: FC<Pick<ReportController, 'add'>> = ({ add }) => (
  <p>
    <FileButton what="Files of /proc" testId="add-snapshot" onFiles={add}>
      Add files of /proc…
    </FileButton>{' '}
    <span className="small">{SNAPSHOT_PHRASE} of the same machine</span>
  </p>
);

/** For those who want to know more: everything, folded. */
const More: FC<{ title: string; children: ReactNode }> = ({ title, children }) => (
  <details className="report-more">
    <summary>
      <h2>{title}</h2>
    </summary>
    {children}
  </details>
);

/** Capture doctor: scene by scene what the capture shows, what it does not, and how to record that. */
type DoctorProps = Pick<ReportController, 'titleOf'> & { doctor: readonly Diagnosis[] };

const DoctorFindings: FC<DoctorProps> = ({ doctor, titleOf }) => (
  <div className="report-scenes">
    {doctor.map(({ scene, findings }) => {
      const title = titleOf(scene);
      if (title === null) return null;
      return (
        <section key={scene} aria-label={title}>
          <h3>{title}</h3>
          <Findings findings={findings} />
        </section>
      );
    })}
  </div>
);

/** Numbers of the events, in tables, and counters of the kernel. */
const Statistics: FC<Pick<CaptureReport, 'derived' | 'report'>> = (of) => {
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
