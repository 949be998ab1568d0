import type { FC } from 'react';
import { grouped } from '../../../core/number';
import { Disc } from '../../../ui/marks/Disc';
import { fitted, textWidth } from '../../font-metrics';
import type { Facts } from '../facts/facts';
import type { Grid } from './grid';
import { listNote, listUse, meanNote } from './labels';
import { shapes } from './mark-paths';
import { CursorMark, NodeMarks } from './NodeMarks';
import type { ListPlace } from './layout';

/** The number that matters large, what it is of small, at the right end of a band's title. */
export const Use: FC<{
  x: number;
  y: number;
  value: string;
  rest: string;
  before?: string;
  now?: boolean;
  compact: boolean;
}> = ({ x, y, value, rest, before = '', now, compact }) => (
  <text x={x} y={y} className="i2 end" style={{ fontSize: compact ? 13 : 15 }}>
    {before}
    <tspan className="w6" style={{ fontSize: compact ? 17 : 20, fill: now ? 'var(--now)' : 'var(--ink)' }}>
      {value}
    </tspan>
    {rest}
  </text>
);

interface Props {
  grid: Grid;
  facts: Facts;
  place: ListPlace;
  /** How much the bar of this step has grown. */
  grown: number;
  /** The outcome of this step is shown. */
  noted: boolean;
}

/** One bar per segment; its height is the pages in it. */
export const ListMarks: FC<Props> = ({ grid, facts, place, grown, noted }) => {
  const { y, width, list, compact } = grid;
  const use = listUse(facts);
  const px = compact ? 13 : 15;
  const title = 'scatter-gather list';
  const room = width - textWidth(title, px, 500) - textWidth(use.value, compact ? 17 : 20, 600) - 16;
  const here = place.boxes.find((b) => b.here);
  const old = place.boxes.filter((b) => !b.here);
  const limit = facts.requests?.maxSegments ?? 0;
  // The room that is left: places up to the limit, dotted along the foot.
  const free = Math.min(list.slots, limit) * list.pitch;
  const taken = place.boxes.length * list.pitch;
  return (
    <g data-band="list">
      <text y={y.listTitle} className="w5" style={{ fontSize: px }}>
        {title}
      </text>
      <Use
        x={width}
        y={y.listTitle + 1}
        value={use.value}
        rest={` ${fitted(use.of, room, px)}`}
        now={noted && use.full && facts.open !== null}
        compact={compact}
      />
      {free > taken && <path d={`M${taken + 2} ${y.listBase - 3}H${free - 1}`} className="free" />}
      {place.mean !== null ? <path d={shapes(place.boxes)} className="mean" /> : <NodeMarks boxes={old} />}
      {here && (
        <g
          {...(grown < 1
            ? {
                transform: `translate(0 ${y.listBase}) scale(1 ${0.4 + 0.6 * grown}) translate(0 ${-y.listBase})`,
              }
            : {})}
        >
          <NodeMarks boxes={[here]} />
        </g>
      )}
      <path d={`M0 ${y.listBase}H${width}`} className="axis" />
      {here && noted && <CursorMark box={here} />}
      {noted && <Notes grid={grid} facts={facts} place={place} />}
      {place.hidden > 0 && (
        <text y={y.listTop + 8} className="t12 i2">
          {grouped(place.hidden)} more before these
        </text>
      )}
    </g>
  );
};

/** Beside the bar in question, where there is room for it. */
const Notes: FC<{ grid: Grid; facts: Facts; place: ListPlace }> = ({ grid, facts, place }) => {
  const { y, width } = grid;
  const last = place.boxes.at(-1);
  if (!last) return null;
  const px = grid.compact ? 13 : 15;
  const right = last.x + last.width;
  const words = place.mean !== null ? meanNote(place.mean) : listNote(facts);
  const low = last.height < 16;
  // Low bars leave room above them; beside high ones the words stand at half their height.
  const at = low ? y.listBase - 19 : Math.min(y.listBase - 12, last.y + last.height / 2 + 5);
  const behind = fitted(words, width - right - 38, px, 600);
  if (behind) {
    return (
      <g>
        {facts.event && <Disc n={3} x={right + 15} y={at - 5} />}
        <text
          x={right + 30}
          y={at}
          className={`w6 ${place.mean === null ? 'inow' : 'i2'}`}
          style={{ fontSize: px }}
        >
          {behind}
        </text>
      </g>
    );
  }
  const x = Math.min(width - 11, last.x + last.width / 2);
  // High bars to the end of the row: the words would lie on them.
  const above = low ? fitted(words, x - 30, px, 600) : '';
  return (
    <g>
      {facts.event && <Disc n={3} x={x} y={low ? at - 5 : y.listTop + 2} />}
      {above && (
        <text
          x={x - 15}
          y={at}
          className={`end w6 ${place.mean === null ? 'inow' : 'i2'}`}
          style={{ fontSize: px }}
        >
          {above}
        </text>
      )}
    </g>
  );
};
