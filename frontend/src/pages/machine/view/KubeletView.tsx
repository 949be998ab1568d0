/** Kubelet beside the kernel: two bars of one axis, the bytes that a pod takes, and what comes first on it. */
import { useId, type FC } from 'react';
import { CopyButton } from '../../../ui/CopyButton';
import { Table } from '../../../ui/Table';
import { Tag } from '../../../ui/Tag';
import { grouped } from '../../../core/number';
import { useWidth } from '../../../ui/use-screen';
import { Band } from '../../../ui/marks/Band';
import type { Answer, Kubelet, KubeletCount, Moment, Span, WalkZone } from '../answer';
import {
  configuration,
  COUNT_NAMES,
  DEFAULT_MIB,
  EVICTION_RANGE,
  evictionWords,
  kubeletCaption,
  marksOf,
  quantity,
  RATE_RANGE,
  type KubeletSetting,
  type Mark,
} from '../kubelet';
import { COPIES } from '../keys';
import { bytes, sentence, span, spanBytes, zoneName } from '../phrases';
import { firstRequest, NO_CHANGE, requestText } from '../settings';
import { useDistances } from '../use-machine';
import { zonesOf } from '../zones';
import { NumberRange } from './NumberRange';
import { ViewCaption } from './ViewCaption';

interface Props {
  answer: Answer;
  moment: Moment;
  setting: KubeletSetting;
  onSetting: (setting: KubeletSetting) => void;
}

/** The greatest fall of free memory from one row of vmstat to the next, MiB; a row is a second where nobody said more. */
function fallOf(answer: Answer): number | undefined {
  const free = answer.series
    .filter(({ kind }) => kind === 'vmstat')
    .flatMap(({ columns }) => columns.filter(({ name }) => name === 'free'))[0]?.values;
  if (!free || free.length < 2) return undefined;
  const falls = free.slice(1).map((now, i) => (free[i] ?? now) - now);
  const most = Math.round(Math.max(...falls) / 1024);
  return most > 0 ? most : undefined;
}

/** What prints all that is compared. */
const NEEDED = 'cat /proc/zoneinfo /proc/meminfo';

