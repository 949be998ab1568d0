import type { FC } from 'react';
import { grouped } from '../../../core/number';
import { Band } from '../../../ui/marks/Band';
import { Disc } from '../../../ui/marks/Disc';
import { tone } from '../../../ui/nodes/colours';
import { denialLabels } from '../../../core/coverage';
import { memoMark } from '../../../ui/memo';
import { rangePhrase, signedCount } from '../../phrases';
import { fitted } from '../../font-metrics';
import type { Facts, Zone } from '../facts/facts';
import type { Column, Grid } from './grid';
import { Y } from './scale';

interface Props {
  column: Column;
  batch: number | null;
  full: number | null;
  /** As if: from the least to the most, where what is assumed makes a difference. */
  range: Zone['ranges']['batch'];
  /** The batch is what was decided: it begins anew. */
  hot: boolean;
}

const HEIGHT = Y.batchEnd - Y.batch;

/** What a zone may still give before it is passed over. */
const Batch = memoMark<Props>('Batch', ({ column, batch, full, range, hot }) => {
  const { x, width, nid } = column;
  const left = batch === null ? '–' : range ? rangePhrase(range, signedCount) : signedCount(batch);
  const of = batch !== null && full !== null ? ` of ${grouped(full)}` : '';
  const level = full !== null && full > 0 && batch !== null ? Math.min(1, Math.max(0, batch / full)) : 0;
  const short = batch === null || batch < 0 || range ? left : grouped(batch);
  const at = (pages: number) => Math.min(1, Math.max(0, pages / Math.max(1, full ?? 0))) * width;
  // Room for the disc at the left edge.
  const from = hot ? 14 : 5;
  const words = fitted([`${short}${of}`, short], width + 1 - from, 13, 500);
  return (
    <g data-batch={column.zone}>
      <rect
        x={x}
        y={Y.batch}
        width={width}
        height={HEIGHT}
        rx="2"
        fill="none"
        stroke={hot ? 'var(--now)' : 'var(--control)'}
        strokeWidth={hot ? 2.5 : 1}
        strokeDasharray={batch === null ? '4 3' : undefined}
      />
      <rect
        className="drain"
        x={x}
        y={Y.batch}
        height={HEIGHT}
        width={width}
        fill={tone(nid).wash}
        style={{ transform: `scaleX(${level})`, transformOrigin: `${x}px 0` }}
      />
      {level > 0 && (
        <rect
          className="drain"
          x={x}
          y={Y.batch}
          width="4"
          height={HEIGHT}
          fill={tone(nid).fill}
          style={{ transform: `translate(${level * (width - 4)}px, 0)` }}
        />
      )}
      {range && full !== null && (
        <Band x={x} y={Y.batch} height={HEIGHT} from={at(range[0])} to={at(range[1])} />
      )}
      {words !== '' && (
        <text
          x={level > 0.5 ? x + from : x + width - 5}
          y={Y.batchEnd - 3}
          className={level > 0.5 ? 't13 w5' : 't13 w5 end'}
          style={{
            paintOrder: 'stroke',
            stroke: level > 0.5 ? tone(nid).wash : 'var(--paper)',
            strokeWidth: 3,
          }}
        >
          {words}
        </text>
      )}
    </g>
  );
});

/** The row of batches, or why there are none. */
export const BatchMarks: FC<{ layout: Grid; facts: Facts }> = ({ layout, facts }) => {
  const { event, policy } = facts;
  const hot = event?.kind === 'zone_batch' ? event.zone : -1;
  const any = facts.zones.some((z) => z.batch !== null);
  const at = layout.columns.find((c) => c.zone === hot);
  if (policy === 'preferred' && hot < 0) {
    const words = fitted(
      ['none: this policy asks the watermark and nothing else', 'none: it asks the watermark only', 'none'],
      layout.width - layout.left,
      14,
    );
    return (
      <g>
        <text y={Y.batchEnd - 3} className={layout.compact ? 't12 i3' : 't15 i3'}>
          batch
        </text>
        <text x={layout.left} y={Y.batchEnd - 3} className="i3">
          {words}
        </text>
      </g>
    );
  }
  return (
    <g>
      <text y={Y.batchEnd - 3} className={layout.compact ? 't12' : 't15 w5'}>
        batch
      </text>
      {any ? (
        layout.columns.map((column) => {
          const zone = facts.byId.get(column.zone);
          return (
            <Batch
              key={column.zone}
              column={column}
              batch={zone?.batch ?? null}
              full={zone?.batchFull ?? null}
              range={zone?.ranges.batch ?? null}
              hot={column.zone === hot}
            />
          );
        })
      ) : (
        <text x={layout.left} y={Y.batchEnd - 3} className="i3">
          {fitted(
            [...denialLabels(facts.coverage, ['zone_batch'], ['not known yet'], 'batches'), '–'],
            layout.width - layout.left,
            14,
          )}
        </text>
      )}
      {at && <Disc n={1} x={at.x} y={Y.batch + HEIGHT / 2} />}
    </g>
  );
};
