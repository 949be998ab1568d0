/** What the kernel decided so far, what came of recomputing it and up to where, and how full its zones are. */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import { archOf, nodeOfZone, zoneName } from '../../core/zone';
import { GUEST } from '../../guest/description';
import type { DeviceNews, RecordNews, ZoneNews } from '../../guest/record';
import { Table } from '../../ui/Table';
import { VerdictMark } from '../../ui/Verdict';

export const GuestCounts: FC<{ news: RecordNews | null; check: string }> = ({ news, check }) => {
  if (!news?.totals)
    return (
      <p className="guest-sum" role="status">
        {news
          ? `${grouped(news.events)} events so far; the first are being recomputed.`
          : 'Nothing has been decided yet.'}
      </p>
    );
  const { totals, events, lost, checked, modes, zones, devices } = news;
  const sum = (of: 'different' | 'incomplete') => modes.reduce((all, mode) => all + mode[of], 0);
  const [different, incomplete] = [sum('different'), sum('incomplete')];
  return (
    <>
      <dl className="guest-counts" aria-label="Recomputed">
        <Count of="decisions" n={totals.decisions} />
        <Count of="same" n={totals.decisions - different - incomplete} mark="same" />
        <Count of="different" n={different} mark={different > 0 ? 'different' : undefined} />
        {incomplete > 0 && <Count of="incomplete" n={incomplete} mark="incomplete" />}
        <Count of="events lost" n={lost} />
      </dl>
      <p className="note">
        Recomputed up to event {grouped(checked)} of {grouped(events)}:{' '}
        <a href={check}>each from its own event and from those around it</a>.
      </p>
      <div className="guest-tables">
        <Table
          className="tally"
          caption="Decisions by mode"
          heads={['mode', 'decisions', 'same', 'different']}
          rows={modes.map(({ mode, decisions, same, different: other }) => ({
            key: mode,
            cells: [mode, grouped(decisions), grouped(same), grouped(other)],
          }))}
        />
        {zones.length > 0 && <Zones of={zones} />}
        {devices.length > 0 && <Devices of={devices} />}
      </div>
    </>
  );
};

const Count: FC<{ of: string; n: number; mark?: 'same' | 'different' | 'incomplete' | undefined }> = ({
  of,
  n,
  mark,
}) => (
  <div>
    <dt>{of}</dt>
    <dd>
      {grouped(n)} {mark && <VerdictMark kind={mark} />}
    </dd>
  </div>
);

const Zones: FC<{ of: readonly ZoneNews[] }> = ({ of }) => (
  <Table
    className="tally"
    caption="Zones, at the last event that was recomputed"
    heads={['zone', 'free', 'min', 'low', 'high', 'pages']}
    rows={of.map(({ zone, free, min, low, high, managed }) => ({
      key: zone,
      cells: [
        <>
          <Level key="level" node={nodeOfZone(zone)} free={free} min={min} low={low} high={high} />
          {nodeOfZone(zone)} {zoneName(zone, ARCH)}
        </>,
        free < 0 ? '–' : grouped(free),
        grouped(min),
        grouped(low),
        grouped(high),
        grouped(managed),
      ],
    }))}
  />
);

const ARCH = archOf(GUEST.manifest.arch);

/** A bar ends at so many times high. */
const TIMES = 4;
const WIDE = 64;
const TALL = 12;

const Level: FC<Pick<ZoneNews, 'free' | 'min' | 'low' | 'high'> & { node: number }> = ({
  node,
  free,
  min,
  low,
  high,
}) => {
  const at = (pages: number) => Math.min(WIDE, (WIDE / TIMES) * (Math.max(0, pages) / Math.max(1, high)));
  const line = (pages: number) => `M${at(pages)} 0V${TALL}`;
  return (
    <svg className="guest-level" width={WIDE} height={TALL} aria-hidden="true">
      <rect width={WIDE} height={TALL} fill="var(--wash)" />
      <rect width={at(free)} height={TALL} fill={`var(--n${node})`} />
      <path d={line(min)} stroke="var(--wm-min)" strokeDasharray="1 2" />
      <path d={line(low)} stroke="var(--wm-low)" strokeDasharray="3 2" />
      <path d={line(high)} stroke="var(--wm-high)" />
    </svg>
  );
};

const Devices: FC<{ of: readonly DeviceNews[] }> = ({ of }) => (
  <Table
    className="tally"
    caption="Swap devices, in pages"
    heads={['device', 'node', 'used', 'of']}
    rows={of.map(({ name, node, used, pages }) => ({
      key: name,
      cells: [name, node < 0 ? 'none' : node, grouped(used), grouped(pages)],
    }))}
  />
);