export const KubeletView: FC<Props> = ({ answer, moment, setting, onSetting }) => {
  const { evictionHard: threshold, rate = fallOf(answer), counts } = setting;
  // Once anything is set, a rate that the text has is part of it: no link has the rows.
  const put = (next: KubeletSetting) => {
    onSetting({ evictionHard: threshold, rate, counts, ...next });
  };
  const id = useId();
  // What a pod asks for.
  const request = firstRequest(zonesOf(answer, moment.moment).map(({ node }) => node));
  const ask = (mib: number) => `${requestText(request, NO_CHANGE)} ${evictionWords(mib, rate)}`;
  const set = threshold !== undefined && threshold !== DEFAULT_MIB;
  const found = useDistances(answer, [ask(DEFAULT_MIB), ...(set ? [ask(threshold)] : [])]);
  const [base, asif] = [found?.[0], found?.[1]].map((one) =>
    one?.moments.find(({ moment: n }) => n === moment.moment),
  );
  const kubelet = base?.kubelet;
  const at = Math.max(0, kubelet?.counts?.findIndex((one) => one.counts === counts) ?? 0);
  const count = kubelet?.counts?.[at];
  const reason = base && base.reason !== '' ? base.reason : (kubelet?.reason ?? '');
  if (!base || !kubelet || !count)
    return (
      <section className="machine-kube" aria-label="Kubernetes">
        <ViewCaption
          title={base ? 'What kubelet sees is not in this text.' : 'Kubelet beside the kernel'}
          lead={sentence(base ? reason : '')}
        />
        {reason.includes('not in the text') && (
          <div className="machine-line">
            <code>{NEEDED}</code>
            <CopyButton text={NEEDED} what="the command" keys={COPIES} />
          </div>
        )}
      </section>
    );
  const other = set ? asif?.kubelet : undefined;
  const otherCount = other?.counts?.[at];
  const shown = other && otherCount ? { kubelet: other, count: otherCount } : { kubelet, count };
  const caption = kubeletCaption(shown.kubelet, shown.count);
  return (
    <section className="machine-kube" aria-label="Kubernetes">
      <ViewCaption {...caption} />
      <p className="machine-asked">
        <label>
          kubelet counts a node{' '}
          <select
            value={at}
            onChange={({ target }) => {
              const next = Number(target.value);
              put({ counts: next === 0 ? undefined : kubelet.counts?.[next]?.counts });
            }}
          >
            {kubelet.counts?.map((one, i) => (
              <option key={one.counts} value={i}>
                {COUNT_NAMES[one.counts]}
              </option>
            ))}
          </select>
        </label>{' '}
        memory.available <b>{bytes(count.available)}</b>, of {bytes(kubelet.capacity ?? 0)}; looks every{' '}
        <b>{kubelet.look_s} s</b>
      </p>
      <Bars kubelet={kubelet} count={count} other={otherCount ?? null} describedBy={`${id}-order`} />
      <div className="machine-beside" id={`${id}-order`}>
        <Order
          title={`What comes first, with ${quantity(kubelet.threshold ?? 0)}`}
          marks={marksOf(kubelet, count)}
        />
        {other && otherCount && (
          <Order
            title={`And with ${quantity(other.threshold ?? 0)}`}
            marks={marksOf(other, otherCount)}
            asif
          />
        )}
      </div>
      <section className="machine-settings" aria-labelledby={`${id}-set`}>
        <h2 id={`${id}-set`}>
          Two things to move <Tag of="asif" />
        </h2>
        <NumberRange
          name="evictionHard, Mi"
          now={DEFAULT_MIB}
          range={EVICTION_RANGE}
          value={threshold}
          words={caption.title}
          foot={set ? `kubelet ${DEFAULT_MIB}, its default` : 'kubelet’s default'}
          onValue={(to) => {
            put({ evictionHard: to });
          }}
        />
        <NumberRange
          name="memory is taken at, MiB/s"
          now={rate ?? RATE_RANGE[0]}
          range={RATE_RANGE}
          value={rate}
          words={caption.title}
          foot={
            rate === undefined ? 'not set' : rate === fallOf(answer) ? 'most of a row of vmstat' : 'a guess'
          }
          onValue={(to) => {
            put({ rate: to ?? rate });
          }}
        />
        <div className="machine-line">
          <code className="lines">{configuration(threshold ?? DEFAULT_MIB)}</code>
          <CopyButton text={`${configuration(threshold ?? DEFAULT_MIB)}\n`} what="the lines" keys={COPIES} />
        </div>
        <p className="note">
          They go into KubeletConfiguration. The price: pods can be given that much less of this node. Nothing
          here is a promise: a pod with a limit of its own is killed by that first, and kubelet needs time to
          end a pod.
        </p>
      </section>
      <div className="machine-table" role="region" aria-label="What the kernel keeps" tabIndex={0}>
        <Table
          caption="What the kernel keeps from a pod’s request, in pages"
          heads={['zone', 'free', 'low', 'reserve', 'until low', 'until min', 'kept']}
          rows={keptRows(base.zones, moment.page)}
        />
        <p className="note">
          One pod takes memory and never frees it. Inactive files are dropped as fast as kswapd finds them;
          active ones are taken for used, as kubelet does, though the kernel may drop those, too, and then
          stalls later. memory.available is capacity − (usage − inactive files), where the usage of the node
          is{' '}
          {count.counts === 'anon + file'
            ? 'anon + file of the root group: pages of the kernel itself count as available'
            : 'MemTotal − MemFree: pages of the kernel itself count as used'}
          .{' '}
          <span className="fn">
            kubernetes pkg/kubelet/eviction, cadvisor container/libcontainer/handler.go:setMemoryStats(),{' '}
          </span>
          <span className="fn">opencontainers/cgroups fs2/memory.go:rootStatsFromMeminfo()</span>
        </p>
      </div>
    </section>
  );
};

/** Of each zone, and of all of them, what a pod’s request leaves when it must reclaim for itself. */
function keptRows(zones: readonly WalkZone[], page: number) {
  const kept = ({ free, to_min: [least, most] }: WalkZone): Span => [free - most, free - least];
  const sum = (of: (zone: WalkZone) => Span): Span => [
    zones.reduce((pages, zone) => pages + of(zone)[0], 0),
    zones.reduce((pages, zone) => pages + of(zone)[1], 0),
  ];
  const all = sum(kept);
  const rows = zones.map((zone) => ({
    key: zoneName(zone),
    cells: [
      zoneName(zone),
      ...[zone.free, zone.low, zone.reserve].map(grouped),
      ...[zone.to_low, zone.to_min, kept(zone)].map(span),
    ],
  }));
  const together = [
    'together',
    span(sum(({ free }) => [free, free])),
    '',
    '',
    ...[sum(({ to_low: low }) => low), sum(({ to_min: min }) => min)].map(span),
    `${span(all)}, ${spanBytes(all, page)}`,
  ];
  return [...rows, { key: 'together', cells: together }];
}

