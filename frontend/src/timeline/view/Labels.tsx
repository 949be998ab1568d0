/** Names of the tracks beside the canvas. One of them can be reached with Tab, the others with the arrows. */
import { useEffect, useRef, type FC } from 'react';
import { grouped } from '../../core/number';
import { tone } from '../../ui/nodes';
import { GROUP_WORDS, tailOf, type RowSpec, type Scale } from '../layout';
import { rateWords } from '../table';
import type { TrackInfo } from '../model/capture';
import { numberWords } from './numbers';
import type { Zone } from '../../trace/derived/zones';
import type { Pids } from '../model/split';
import type { PaneId } from '../../core/panes';
import { useTimeline, useTimelineState } from './use-timeline';

interface Props {
  slot: PaneId;
  rows: readonly RowSpec[];
  height: number;
}

export const Labels: FC<Props> = ({ slot, rows, height }) => {
  const list = useRef<HTMLUListElement>(null);
  const row = useTimelineState((s) => s.row);
  // Of what is shown below the tracks, which takes room from them.
  const below = useTimelineState((s) => (s.panel === 'event' ? s.event : s.panel === 'range' && s.range));
  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    button?.scrollIntoView({ block: 'nearest' });
    // Arrows move the focus where it was in the list.
    if (button && list.current?.contains(document.activeElement)) button.focus();
  }, [row, below]);
  const raw = useTimelineState((s) => s.raw);
  const rawBefore = useRef(raw);
  useEffect(() => {
    // Mostly at the foot of the list, where what it unfolds would not be seen.
    if (raw && !rawBefore.current)
      list.current?.querySelector('.tl-every')?.scrollIntoView({ block: 'start' });
    rawBefore.current = raw;
  }, [raw]);
  const first = rows.find((r) => r.kind === 'track')?.key;
  if (rows.length === 0) return <NoTracks />;
  const chosen = rows.some((r) => r.key === row) ? row : first;
  return (
    <ul className="tl-labels" style={{ height }} ref={list} aria-label={`Tracks of capture ${slot}`}>
      {rows.map((r) => (
        <li key={r.key} style={{ top: r.y, height: r.height }} className={`tl-row ${r.kind}`}>
          <Label row={r} slot={slot} reachable={r.key === chosen} pressed={r.key === row} />
        </li>
      ))}
    </ul>
  );
};

/** Nothing that the filter names. */
const NoTracks: FC = () => {
  const { controller } = useTimeline();
  const filter = useTimelineState((s) => s.filter);
  return (
    <div className="tl-labels tl-none">
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
  );
};

/** The only process of a name by its number; of several how many they are. */
const pidWords = ({ count, only }: Pids) =>
  only === null ? (count > 1 ? ` ${grouped(count)} pids` : '') : ` ${only}`;

const Label: FC<{ row: RowSpec; slot: PaneId; reachable: boolean; pressed: boolean }> = ({
  row,
  slot,
  reachable,
  pressed,
}) => {
  const { controller } = useTimeline();
  const folded = useTimelineState((s) => row.kind !== 'every' && s.folded.includes(row.group));
  const top = useTimelineState((s) => s.tops[row.key]);
  const number = controller.tracks.numberOf(slot, row.key);
  const track = useTimelineState((s) => (number === null ? null : s.slots[slot].info?.tracks[number]));
  const tail = tailOf(row.name);
  if (row.kind === 'every') {
    return (
      <button
        type="button"
        className="tl-every"
        aria-expanded={controller.tracks.rawOpen()}
        title={`Every event, by kind, CPU and so on: ${row.name}`}
        onClick={() => {
          controller.tracks.foldRaw();
        }}
      >
        Every event <span className="tl-track-name tl-below">{row.name}</span>
      </button>
    );
  }
  if (row.kind === 'heading') {
    return (
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => {
          controller.tracks.fold(row.group);
        }}
      >
        {GROUP_WORDS[row.group]} <span className="tl-count">{grouped(row.count)}</span>
      </button>
    );
  }
  if (row.kind === 'hint') {
    return (
      <p
        className="tl-hint-row"
        title="cat /proc/zoneinfo >after.zoneinfo when the recording ends, and drop it beside the trace"
      >
        free pages: add /proc/zoneinfo
      </p>
    );
  }
  if (row.kind === 'more') {
    return (
      <button
        type="button"
        className="tl-more"
        onClick={() => {
          controller.tracks.showAll(row.group);
        }}
      >
        {grouped(row.count)} more
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={pressed}
      tabIndex={reachable ? 0 : -1}
      title={row.name}
      className={number === null ? 'absent' : undefined}
      onClick={() => {
        controller.focus(slot);
        controller.tracks.select(pressed ? null : row.key);
      }}
    >
      {row.node !== null && <i className="tl-swatch" style={{ background: tone(row.node).fill }} />}
      <span className="tl-track-name">
        <Cut name={row.name} tail={tail} />
        {track?.pids && <span className="tl-pids">{pidWords(track.pids)}</span>}
        {track?.free && <Marks zone={track.free.zone} />}
      </span>
      {row.scale ? (
        <Ends scale={row.scale} />
      ) : (
        top !== undefined && <Top>{topWords(track ?? null, top)}</Top>
      )}
    </button>
  );
};

const Marks: FC<{ zone: Zone }> = ({ zone: { high, low, min } }) => (
  <span className="tl-watermarks">
    <span>
      <i className="tl-mark-high" /> high {grouped(high)}
    </span>{' '}
    <span>
      <i className="tl-mark-low" /> low {grouped(low)}
    </span>{' '}
    <span>
      <i className="tl-mark-min" /> min {grouped(min)}
    </span>
  </span>
);

/** What the height of a track stands for. */
const Top: FC<{ children: string }> = ({ children }) => <span className="tl-count tl-top">{children}</span>;

function topWords(track: TrackInfo | null, top: number): string {
  if (track?.flow) return rateWords(track.flow.unit, top);
  return track?.most === undefined ? `log ${numberWords(top)}` : numberWords(Number(top.toPrecision(2)));
}

/** What the top and the foot of a tall track stand for. */
const Ends: FC<{ scale: Scale }> = ({ scale: { min, max } }) => (
  <span className="tl-count tl-ends">
    <span>{grouped(max)}</span>
    <span>log {grouped(min)}</span>
  </span>
);

/** Names that are cut to fit lose their middle: what tells them apart is mostly at the end. */
const Cut: FC<{ name: string; tail: string }> = ({ name, tail }) =>
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
