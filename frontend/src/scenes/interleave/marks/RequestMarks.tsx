import type { FC } from 'react';
import { grouped } from '../../../core/number';
import { Disc } from '../../../ui/marks/Disc';
import { memoMark } from '../../../ui/memo';
import type { Provenance } from '../../provenance';
import { count } from '../../phrases';
import { fitted, textWidth } from '../../font-metrics';
import { AverageMark } from './AverageMark';
import type { Facts } from '../facts/facts';
import { PAST, type Grid } from './grid';
import { noRequest, requestState } from './labels';
import { average, lengthPhrase, segmentsOf } from '../facts/requests';

interface Growing {
  /** The bar of this step grows: from how many sectors on, and how much of it. */
  grows: { from: number; share: number };
  /** The outcome of this step is shown. */
  noted: boolean;
}

/** Sectors along one axis: the request at hand, those before it, their average, and the limit. */
export const RequestMarks: FC<{ grid: Grid; facts: Facts; from: Provenance } & Growing> = (props) => {
  const { grid, facts, from, grows, noted } = props;
  return (
    <g data-band="requests">
      <Scale y={grid.y} axis={grid.axis} compact={grid.compact} limit={facts.requests?.maxSectors ?? null} />
      <Newest grid={grid} facts={facts} grows={grows} noted={noted} />
      <AverageMark
        grid={{ y: grid.y, axis: grid.axis, width: grid.width, compact: grid.compact }}
        mean={average(facts.requests)}
        counted={countedPhrase(facts)}
        maxSectors={facts.requests?.maxSectors ?? null}
        printed={facts.published?.rows[0]?.sectors ?? null}
        from={from}
        known={facts.requestsKnown}
        range={facts.ranges.mean}
      />
    </g>
  );
};

/** What the average is of. Where requests of every kind are stepped through, only reads are counted. */
function countedPhrase({ requests, event, coverage }: Facts): string {
  const n = requests?.count ?? 0;
  if (n === 0) return noRequest(coverage, 'no request yet').at(-1) ?? '';
  return count(n, coverage.by !== 'model' && event?.kind === 'block_rq' ? 'read' : 'request');
}

type ScaleProps = Pick<Grid, 'y' | 'axis' | 'compact'> & { limit: number | null };

/** Grid lines with their words, and the limit. */
const Scale = memoMark<ScaleProps>('Scale', ({ y, axis, compact, limit }) => (
  <>
    {axis.ticks.map((t) => (
      <g key={t}>
        <path d={`M${axis.x(t)} ${y.axisTop + 4}V${y.axisBase}`} className="hair" />
        <text
          x={axis.x(t)}
          y={y.axisLabel}
          className={`i2 ${compact ? 't12' : 't13'} ${t === 0 ? '' : 'mid'}`}
        >
          {t === 0 ? '0 sectors' : grouped(t)}
        </text>
      </g>
    ))}
    {limit !== null && <Limit {...{ y, axis, compact, limit }} />}
  </>
));

const Limit: FC<ScaleProps & { limit: number }> = ({ y, axis, compact, limit }) => (
  <g>
    <path d={`M${axis.x(limit)} ${y.axisTop - (compact ? 2 : 4)}V${y.axisBase}`} className="limit" />
    <text x={axis.x(limit) - 6} y={compact ? y.requestTitle : y.axisTop - 1} className="t12 i2 end">
      request limit
    </text>
  </g>
);

/** The request that is gathered, or the last where the source tells it only once it is sent. */
const Newest: FC<{ grid: Grid; facts: Facts } & Growing> = ({ grid, facts, grows, noted }) => {
  const { y, axis, compact } = grid;
  const { open, requests, event, passedBy } = facts;
  const past = requests?.past ?? [];
  const now = open ? { sectors: open.sectors, segments: open.used } : past[0];
  const before = (open ? past : past.slice(1)).slice(0, PAST);
  const title =
    open || (event?.kind === 'block_rq' && !passedBy)
      ? 'this request'
      : passedBy
        ? 'last read'
        : 'last request';
  const end = axis.x(now?.sectors ?? 0);
  // Its page joined it: it grows. Another request's bar is another bar.
  const old = axis.x(open?.why === 'joined' ? grows.from : 0);
  const drawn = open ? old + (end - old) * grows.share : end;
  const stops = noted && open !== null && !requestState(facts)[0]?.startsWith('open');
  const mid = y.request + y.requestHeight / 2;
  const words = !noted
    ? []
    : open
      ? requestState(facts)
      : now
        ? [
            lengthPhrase(now),
            segmentsOf(now) === null ? String(now.sectors) : `${now.sectors} in ${now.segments}`,
          ]
        : facts.requestsKnown
          ? noRequest(facts.coverage, 'none yet')
          : ['not known'];
  const px = compact ? 13 : 15;
  const limit = requests?.maxSectors ? axis.x(requests.maxSectors) : grid.width;
  const clear = end + 32 < limit ? Math.max(limit - end - 38, 60) : grid.width - end - 30;
  const text = fitted(words, compact ? 160 : Math.min(clear, grid.width - end - 32), px, 600);
  // Where the bar leaves no room behind it.
  const inside = !compact && text === '' ? fitted(words, end - axis.left - 24, 12, 600) : '';
  return (
    <g>
      <text y={y.requestTitle} className="w5" style={{ fontSize: px }}>
        {title}
      </text>
      {now && (
        <rect
          className="bar"
          x={axis.left}
          y={y.request}
          height={y.requestHeight}
          rx="1.5"
          style={{ width: Math.max(1, drawn - axis.left) }}
        />
      )}
      {stops && <path d={`M${end + 2} ${y.request - 3}v${y.requestHeight + 6}`} className="stop" />}
      {before.length > 0 && (
        <path
          className="before"
          d={before.map((p, i) => `M${axis.left} ${y.past + i * y.pastPitch}H${axis.x(p.sectors)}`).join('')}
        />
      )}
      {before.length > 0 && !compact && (
        <text y={y.past + y.pastPitch * 4 + 6} className="t12 i3">
          {fitted([`the ${before.length} before it`, 'before it'], axis.left - 8, 12)}
        </text>
      )}
      {now && event && noted && <Disc n={4} x={Math.min(end + 16, grid.width - 11)} y={mid} />}
      {inside && (
        <text x={end - 8} y={mid + 4.3} className="t12 w6 ip end">
          {inside}
        </text>
      )}
      {compact ? (
        <text
          x={textWidth(title, px, 500) + 10}
          y={y.requestTitle}
          className={`w6 ${open ? 'inow' : 'i2'}`}
          style={{ fontSize: px }}
        >
          {text}
        </text>
      ) : (
        <text
          x={now ? end + 30 : axis.left}
          y={mid + 5}
          className={`w6 ${open ? 'inow' : 'i2'}`}
          style={{ fontSize: px }}
        >
          {text}
        </text>
      )}
    </g>
  );
};
