/** A report of the OOM killer, or of an allocation that failed: each zone as a sum, and the text it is from. */
import { useId, type FC } from 'react';
import { grouped } from '../../../core/number';
import { CopyButton } from '../../../ui/CopyButton';
import { Table } from '../../../ui/Table';
import { PHONE, useMedia, useWidth } from '../../../ui/use-screen';
import type { Report, ReportZone } from '../answer';
import { isAtLeast, reportCaption, signed, verdict, zoneCheckWords, zoneName } from '../phrases';
import { partsOf } from '../text';
import { againstMark, drawnOf, zoneId } from '../zones';
import { ReclaimTable } from './ReclaimTable';
import { ReportHelp, ReserveOrigins } from './ReportReserve';
import { ViewCaption } from './ViewCaption';
import { Tanks } from './Tanks';

interface Props {
  report: Report;
  text: string;
}

/** The zones that the request may use, as the walk asks them: from the high zone of each node down. */
const inOrder = (zones: readonly ReportZone[]): ReportZone[] =>
  zones.toSorted((a, b) => a.node - b.node || zoneId(b) - zoneId(a));

const headsOf = (mark: Report['mark']) => [
  'zone',
  'free',
  'not for it',
  mark,
  '+ reserve',
  '= needed',
  'left',
  'marks',
];
const LEFT = headsOf('min').indexOf('left');

/** On a phone what decides stands first: the others are to be scrolled to. */
const columns = (cells: readonly string[], phone: boolean): readonly string[] =>
  phone ? [cells[0] ?? '', cells[LEFT] ?? '', ...cells.slice(1, LEFT), ...cells.slice(LEFT + 1)] : cells;

export const ReportView: FC<Props> = ({ report, text }) => {
  const id = useId();
  const phone = useMedia(PHONE);
  const [ref, width] = useWidth();
  const caption = reportCaption(report);
  const zones = inOrder(againstMark(report));
  const eligible = report.class === 'page fault' ? [] : zones.filter(({ check }) => check?.eligible);
  const drawn = drawnOf(
    report.zones.map((zone) => ({ ...zone, machine: report.machine, moment: report.moment })),
    eligible.map((zone) => ({
      ...zone,
      free: zone.free ?? 0,
      unusable: [0, 0],
      low: zone.low ?? 0,
      reserve: zone.check?.reserve ?? 0,
      to_low: [0, 0],
      to_min: [0, 0],
    })),
  );
  const steps = eligible.map((zone, i) => ({
    n: i + 1,
    zone: zoneId(zone),
    hit: false,
    labels: looked(zone, report.mark),
  }));
  const sentences = zones.map((zone) => zoneCheckWords(zone, report));
  return (
    <section className="machine-report" aria-label="Report">
      <ViewCaption {...caption} />
      <p className="machine-asked">
        {report.event === 'oom' ? 'OOM killer' : report.event || 'report'}, line {grouped(report.lines[0])}
        {report.gfp !== undefined && (
          <>
            {' · '}gfp <b className="mono">{report.gfp}</b>
          </>
        )}
        {report.order !== undefined && (
          <>
            {' · '}order <b>{report.order}</b>
          </>
        )}
        {' · '}
        {report.explained ? 'explained to the check that failed' : `not explained: ${report.class}`}
      </p>
      {zones.length > 0 && (
        <div className="machine-drawing" ref={ref}>
          {width > 0 && (
            <Tanks
              drawn={drawn}
              walk={{ steps, more: 0 }}
              asif={null}
              width={width}
              label="Zones of the report, free pages against their marks"
              describedBy={`${id}-sums`}
            />
          )}
        </div>
      )}
      {eligible.length > 0 && (
        <section className="machine-why" aria-labelledby={`${id}-why`}>
          <h2 id={`${id}-why`}>Which check failed, and where</h2>
          <ol>
            {eligible.map((zone) => (
              <li key={zoneId(zone)}>{zoneCheckWords(zone, report)}</li>
            ))}
          </ol>
        </section>
      )}
      {zones.length > 0 && (
        <div
          className="machine-table"
          id={`${id}-sums`}
          role="region"
          aria-label="Free against what was needed"
          tabIndex={0}
        >
          <Table
            caption="Free against what was needed, in pages"
            heads={columns(headsOf(report.mark), phone)}
            right={(column) => column > 0 && column < 7}
            rows={zones.map((zone) => ({
              key: zoneId(zone),
              look: zone.check?.eligible ? '' : 'faint',
              cells: columns(
                [
                  zoneName(zone),
                  signed(zone.check?.free ?? zone.free),
                  (isAtLeast(zone.check) ? '≥ ' : '') + signed(zone.check?.unusable),
                  signed(zone.check?.mark ?? zone[report.mark]),
                  signed(zone.check?.reserve),
                  signed(zone.check?.needed),
                  zone.check?.eligible === false
                    ? 'not asked'
                    : (isAtLeast(zone.check) ? '≤ ' : '') + signed(zone.check?.left),
                  verdict(zone),
                ],
                phone,
              ),
            }))}
          />
          <p className="note">
            A report prints marks in kB and reserves in pages; all is in pages of {report.page / 1024} kB. A
            request passes where what is left of one zone is above 0, and a block of its order is free there.
            Free was printed after the failure.
          </p>
        </div>
      )}
      <ReportHelp report={report} />
      <ReclaimTable report={report} />
      <ReserveOrigins report={report} />
      <section className="machine-source" aria-labelledby={`${id}-text`}>
        <h2 id={`${id}-text`}>
          The text <span className="note">underlined: what counted</span>{' '}
          <CopyButton
            text={[caption.title, caption.lead, ...sentences].join('\n')}
            what="the explanation"
            words="Copy as sentences"
          />
        </h2>
        <pre tabIndex={0}>
          {partsOf(text, report.lines, report.counted).map(({ text: words, counted }, i) =>
            counted ? <mark key={i}>{words}</mark> : words,
          )}
        </pre>
      </section>
    </section>
  );
};

/** Beside the disc of a zone, the longest first. */
function looked({ check }: ReportZone, mark: Report['mark']): readonly string[] {
  if (check?.above === undefined) return ['not told'];
  if (check.above)
    return check.block === false
      ? ['no: no block of this order for it', 'no block for it', 'no block']
      : ['above', ''];
  if ((check.reserve ?? 0) > 0) return [`no: not above ${mark} + reserve`, 'no: reserve', 'reserve', 'no'];
  return [`no: not above ${mark}`, 'no'];
}
