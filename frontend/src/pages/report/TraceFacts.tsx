/** What was read: lines, events, clock, kernel; what is not known, and what could not be read. */
import type { FC } from 'react';
import { countPhrase, durationPhraseOf } from '../../trace/report/phrases';
import type { Era } from '../../trace/report/era';
import type { TraceReport } from '../../trace/trace-report';
import { tracepointsMeant } from '../../trace/report/tracepoints';
import { LOST } from '../../trace/store/lookup';
import { ReportTable } from './ReportTable';
import { bytesPhrase, clockPhrase, formatPhrase, kernelPhrase } from './phrases';

export const TraceFacts: FC<{ report: TraceReport; era: Era }> = ({ report, era }) => {
  const facts: [string, string][] = [
    ['format', formatPhrase(report)],
    ['kernel', kernelPhrase(era)],
    ['recorder', report.version === '' ? 'the text does not say' : report.version],
    ['clock', clockPhrase(report)],
    ['span', report.events > 0 ? durationPhraseOf(report.clock)(report.ts_last - report.ts_first) : '–'],
    ['text', bytesPhrase(report.bytes)],
    ['lines', countPhrase(report.lines)],
    ['events understood', countPhrase(report.understood)],
    ['other events', countPhrase(report.generic)],
    ['unreadable lines', countPhrase(report.unreadable)],
    ['lost', lostWords(report)],
    ...(report.repairs === '' ? [] : ([['undone before', report.repairs]] as [string, string][])),
    ...(report.unknown_fields === 0
      ? []
      : ([['fields passed over', unknownPhrase(report)]] as [string, string][])),
  ];
  return (
    <>
      <dl className="report-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Remarks {...report} />
      {report.kinds.length > 0 && (
        <ReportTable
          caption="Events that are understood"
          heads={['kind', 'system', '#events']}
          rows={report.kinds
            .filter(({ name }) => name !== LOST)
            .map(({ name, system, count: n }) => [name, system, countPhrase(n)])}
        />
      )}
      {report.generics.length > 0 && (
        <ReportTable
          caption="Other events: counted, not understood"
          heads={['name', 'fields', '#events', '#first line']}
          rows={report.generics.map(({ name, fields, count: n, line }) => [
            name,
            fields.join(' '),
            countPhrase(n),
            countPhrase(line),
          ])}
        />
      )}
      {report.bad.length > 0 && (
        <ReportTable
          caption={`Lines that cannot be read${report.unreadable > report.bad.length ? `: the first ${countPhrase(report.bad.length)} of ${countPhrase(report.unreadable)}` : ''}`}
          heads={['line', '#place', 'reason']}
          rows={report.bad.map(({ line, byte, text }) => [countPhrase(line), countPhrase(byte), text])}
        />
      )}
    </>
  );
};

/** Of events that a script of bpftrace calls otherwise than the kernel does. */
function misnamed(report: TraceReport): string[] {
  const pairs = tracepointsMeant(report).map(({ name, tracepoint }) => `${name} as ${tracepoint}`);
  if (pairs.length === 0) return [];
  return [`Events are understood when they have the name of their tracepoint: ${pairs.join(', ')}.`];
}

/** Values of fields that the table does not have. */
function unknownPhrase({ unknown_fields, unknown_field }: TraceReport): string {
  return `${countPhrase(unknown_fields)} values of fields without a column, the first of ${unknown_field}`;
}

/** What was overwritten was there before what the text has. */
function lostWords({ lost, lost_lines, overwritten, buffers_started }: TraceReport): string {
  const parts = [
    overwritten > 0 && `${countPhrase(overwritten)} overwritten before the first`,
    overwritten === 0 && buffers_started > 0 && 'some overwritten before the first',
    lost_lines > 0 && `${countPhrase(lost)} events, in ${countPhrase(lost_lines)} places`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join('; ') : 'none that the text mentions';
}

/** What one should know before one believes it. */
const Remarks: FC<TraceReport> = (report) => {
  const remarks = [
    report.sorted === 0 && 'Lines are not in order of time; events are shown in order.',
    report.reordered > 0 &&
      `${countPhrase(report.reordered)} events have a time before that of the event before them on their CPU.`,
    report.untimed > 0 &&
      report.clock !== 'none' &&
      `${countPhrase(report.untimed)} events have no time: they are placed at that of the event before them.`,
    ...misnamed(report),
    report.cut_first === 1 && 'The first line is the rest of one.',
    report.cutOff !== null && `${report.cutOff} What came after it is missing.`,
    report.cut_last === 1 && 'The last line is cut off.',
    report.names_full > 0 && `${countPhrase(report.names_full)} names did not fit and are empty.`,
    ...report.cutTexts.map(
      ({ kind, rows }) => `The texts of ${countPhrase(rows)} events ${kind} were not kept: too long.`,
    ),
  ].filter((words) => words !== false);
  if (remarks.length === 0) return null;
  return (
    <ul className="report-remarks">
      {remarks.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
};