const Order: FC<{ title: string; marks: readonly Mark[]; asif?: boolean }> = ({ title, marks, asif }) => (
  <section className="machine-why">
    <h2>
      {title} {asif && <Tag of="asif" />}
    </h2>
    <ol>
      {marks.map(({ key, title: what, words }) => (
        <li key={key}>
          <b>{what}</b> {words}
        </li>
      ))}
    </ol>
  </section>
);

const HEIGHT = 196;
const ROWS = { kernel: 42, kubelet: 124, height: 26 };
const LABEL = 12;
/** What a tick stands out of its bar, and words keep clear of it. */
const OUT = 7;
const CLEAR = 6;

/** Bars as long as what is left: of free and inactive files for the kernel, of memory.available for kubelet. */
const Bars: FC<{
  kubelet: Kubelet;
  count: KubeletCount;
  other: KubeletCount | null;
  describedBy: string;
}> = ({ kubelet, count, other, describedBy }) => {
  const [ref, width] = useWidth();
  const {
    kswapd = [0, 0],
    files = [0, 0],
    reclaim = [0, 0],
    free = 0,
    inactive_file: inactive = 0,
  } = kubelet;
  const end = Math.max(free + inactive, count.available, 1);
  const x = (n: number) => (Math.min(end, Math.max(0, n)) / end) * Math.max(0, width - 2);
  const tick = (key: string, at: number, y: number, look: string) => (
    <path key={key} d={`M${x(at)} ${y - OUT}V${y + ROWS.height + OUT}`} className={look} />
  );
  // Beyond the tick, or before it, where there is more room.
  const name = (words: string, at: number, y: number, fill: string) => {
    const before = x(at) > width / 2;
    return (
      <text
        x={x(at) + (before ? -CLEAR : CLEAR)}
        y={y}
        className={`t13 w6 ${before ? 'end' : ''}`}
        style={{ fill }}
      >
        {words}
      </text>
    );
  };
  return (
    <div className="machine-drawing" ref={ref}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label="Bytes that a pod takes from now on: the kernel’s marks above, kubelet’s threshold below"
          aria-describedby={describedBy}
        >
          <text x="0" y={LABEL} className="t13 w6">
            kernel: free {bytes(free)}, inactive files {bytes(inactive)}
          </text>
          <rect x="0" y={ROWS.kernel} width={x(kswapd[1])} height={ROWS.height} className="machine-free" />
          <rect
            x={x(kswapd[1])}
            y={ROWS.kernel}
            width={Math.max(0, x(files[1]) - x(kswapd[1]))}
            height={ROWS.height}
            className="machine-files"
          />
          <rect
            x={x(files[1])}
            y={ROWS.kernel}
            width={Math.max(0, x(reclaim[1]) - x(files[1]))}
            height={ROWS.height}
            className="machine-free"
          />
          <rect
            x={x(reclaim[1])}
            y={ROWS.kernel}
            width={Math.max(0, x(free + inactive) - x(reclaim[1]))}
            height={ROWS.height}
            className="machine-kept"
          />
          {tick('kswapd', kswapd[1], ROWS.kernel, 'machine-low')}
          {tick('reclaim', reclaim[1], ROWS.kernel, 'machine-min')}
          {name('kswapd wakes', kswapd[1], ROWS.kernel - OUT - 5, 'var(--wm-low)')}
          {name('tasks reclaim', reclaim[1], ROWS.kernel + ROWS.height + 20, 'var(--wm-min)')}
          <text x="0" y={ROWS.kubelet - OUT - 6} className="t13 w6">
            kubelet: memory.available {bytes(count.available)}
          </text>
          <rect
            x="0"
            y={ROWS.kubelet}
            width={x(count.available)}
            height={ROWS.height}
            className="machine-free"
          />
          {count.eviction[1] > count.eviction[0] && (
            <Band
              x={0}
              y={ROWS.kubelet}
              height={ROWS.height}
              from={x(count.eviction[0])}
              to={x(count.eviction[1])}
            />
          )}
          {tick('eviction', count.eviction[0], ROWS.kubelet, 'machine-evicts')}
          {name(
            `evicts below ${quantity(kubelet.threshold ?? 0)}`,
            count.eviction[0],
            ROWS.kubelet + ROWS.height + 20,
            'var(--ink)',
          )}
          {other && (
            <g className="machine-asif">
              <path
                d={`M${x(other.eviction[0])} ${ROWS.kubelet - OUT}v${ROWS.height + 2 * OUT}`}
                strokeDasharray="4 3"
              />
              {name(
                `as if: after ${bytes(other.eviction[0])}`,
                other.eviction[0],
                ROWS.kubelet + ROWS.height + 36,
                'var(--model)',
              )}
            </g>
          )}
        </svg>
      )}
    </div>
  );
};
