/** One row of the grid: a track, a heading, or what stands in place of tracks. */
import { memo, type FC } from 'react';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import type { Zone } from '../../trace/statistics/zones';
import { tone } from '../../ui/nodes/colours';
import { hasLanes, tailOf, type RowSpec, type Scale } from '../control/layout';
import type { TrackInfo } from '../model/capture';
import type { Pids } from '../model/events/partition';
import { numberPhrase } from '../phrases';
import type { Column } from './grid-values';
import { useTimeline } from '../use-timeline';

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

export const GridRow: FC<RowProps> = memo(function GridRow(props) {
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

export const Letter: FC<{ slot: PaneId; absent?: boolean }> = ({ slot, absent = false }) => (
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
const Ends: FC<{ scale: Scale; of: string }> = ({ scale: { min, max, linear }, of }) => (
  <span className="tl-count tl-ends" aria-hidden="true">
    <span>
      {of} {numberPhrase(max)}
    </span>
    <span>
      {linear || min < 0 ? '' : 'log '}
      {numberPhrase(min)}
    </span>
  </span>
);

/** Names that are cut to fit lose their middle: what tells them apart is mostly at the end. */
const ShortName: FC<{ name: string; tail: string }> = ({ name, tail }) =>
  tail === '' ? (
    name
  ) : (
    <>
      {/* Read in one piece, though it is drawn in two. */}
      <span className="visually-hidden">{name}</span>
      <span aria-hidden="true" className="tl-cut">
        {name.slice(0, name.length - tail.length)}
      </span>
      <span aria-hidden="true">{tail}</span>
    </>
  );
