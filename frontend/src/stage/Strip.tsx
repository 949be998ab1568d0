/** The decisions around the cursor, A over B: letter and node colour; a bar joins equal ones. */
import type { FC } from 'react';
import type { Columns } from '../core/columns';
import { grouped } from '../core/number';
import { decisionAt, type Position } from './align';
import { useStage, useStageState } from './stage-context';
import { Cells, Joins } from './StripCells';
import { CELL, ROW, windowAt, type Window } from './strip-layout';
import { PANES, type PaneId } from './view';

export const Strip: FC<{ width: number; phone: boolean }> = ({ width, phone }) => {
  const { controller, playback } = useStage();
  const position = useStageState((s) => s.position);
  const toldAt = useStageState((s) => s.toldAt);
  const panes = useStageState((s) => s.panes);
  const present = PANES.filter((id) => panes[id].source);
  const byDecision = position.align === 'decision';
  const columns = (id: PaneId) => panes[id].source?.columns ?? null;
  const extent = Math.max(0, ...present.map((id) => columns(id)?.ts.length ?? 0));
  const windows = present.map((id): [PaneId, Columns | null, number, Window] => {
    const own = columns(id);
    const reached = own ? decisionAt(own, position) : 0;
    const at = byDecision ? position.k : reached;
    return [id, own, reached, windowAt(at, byDecision ? extent : (own?.ts.length ?? 0), width)];
  });
  const [first] = windows;
  if (!first) return <div className="strip" />;
  const [, upper, reached, w] = first;
  const lower = windows[1]?.[1];
  const right = w.left + w.cells * w.pitch;
  const top = phone ? 0 : 12;
  const last = Math.min(w.first + w.cells - 1, extent);
  const pick = (offset: number, row: (typeof windows)[number]) => {
    const [, own, , window] = row;
    const k = window.first + offset;
    if (!own || offset < 0 || offset >= window.cells || k > own.ts.length) return;
    playback.pause();
    controller.cursor.move({ ...position, k, t: own.ts[k - 1] ?? 0 });
  };
  return (
    <svg
      className="strip"
      width={width}
      height={phone ? 62 : 72}
      role="img"
      aria-label={stripWords(windows, toldAt)}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const offset = Math.floor((event.clientX - box.left - w.left) / w.pitch);
        const below = windows.length > 1 && event.clientY - box.top - top > ROW.B - 14;
        pick(offset, windows[below ? 1 : 0] ?? first);
      }}
    >
      <g transform={`translate(0 ${top - 12})`}>
        {!phone && byDecision && (
          <>
            <text x={w.left} y="11" className="t12 i2">
              {grouped(w.first)}
            </text>
            <text x={right} y="11" className="t12 i2 end">
              {grouped(last)}
            </text>
          </>
        )}
        {windows.map(([id, own, , window]) => (
          <g key={id}>
            <text x="0" y={ROW[id] + 15} className="t13 w6">
              {id}
            </text>
            {own && <Cells columns={own} window={window} y={ROW[id]} />}
          </g>
        ))}
        {byDecision && upper && lower && <Joins upper={upper} lower={lower} window={w} />}
        {byDecision || windows.length === 1 ? (
          <Cursor
            at={byDecision ? position.k : reached}
            window={w}
            from={first[0]}
            to={windows.at(-1)?.[0] ?? first[0]}
          />
        ) : (
          windows.map(([id, , own, window]) => <Cursor key={id} at={own} window={window} from={id} to={id} />)
        )}
      </g>
    </svg>
  );
};

/** Frames a decision in the rows `from` to `to`. By time, each row has a cursor of its own. */
const Cursor: FC<{ at: number; window: Window; from: PaneId; to: PaneId }> = ({ at, window, from, to }) => {
  const offset = at - window.first;
  if (offset < 0) return null;
  return (
    <rect
      className="strip-cursor"
      x={window.left + offset * window.pitch - 2}
      y={ROW[from] - 4}
      width={window.pitch + 3}
      height={ROW[to] + CELL - ROW[from] + 8}
      rx="3"
    />
  );
};

type Windows = [PaneId, Columns | null, number, Window][];

function stripWords(windows: Windows, at: Position): string {
  const said = windows.map(([id, own]) => {
    const name = own?.cells[own.cell[decisionAt(own, at) - 1] ?? -1]?.name;
    return `${id}: ${name ?? 'before its first step'}`;
  });
  return `Steps around the cursor. ${said.join('. ')}`;
}
