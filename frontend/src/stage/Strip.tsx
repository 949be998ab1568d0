/** The decisions around the cursor, A over B: letter and node colour; a bar joins equal ones. */
import { memo, type FC } from 'react';
import type { Columns, DecisionCell } from '../core/columns';
import { grouped } from '../core/number';
import { tone } from '../ui/nodes';
import { decisionAt } from './align';
import { keyOf } from './compare';
import { useStage, useStageState } from './stage-context';
import { windowAt, type Window } from './strip-layout';
import { PANES, type PaneId } from './view';

const ROW = { A: 16, B: 44 };
const CELL = 20;

export const Strip: FC<{ width: number; phone: boolean }> = ({ width, phone }) => {
  const { controller, playback } = useStage();
  const position = useStageState((s) => s.position);
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
  const [, , reached, w] = first;
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
      aria-label={stripWords(windows)}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const offset = Math.floor((event.clientX - box.left - w.left) / w.pitch);
        const lower = windows.length > 1 && event.clientY - box.top - top > ROW.B - 14;
        pick(offset, windows[lower ? 1 : 0] ?? first);
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
            {own && <Row columns={own} window={window} y={ROW[id]} />}
          </g>
        ))}
        {byDecision && windows.length === 2 && <Joins windows={windows} />}
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

/** A cell that wears no node's colour. */
const LIGHT = { fill: 'var(--n-none-wash)', on: 'var(--ink-2)' };

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

/** Cells keep their places while the row slides, so that a step draws one of them anew. */
const Row: FC<{ columns: Columns; window: Window; y: number }> = ({ columns, window, y }) => {
  const { first, left, pitch } = window;
  // Places are counted from not too far away, or a long run would need more digits than a drawing has.
  const base = Math.floor(first / PLACES) * PLACES;
  return (
    <g transform={`translate(${left - (first - base) * pitch} ${y})`}>
      {Array.from({ length: window.cells }, (_, i) => {
        const k = first + i;
        const cell = columns.cells[columns.cell[k - 1] ?? -1];
        // What leaves at one end comes in at the other.
        return (
          cell && <Mark key={k % window.cells} x={(k - base) * pitch + 1} width={pitch - 1.75} cell={cell} />
        );
      })}
    </g>
  );
};

const PLACES = 1000;

const Mark = memo<{ x: number; width: number; cell: DecisionCell }>(({ x, width, cell }) => {
  const { fill, on } = cell.node < 0 ? LIGHT : tone(cell.node);
  return (
    <g>
      <rect
        x={x}
        width={width}
        height={CELL}
        rx="1.5"
        fill={fill}
        stroke={cell.node < 0 ? 'var(--control)' : undefined}
      />
      <text x={x + width / 2} y="14.5" className="t13 w6 mid" style={{ fill: on }}>
        {cell.letter}
      </text>
    </g>
  );
});
Mark.displayName = 'Mark';

type Windows = [PaneId, Columns | null, number, Window][];

/** A short bar where both panes decided the same. */
const Joins: FC<{ windows: Windows }> = ({ windows }) => {
  const [a, b] = windows;
  const [w, one, other] = [a?.[3], a?.[1], b?.[1]];
  if (!w || !one || !other) return null;
  const bars = Array.from({ length: w.cells }, (_, i) => {
    const [x, y] = [one, other].map((c) => c.cells[c.cell[w.first + i - 1] ?? -1]);
    const same = x !== undefined && y !== undefined && keyOf(x) === keyOf(y);
    return same ? `M${w.left + (i + 0.5) * w.pitch} ${ROW.A + CELL}V${ROW.B}` : '';
  });
  return <path className="join" d={bars.join('')} />;
};

function stripWords(windows: Windows): string {
  const said = windows.map(([id, own, reached]) => {
    const name = own?.cells[own.cell[reached - 1] ?? -1]?.name;
    return `${id}: ${name ?? 'before its first step'}`;
  });
  return `Steps around the cursor. ${said.join('. ')}`;
}
