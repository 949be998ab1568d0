/** State derived from the events: kswapd, reclaim, disks, zones. What is not known is said, not left out. */
import type { FC } from 'react';
import type { CaptureReport } from '../trace/capture-report';
import { Wide } from './Wide';
import { count, lengthBy, share } from '../trace/amounts';
import { notAwake } from '../trace/facts';
import { bytes } from './words';

/** Bytes; /proc/swaps and the lists count in pages of x86. */
const PAGE = 4096;

type Props = CaptureReport['derived'] & Pick<CaptureReport['report'], 'clock'>;

export const Derived: FC<Props> = ({ clock, duty, efficiency, direct, disks, zones, swaps, counters }) => {
  const time = lengthBy(clock);
  const why = notAwake(duty);
  return (
    <>
      {duty.nodes.length > 0 ? (
        <Wide
          caption="How long kswapd was awake, of the time in which that is known"
          heads={['node', '#awake', '#of known', '#share', '#unknown', '#woken']}
          rows={duty.nodes.map((d) => [
            d.nid,
            ...(d.share === null ? ['–', '–', '–'] : [time(d.awake), time(d.known), share(d.share)]),
            ...[time(d.unknown), count(d.wakes)],
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
        <Wide
          caption="What reclaim got of what it scanned on inactive lists"
          heads={['node', 'by', '#scanned pages', '#reclaimed', '#share']}
          rows={efficiency.map((e) => [e.nid, e.by, count(e.scanned), count(e.reclaimed), share(e.share)])}
        />
      ) : (
        <p>Nothing is known of what reclaim scanned.</p>
      )}
      {direct && (
        <p>
          Tasks began to reclaim by themselves {count(direct.begun)} times and got {count(direct.reclaimed)}{' '}
          pages
          {direct.done > 0 && (
            <>
              ; half of them were held up {time(direct.median)} or less, one {time(direct.longest)}
            </>
          )}
          .
        </p>
      )}
      {disks.length > 0 ? (
        <Wide
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
          ]}
          rows={disks.map((d) => [
            d.name,
            count(d.reads),
            bytes(d.read),
            count(d.writes),
            bytes(d.written),
            d.sizes ? bytes(d.sizes.median) : '–',
            d.sizes ? bytes(d.sizes.largest) : '–',
            d.times ? time(d.times.median) : '–',
          ])}
        />
      ) : (
        <p>Nothing is known of requests to disks.</p>
      )}
      {zones.length > 0 ? (
        <Wide
          caption="Free pages and watermarks, from /proc/zoneinfo"
          heads={['zone', '#free', '#min', '#low', '#high', '#managed']}
          rows={zones.map((z) => [
            `node ${z.nid} ${z.name}`,
            ...[z.free, z.min, z.low, z.high, z.managed].map(count),
          ])}
        />
      ) : (
        <p>Nothing is known of free pages and watermarks: add /proc/zoneinfo.</p>
      )}
      {swaps.length > 0 ? (
        <Wide
          caption="Swap devices, from /proc/swaps or the kernel’s lists"
          heads={['device', '#priority', '#size', '#in use']}
          rows={swaps.map((s) => [s.name, s.priority, bytes(s.pages * PAGE), bytes(s.used * PAGE)])}
        />
      ) : (
        <p>Nothing is known of swap devices: add /proc/swaps.</p>
      )}
      {counters.rows.length > 0 ? (
        <details>
          <summary>{count(counters.rows.length)} counters of /proc/vmstat</summary>
          <Wide
            caption="Counters of /proc/vmstat, by file; several as they changed from the first to the last"
            heads={[
              'counter',
              ...counters.files.map((name, i) => `#${i + 1}: ${name}`),
              ...(counters.files.length > 1 ? ['#change'] : []),
            ]}
            rows={counters.rows.map(({ name, values, change }) => [
              name,
              ...values.map((v) => (v === null ? '–' : count(v))),
              ...(values.length > 1 ? [change === null ? '–' : count(change)] : []),
            ])}
          />
        </details>
      ) : (
        <p>Counters of the kernel are not known: add /proc/vmstat, one from before and one from after.</p>
      )}
    </>
  );
};
