/** Rows of the strip that move together, and the cursor in them. */
import { memo, useMemo, type FC } from 'react';
import { grouped } from '../../core/number';
import { useStageState } from '../control/stage-context';
import { stripPositionOf } from '../state/store';
import { Stretch } from './StripStretch';
import {
  CELL,
  endIn,
  laneAt,
  OTHER_BELOW,
  stretches,
  stretchesUnder,
  windowAt,
  type LaneOf,
} from './strip-layout';

interface Props {
  lane: LaneOf;
  width: number;
  /** With the numbers of the first and the last cell. */
  ends: boolean;
  /** The last decision that may be seen; null: all. */
  until: number | null;
}

/** A step slides the lane under its window; nothing else of it is drawn anew, for a stretch. */
export const Lane = memo<Props>(({ lane, width, ends, until }) => {
  const at = useStageState((s) => laneAt(lane, stripPositionOf(s)));
  const window = windowAt(at, lane.extent, width);
  const { first, cells, pitch, left } = window;
  const { shift, from, to, base } = stretchesUnder(window);
  const drawn = useMemo(
    () =>
      stretches({ from, to, base }, pitch).map((s) => (
        <Stretch key={s.first} lane={lane} pitch={pitch} first={s.first} x={s.x} />
      )),
    [lane, from, to, base, pitch],
  );
  const top = lane.rows[0].y;
  const last = lane.rows.at(-1) ?? lane.rows[0];
  const height = last.y + (last.other ? OTHER_BELOW : 0) + CELL - top;
  const cursor = at - first;
  return (
    <>
      {ends && (
        <>
          <text x={left} y="11" className="t12 i2">
            {grouped(first)}
          </text>
          <text x={left + cells * pitch} y="11" className="t12 i2 end">
            {grouped(Math.min(first + cells - 1, lane.extent))}
          </text>
        </>
      )}
      <svg x={left} y={top - 1} width={cells * pitch} height={height + 2}>
        <g transform={`translate(${shift} 0)`}>{drawn}</g>
      </svg>
      {until !== null && until < first + cells - 1 && (
        <g className="strip-hidden">
          <rect
            x={left + Math.max(0, until + 1 - first) * pitch}
            y={top - 1}
            width={(cells - Math.max(0, until + 1 - first)) * pitch}
            height={height + 2}
          />
          <text x={left + (until + 1.5 - first) * pitch} y={top + 14.5} className="t13 w6 mid">
            ?
          </text>
        </g>
      )}
      <Ends lane={lane} at={at} width={width} />
      {cursor >= 0 && (
        <rect
          className="strip-cursor"
          x={left + cursor * pitch - 2}
          y={top - 4}
          width={pitch + 3}
          height={height + 8}
          rx="3"
        />
      )}
    </>
  );
});
Lane.displayName = 'Lane';

const endWords = (length: number) =>
  length === 0 ? 'nothing to step through' : `ends at ${grouped(length)}`;

/** Where rows are over, so that the places behind are not taken for decisions yet to come. */
const Ends: FC<{ lane: LaneOf; at: number; width: number }> = ({ lane, at, width }) => {
  const window = windowAt(at, lane.extent, width);
  return lane.rows.map(({ id, columns, y }) => {
    const mark = endIn(window, columns.ts.length, endWords);
    return (
      mark && (
        <g key={id} className="strip-end">
          <path d={`M${mark.x + 1} ${y}v${CELL}m3 0v-${CELL}`} />
          {mark.labelled && (
            <text x={mark.x + 12} y={y + 14.5} className="t12 i2">
              {mark.words}
            </text>
          )}
        </g>
      )
    );
  });
};
