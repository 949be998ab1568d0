/**
 * The rows as a grid: what a track is called, and what it comes to. One of them can be reached with Tab, the others with
 * the arrows. The numbers are written by `GridValues`, so that React has nothing to do when a movement ends.
 */
import { memo, useEffect, useLayoutEffect, useRef, type FC } from 'react';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import type { Zone } from '../../trace/statistics/zones';
import { tone } from '../../ui/nodes/colours';
import { hasLanes, heightOf, tailOf, type RowSpec, type Scale } from '../control/layout';
import type { TrackInfo } from '../model/capture';
import type { Pids } from '../model/events/partition';
import { ShortName } from './Cut';
import { numberPhrase } from '../phrases';
import { columnsOf, GridValues, type Column } from './grid-values';
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

interface RowProps {
  row: RowSpec;
  index: number;
  selected: boolean;
  reachable: boolean;
  /** Joined, so that rows that are as they were are not drawn again. */
  slots: string;
  columns: readonly Column[];
  a: TrackInfo | null;
  b: TrackInfo | null;
  open: boolean;
  folded: boolean;
}

const GridRow: FC<RowProps> = memo(function GridRow(props) {
  const { row, index, selected, reachable, slots, columns, open, folded } = props;
  const { controller } = useTimeline();
  const track = row.kind === 'track';
  return (
    <div
      role="row"
      aria-rowindex={index}
      aria-selected={selected}
      tabIndex={reachable ? 0 : -1}
      data-key={row.key}
      className={`tl-row ${row.kind}`}
      style={{ top: row.y, height: row.height }}
      onFocus={() => {
        if (controller.store.getState().row !== row.key) controller.tracks.select(row.key);
      }}
    >
      <div
        role="rowheader"
        className="tl-name-cell"
        aria-expanded={row.kind === 'heading' ? !folded : row.kind === 'every' ? open : undefined}
        title={track ? row.name : undefined}
        onClick={() => {
          if (!track) controller.tracks.press(row.key);
        }}
      >
        <Name {...props} />
      </div>
      {hasLanes(row) && slots.length > 1 && (
        <span className="tl-letters" aria-hidden="true">
          {PANES.map((slot) => (
            <Letter key={slot} slot={slot} absent={track && !(slot === 'A' ? props.a : props.b)} />
          ))}
        </span>
      )}
      {hasLanes(row) && (
        <div className="tl-values" role="presentation">
          {columns.map(({ id, head }) => (
            <div key={id} role="gridcell" data-cell={id}>
              <span className="visually-hidden">, {head} </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
});

const Letter: FC<{ slot: PaneId; absent?: boolean }> = ({ slot, absent = false }) => (
  <b className={absent ? 'tl-of-lane absent' : 'tl-of-lane'} data-of={slot}>
    {slot}
  </b>
);

const Name: FC<RowProps> = ({ row, a, b, open, folded }) => {
  const track = a ?? b;
  if (row.kind === 'every')
    return (
      <>
        <Fold open={open} />
        <b>Every event</b>
        <span className="tl-track-name tl-below">{row.name}</span>
      </>
    );
  if (row.kind === 'heading')
    return (
      <>
        <Fold open={!folded} />
        <b>{row.title}</b> <span className="tl-count">{row.about}</span>
      </>
    );
  if (row.kind === 'hint') return <HintRow />;
  if (row.kind === 'more') return <span className="tl-more">{grouped(row.count)} more</span>;
  const pids = a?.pids && b?.pids ? null : track?.pids;
  return (
    <>
      {row.node !== null && <i className="tl-swatch" style={{ background: tone(row.node).fill }} />}
      <span className="tl-track-name">
        <ShortName name={row.name} tail={tailOf(row.name)} />
        {pids && <span className="tl-pids">{pidWords(pids)}</span>}
        {(a?.free ?? b?.free) && <Marks all={[a, b].flatMap((t) => (t?.free ? [t.free.zone] : []))} />}
      </span>
      {row.scale ? (
        <Ends scale={row.scale} of={(a?.number ?? b?.number)?.name ?? ''} />
      ) : (
        <span className="tl-count tl-top" data-top aria-hidden="true" />
      )}
    </>
  );
};

const Fold: FC<{ open: boolean }> = ({ open }) => (
  <>
    <i className={open ? 'tl-fold-sign open' : 'tl-fold-sign'} aria-hidden="true" />
    <span className="visually-hidden">{open ? 'unfolded' : 'folded'} </span>
  </>
);

const HintRow: FC = () => (
  <span
    className="tl-hint-row"
    title="cat /proc/zoneinfo >after.zoneinfo when the recording ends, and drop it beside the trace"
  >
    free pages: add /proc/zoneinfo
  </span>
);

/** The only process of a name by its number; of several how many they are. */
const pidWords = ({ count, only }: Pids) =>
  only === null ? (count > 1 ? ` ${grouped(count)} pids` : '') : ` ${only}`;

/** Of a zone; of two captures those of both. */
const Marks: FC<{ all: readonly Zone[] }> = ({ all }) => {
  const words = (of: 'high' | 'low' | 'min') =>
    [...new Set(all.map((zone) => grouped(zone[of])))].join(' | ');
  return (
    <span className="tl-watermarks">
      {(['high', 'low', 'min'] as const).map((of) => (
        <span key={of}>
          <i className={`tl-mark-${of}`} /> {of} {words(of)}{' '}
        </span>
      ))}
    </span>
  );
};

/** What the top and the foot of a tall track stand for. */
const Ends: FC<{ scale: Scale; of: string }> = ({ scale: { min, max }, of }) => (
  <span className="tl-count tl-ends" aria-hidden="true">
    <span>
      {of} {numberPhrase(max)}
    </span>
    <span>
      {min < 0 ? '' : 'log '}
      {numberPhrase(min)}
    </span>
  </span>
);
