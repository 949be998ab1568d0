/** The page: what was read, what it can show, what was derived. Readable from top to bottom as text. */
import { useId, type FC, type ReactNode } from 'react';
import type { CaptureReport } from '../trace/capture-report';
import { FileButton } from '../ui/FileButton';
import { Tag } from '../ui/Tag';
import { Derived } from './Derived';
import type { ReportActions } from './actions';
import { Doctor } from './Doctor';
import { Read } from './Read';
import './report.css';

interface Props extends ReportActions {
  /** Null while there is none. */
  report: CaptureReport | null;
}

export const ReportPage: FC<Props> = ({ report, ...actions }) => (
  <main className="report-page" id="panes" tabIndex={-1}>
    {report ? <Report report={report} actions={actions} /> : <Nothing {...actions} />}
  </main>
);

const Nothing: FC<ReportActions> = ({ timeline }) => (
  <>
    <h1>Capture report</h1>
    <p>
      No capture is open. Drop a trace anywhere on this page, or open one on the{' '}
      <a href={timeline}>timeline</a>: text of tracefs, trace-cmd, perf script or bpftrace, packed with gzip
      or zstd or not. It is read in the browser and never leaves your machine.
    </p>
  </>
);

const Report: FC<{ report: CaptureReport; actions: ReportActions }> = ({ report, actions }) => (
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
    <Section title="What was read">
      <Read report={report.report} era={report.era} />
    </Section>
    <Section title="What it can show">
      <Doctor doctor={report.doctor} {...actions} />
    </Section>
    <Section title="Derived from it">
      <Derived {...report.derived} clock={report.report.clock} />
    </Section>
  </>
);

const AddFile: FC<{ add: (file: File) => void }> = ({ add }) => (
  <p>
    <FileButton what="File of /proc" testId="add-snapshot" onFile={add}>
      Add a file of /proc…
    </FileButton>{' '}
    <span className="small">zoneinfo, vmstat or swaps of the same machine</span>
  </p>
);

const Section: FC<{ title: string; children: ReactNode }> = ({ title, children }) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};
