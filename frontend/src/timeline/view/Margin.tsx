/**
 * What each track says of the selected stretch and of what is in view, at the end of its row; beside the second capture
 * also by how much the first says more. The table of tracks has the same for those who hear it.
 */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import type { Counts } from '../model/picture';
import type { RowSpec } from '../layout';
import { roughly } from '../model/ruler';
import { widthOf, type Span } from '../model/span';
import { rangeOn, ready } from '../state';
import { apartOf, shortOf, type Side } from '../table';
import { useCounts } from './use-counts';
import './margin.css';
import { useTimeline, useTimelineState } from './use-timeline';

interface Column {
  head: string;
  /** What it is of. */
  of: string;
  words: (row: RowSpec) => string;
}

export const Margin: FC<{ slot: PaneId; rows: readonly RowSpec[]; height: number }> = ({
  slot,
  rows,
  height,
}) => {
  const { controller } = useTimeline();
  const settled = useTimelineState((s) => s.settled);
  const two = useTimelineState((s) => ready(s).length === PANES.length);
  const slots = useTimelineState((s) => s.slots);
  const range = useTimelineState((s) => s.range);
  const linked = useTimelineState((s) => s.linked);
  const offset = useTimelineState((s) => s.offset);
  const [rangeA, rangeB] = PANES.map((pane) => rangeOn(pane, { range, linked, offset }));
  // Only beside B is told what A says more.
  const of = (pane: PaneId, span: Span | null | undefined) =>
    pane === slot || slot === 'B' ? (span ?? null) : null;
  const view = { A: useCounts('A', of('A', settled.A)), B: useCounts('B', of('B', settled.B)) };
  const stretch = { A: useCounts('A', of('A', rangeA)), B: useCounts('B', of('B', rangeB)) };
  const sideOf = (pane: PaneId, counts: Counts | null, row: RowSpec): Side => {
    const number = controller.tracks.numberOf(pane, row.key);
    if (number === null) return { track: undefined, inView: undefined };
    return { track: slots[pane].info?.tracks[number], inView: counts?.tracks[number] };
  };
  const words = (counts: Counts | null, row: RowSpec): string => {
    if (row.kind === 'every') return counts ? grouped(counts.all.events) : '';
    if (row.kind !== 'track') return '';
    const { track, inView } = sideOf(slot, counts, row);
    if (!track) return '–';
    return inView ? shortOf(track, inView) : '';
  };
  const both = range && rangeA && rangeB ? stretch : view;
  const apart = (row: RowSpec): string =>
    slot === 'B' && row.kind === 'track' ? apartOf(sideOf('A', both.A, row), sideOf('B', both.B, row)) : '';
  // As many columns for each capture, so that times stay beneath each other.
  const columns: Column[] = [
    ...(range
      ? [
          {
            head: 'stretch',
            of: roughly(range.to - range.from),
            words: (row: RowSpec) => words(stretch[slot], row),
          },
        ]
      : []),
    { head: 'this view', of: roughly(widthOf(settled[slot])), words: (row) => words(view[slot], row) },
  ];
  if (two) {
    const what = both === view ? 'this view' : 'stretch';
    columns.push(
      slot === 'B' ? { head: 'A − B', of: what, words: apart } : { head: '', of: '', words: apart },
    );
  }
  return (
    <div className="tl-margin" aria-hidden="true">
      <div className="tl-margin-head">
        {columns.map(({ head, of }) => (
          <span key={head}>
            {head}
            <b>{of}</b>
          </span>
        ))}
      </div>
      <div className="tl-values" style={{ height }}>
        {rows.map((row) => (
          <p key={row.key} style={{ top: row.y, height: row.height }}>
            {columns.map((column) => (
              <span key={column.head}>{column.words(row)}</span>
            ))}
          </p>
        ))}
      </div>
    </div>
  );
};
