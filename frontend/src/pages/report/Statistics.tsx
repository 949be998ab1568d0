/** State derived from the events: kswapd, reclaim, disks, zones. What is not known is said, not left out. */
import type { FC } from 'react';
import type { Held, Wait } from '../../trace/statistics/waits';
import type { CaptureReport } from '../../trace/report/capture-report';
import { ReportTable } from './ReportTable';
import { countPhrase, durationPhraseOf, sharePhrase } from '../../trace/report/phrases';
import { notAwake } from '../../trace/report/clauses';
import { bytesPhrase } from './phrases';

/** Bytes; /proc/swaps and the lists count in pages of x86. */
const PAGE = 4096;

type Props = CaptureReport['derived'] & Pick<CaptureReport['report'], 'clock'>;

export const Statistics: FC<Props> = ({ clock, duty, efficiency, waits, disks, zones, swaps, counters }) => {
  const time = durationPhraseOf(clock);
  const why = notAwake(duty);
  return (
    <>
      {duty.nodes.length > 0 ? (
        <ReportTable
          caption="How long kswapd was awake, of the time in which that is known"
          heads={['node', '#awake', '#of known', '#share', '#unknown', '#woken']}
          rows={duty.nodes.map((d) => [
            d.nid,
            ...(d.share === null ? ['–', '–', '–'] : [time(d.awake), time(d.known), sharePhrase(d.share)]),
            ...[time(d.unknown), countPhrase(d.wakes)],
          ])}
        />
      ) : (
        <p>
          {why === null
            ? 'Nothing is known of kswapd.'
            : `It is not known how long kswapd was awake: ${why}.`}
        </p>
      )}
      {efficiency.length > 0 ? (
        <ReportTable
          caption="What reclaim got of what it scanned on inactive lists"
          heads={['node', 'by', '#scanned pages', '#reclaimed', '#share']}
          rows={efficiency.map((e) => [
            e.nid,
            e.by,
            countPhrase(e.scanned),
            countPhrase(e.reclaimed),
            sharePhrase(e.share),
          ])}
        />
      ) : (
        <p>Nothing is known of what reclaim scanned.</p>
      )}
      <Waits waits={waits} time={time} />
      {disks.length > 0 ? (
        <ReportTable
          caption="Requests to disks"
          heads={[
            'disk',
            '#reads',
            '#read',
            '#writes',
            '#written',
            '#median size',
            '#largest',
            '#median time',
            '#p99',
            '#longest',
          ]}
          rows={disks.map((d) => [
            d.name,
            countPhrase(d.reads),
            bytesPhrase(d.read),
            countPhrase(d.writes),
            bytesPhrase(d.written),
            d.sizes ? bytesPhrase(d.sizes.p50) : '–',
            d.sizes ? bytesPhrase(d.sizes.largest) : '–',
            ...(d.times ? [time(d.times.p50), time(d.times.p99), time(d.times.longest)] : ['–', '–', '–']),
          ])}
        />
      ) : (
        <p>Nothing is known of requests to disks.</p>
      )}
      {zones.length > 0 ? (
        <ReportTable
          caption="Free pages and watermarks, from /proc/zoneinfo"
          heads={['zone', '#free', '#min', '#low', '#high', '#managed']}
          rows={zones.map((z) => [
            `node ${z.nid} ${z.name}`,
            ...[z.free, z.min, z.low, z.high, z.managed].map(countPhrase),
          ])}
        />
      ) : (
        <p>Nothing is known of free pages and watermarks: add /proc/zoneinfo.</p>
      )}
      {swaps.length > 0 ? (
        <ReportTable
          caption="Swap devices, from /proc/swaps or the kernel’s lists"
          heads={['device', '#priority', '#size', '#in use']}
          rows={swaps.map((s) => [
            s.name,
            s.priority,
            bytesPhrase(s.pages * PAGE),
            bytesPhrase(s.used * PAGE),
          ])}
        />
      ) : (
        <p>Nothing is known of swap devices: add /proc/swaps.</p>
      )}
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

/** Tasks of each that are told apart. */
const TASKS = 5;

const Waits: FC<{ waits: readonly Wait[]; time: (ts: number) => string }> = ({ waits, time }) => {
  if (waits.length === 0) return <p>Nothing is known of what tasks waited for.</p>;
  const held = (of: Held) => [countPhrase(of.n), ...[of.p50, of.p99, of.longest].map(time)];
  const halves = waits.flatMap(halvesOf);
  return (
    <>
      <ReportTable
        caption={`How long tasks waited, from a beginning to its end; of each the ${TASKS} that waited longest in all`}
        heads={['for', 'task', '#times', '#median', '#p99', '#longest', '#pages']}
        rows={waits.flatMap(({ name, held: all, got, tasks }) =>
          all
            ? [
                [name, 'all', ...held(all), got === null ? '–' : countPhrase(got)],
                ...tasks.slice(0, TASKS).map((task) => [name, `${task.comm} ${task.pid}`, ...held(task), '']),
              ]
            : [],
        )}
      />
      {halves.length > 0 && <p>How long others took is not known: {halves.join('; ')}.</p>}
    </>
  );
};

/** "direct reclaim: 4 without a beginning, which got 301 pages". */
function halvesOf({ name, unended, unbegun, gotUnbegun }: Wait): string[] {
  const got =
    gotUnbegun === null
      ? ''
      : `, which got ${countPhrase(gotUnbegun)} ${gotUnbegun === 1 ? 'page' : 'pages'}`;
  const halves = [
    ...(unended > 0 ? [`${countPhrase(unended)} without an end`] : []),
    ...(unbegun > 0 ? [`${countPhrase(unbegun)} without a beginning${got}`] : []),
  ];
  return halves.length > 0 ? [`${name}: ${halves.join(', ')}`] : [];
}
