/**
 * The rows as a grid: what a track is called, and what it comes to. One of them can be reached with Tab, the others with
 * the arrows. The numbers are written by `GridValues`, so that React has nothing to do when a movement ends.
 */
import { useEffect, useLayoutEffect, useRef, type FC } from 'react';
import type { PaneId } from '../../core/panes';
import { heightOf, type RowSpec } from '../control/layout';
import type { TrackInfo } from '../model/capture';
import { GridRow, Letter } from './GridRow';
import { columnsOf, GridValues } from './grid-values';
import './grid.css';
import { useTimeline, useTimelineState } from '../use-timeline';

interface Props {
  slots: readonly PaneId[];
  rows: readonly RowSpec[];
}

export const Grid: FC<Props> = ({ slots, rows }) => {
  const { controller } = useTimeline();
  const grid = useRef<HTMLDivElement>(null);
  const row = useTimelineState((s) => s.row);
  const found = useTimelineState((s) => s.found.A !== null || s.found.B !== null);
  const selected = useTimelineState((s) => s.range !== null);
  const infos = useTimelineState((s) => s.slots);
  // Of what is shown below the tracks, which takes room from them.
  const below = useTimelineState((s) => (s.panel === 'event' ? s.event : s.panel === 'range' && s.range));
  const values = useRef<GridValues>(null);
  useLayoutEffect(() => {
    if (!grid.current) return undefined;
    const writer = new GridValues(grid.current, controller);
    values.current = writer;
    return writer.follow();
  }, [controller]);
  const columns = columnsOf(slots, selected);
  // React has put new cells there, which are empty.
  useLayoutEffect(() => {
    values.current?.renew(slots, rows);
  });
  useKept(grid, row, below);
  const first = rows.find((r) => r.kind === 'track')?.key ?? rows[0]?.key;
  const reachable = rows.some((r) => r.key === row) ? row : first;
  return (
    <div
      ref={grid}
      className="tl-grid"
      role="grid"
      aria-label={slots.length > 1 ? 'Tracks of both captures' : 'Tracks'}
      aria-rowcount={rows.length + 1}
    >
      <div role="row" className="tl-heads-row" aria-rowindex={1}>
        <div role="columnheader" className="tl-corner">
          <span className="visually-hidden">track</span>
          <span aria-hidden="true">
            whole capture
            {slots.length > 1 && slots.map((slot) => <Letter key={slot} slot={slot} />)}
          </span>
          <span aria-hidden="true">time{found && <i>found, below</i>}</span>
        </div>
        <div className="tl-margin-head" role="presentation">
          {columns.map(({ id, head }) => (
            <div key={id} role="columnheader" data-head={id}>
              {head}
              <b data-value />
            </div>
          ))}
        </div>
      </div>
      {rows.length === 0 && <NoTracks />}
      <div role="rowgroup" style={{ height: heightOf(rows) }} className="tl-rows">
        {rows.map((r, i) => (
          <GridRow
            key={r.key}
            row={r}
            index={i + 2}
            selected={r.key === row}
            reachable={r.key === reachable}
            slots={slots.join('')}
            columns={columns}
            a={infoOf(controller.tracks.numberOf('A', r.key), infos.A.info?.tracks)}
            b={infoOf(controller.tracks.numberOf('B', r.key), infos.B.info?.tracks)}
            open={r.kind === 'every' && controller.tracks.rawOpen()}
            folded={
              r.kind === 'heading' && controller.store.getState().folded.some((group) => group === r.group)
            }
          />
        ))}
      </div>
    </div>
  );
};

const infoOf = (number: number | null, tracks: readonly TrackInfo[] | undefined): TrackInfo | null =>
  number === null ? null : (tracks?.[number] ?? null);

/** Brings the row under the keys into sight, and the focus to it where nothing else has it. */
function useKept(grid: React.RefObject<HTMLDivElement | null>, row: string | null, below: unknown): void {
  const raw = useTimelineState((s) => s.raw);
  useEffect(() => {
    const element = grid.current?.querySelector<HTMLElement>('[aria-selected=true]');
    element?.scrollIntoView({ block: 'nearest' });
    const { activeElement: has } = document;
    if (has === document.body || has?.matches('main') || grid.current?.contains(has))
      element?.focus({ preventScroll: true });
  }, [grid, row, below]);
  const rawBefore = useRef(raw);
  useEffect(() => {
    // Mostly at the foot of the list, where what it unfolds would not be seen.
    if (raw && !rawBefore.current)
      grid.current?.querySelector('.tl-row.every')?.scrollIntoView({ block: 'start' });
    rawBefore.current = raw;
  }, [grid, raw]);
}

/** Nothing that the filter names. */
const NoTracks: FC = () => {
  const { controller } = useTimeline();
  const filter = useTimelineState((s) => s.filter);
  if (filter === '') {
    return (
      <div role="row" className="tl-none">
        <p role="gridcell">Nothing to draw: it has no events.</p>
      </div>
    );
  }
  return (
    <div role="row" className="tl-none">
      <div role="gridcell">
        <p role="status">No track has “{filter}” in its name.</p>
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            controller.tracks.filter('');
          }}
        >
          Show all tracks
        </button>
      </div>
    </div>
  );
};
