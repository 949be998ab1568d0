import type { FC } from 'react';
import { Band } from '../../../ui/marks/Band';
import { memoMark } from '../../../ui/memo';
import { rangePhrase } from '../../phrases';
import { textWidth } from '../../font-metrics';
import { inUnit, unitFor, withUnit } from '../facts/phrases';
import { place, type Axis } from './axis';
import type { Grid } from './grid';
import { paint } from './SpanTextures';
import type { Row } from '../facts/facts';
import type { Span, FaultSpans } from '../facts/spans';

interface Box {
  x: number;
  width: number;
}

/** Where a span stands; one behind the axis' end keeps a stub. */
function boxOf(axis: Axis, { from, to }: Span): Box {
  const x = Math.min(place(axis, from), axis.right);
  return { x, width: Math.max(1, Math.min(place(axis, to), axis.right) - x) };
}

const WORDS = { asleep: 'asleep', spin: 'spin', queue: 'waits' } as const;

/** A span's name within it, where it fits. */
const Name: FC<{ box: Box; y: number; kind: keyof typeof WORDS }> = ({ box, y, kind }) => {
  const words = WORDS[kind];
  if (textWidth(words, 13, 600) + 10 > box.width) return null;
  const halo = kind === 'spin';
  return (
    <text
      x={box.x + box.width / 2}
      y={y}
      className={halo ? 't13 w6 mid' : 't13 mid i2'}
      style={halo ? { paintOrder: 'stroke', stroke: 'var(--n1-wash)', strokeWidth: 7 } : undefined}
    >
      {words}
    </text>
  );
};

type LaneProps = Pick<Grid, 'axis'> & { y: number; height: number };

const CpuSpan: FC<LaneProps & { span: Span; id: string }> = ({ axis, span, y, height, id }) => {
  const box = boxOf(axis, span);
  const { kind } = span;
  const named = kind === 'asleep' || kind === 'spin' || kind === 'queue';
  return (
    <g>
      {(kind === 'work' || kind === 'switch' || kind === 'spin') && (
        <rect {...box} y={y} height={height} {...paint(id, kind)} />
      )}
      {kind === 'queue' && (
        <rect {...box} y={y + 2} height={height - 4} className="quiet" strokeDasharray="3 3" />
      )}
      {named && <Name box={box} y={y + height / 2 + 5} kind={kind} />}
    </g>
  );
};

/** Many reads at once share the lane as lines; they are one path. */
function lines(axis: Axis, spans: readonly Span[], top: number, height: number): string {
  const pitch = height / spans.length;
  return spans
    .map((s, i) => {
      const { x, width } = boxOf(axis, s);
      return `M${x.toFixed(1)} ${(top + (i + 0.5) * pitch).toFixed(1)}h${width.toFixed(1)}`;
    })
    .join('');
}

const Disk: FC<LaneProps & { spans: readonly Span[] }> = ({ axis, spans, y, height }) => {
  const reads = spans.filter((s) => s.kind === 'read');
  if (reads.length > 1) {
    const width = Math.max(0.8, height / reads.length - 0.7);
    return (
      <path d={lines(axis, reads, y, height)} stroke="var(--t-device)" strokeWidth={width} fill="none" />
    );
  }
  return (
    <>
      {spans.map((span) =>
        span.kind === 'read' ? (
          <rect key="read" {...boxOf(axis, span)} y={y} height={height} fill="var(--t-device)" />
        ) : (
          <rect
            key="queue"
            {...boxOf(axis, span)}
            y={y + 2}
            height={height - 4}
            className="quiet"
            strokeDasharray="3 3"
          />
        ),
      )}
    </>
  );
};

/** The end of a bar that goes on behind the axis. */
const Tear: FC<{ x: number; y: number }> = ({ x, y }) => (
  <path
    d={`M${x - 9} ${y - 2}l4 5 -4 5 4 5 -4 5 4 5M${x - 4} ${y - 2}l4 5 -4 5 4 5 -4 5 4 5`}
    className="torn"
  />
);

interface EndProps {
  x: number;
  y: number;
  top: number;
  height: number;
  beyond: boolean;
  taken: boolean;
}

/** Where the task runs on, or the end of what the axis shows. */
const End: FC<EndProps> = ({ x, y, top, height, beyond, taken }) =>
  beyond ? (
    <Tear x={x} y={top} />
  ) : (
    <path d={`M${x} ${y + 1}v${height - 5}`} className={taken ? 'flow' : 'ends'} />
  );

interface Props {
  grid: Grid;
  track: FaultSpans;
  /** As if: when it ends, from the least to the most, where what is assumed makes a difference. */
  range: Row['range'];
  /** Top of the row. */
  y: number;
  taken: boolean;
  /** Pages read; one is not said. */
  pages: number;
  id: string;
  /** px up to which time has run. */
  until: number;
}

/** What CPU and disk do until the task runs on, and how long that takes. */
export const FaultMarks = memoMark<Props>(
  'FaultMarks',
  ({ grid, track, range, y, taken, pages, id, until }) => {
    const { axis, width, row } = grid;
    const { cpu, disk } = row;
    const beyond = place(axis, track.end) > axis.right;
    const end = Math.min(place(axis, track.end), axis.right);
    const top = y + cpu.y;
    const over = until >= end;
    const unit = unitFor(track.end);
    const below = track.busy !== null ? `${inUnit(track.busy, unit)} CPU` : pages > 1 ? `${pages} pages` : '';
    return (
      <g>
        <g {...(until < end ? { style: { clipPath: `inset(0 ${width - until}px 0 0) view-box` } } : {})}>
          <path d={`M${axis.left} ${top + cpu.height + 0.5}H${end}`} className="quiet" />
          {track.cpu.map((span, i) => (
            <CpuSpan key={`${span.kind} ${i}`} axis={axis} span={span} y={top} height={cpu.height} id={id} />
          ))}
          <Disk axis={axis} spans={track.disk} y={y + disk.y} height={disk.height} />
        </g>
        {over && range && (
          <Band
            x={axis.left}
            y={top}
            height={cpu.height}
            from={Math.min(place(axis, range[0]), axis.right) - axis.left}
            to={Math.min(place(axis, range[1]), axis.right) - axis.left}
          />
        )}
        {over && <End x={end} y={y} top={top} height={row.height} beyond={beyond} taken={taken} />}
        {over && (
          <>
            <text x={end + 9} y={top + cpu.height / 2 + 5.5} className={`t16 w6 ${taken ? 'inow' : ''}`}>
              {range ? rangePhrase(range, withUnit) : withUnit(track.end)}
            </text>
            <text x={end + 9} y={y + disk.y + disk.height / 2 + 5} className="t13 i2">
              {below}
            </text>
          </>
        )}
      </g>
    );
  },
);
