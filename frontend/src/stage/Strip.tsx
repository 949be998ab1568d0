/** The steps around the cursor, cell by cell, one row for each pane. */
import { useMemo, type FC, type MouseEvent } from 'react';
import type { Columns } from '../core/columns';
import { grouped } from '../core/number';
import { decisionAt, type Align, type Position } from './align';
import { useStage, useStageState } from './stage-context';
import { Lane } from './StripLane';
import { CELL, laneAt, ROW, windowAt, type LaneOf } from './strip-layout';
import type { StageState } from './store';
import { PANES, type PaneId } from '../core/panes';

export const Strip: FC<{ width: number; phone: boolean }> = ({ width, phone }) => {
  const { controller, playback } = useStage();
  const toldAt = useStageState((s) => s.toldAt);
  const align = useStageState((s) => s.position.align);
  const panes = useStageState((s) => s.panes);
  const lanes = useMemo(() => lanesOf(panes, align), [panes, align]);
  const top = phone ? 0 : 12;
  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const below = event.clientY - box.top - top > ROW.B - 14;
    const lane = lanes[below ? lanes.length - 1 : 0];
    const { columns } = lane?.rows[below ? lane.rows.length - 1 : 0] ?? {};
    if (!lane || !columns) return;
    const { position } = controller.store.getState();
    const { first, left, pitch, cells } = windowAt(laneAt(lane, position), lane.extent, width);
    const offset = Math.floor((event.clientX - box.left - left) / pitch);
    const k = first + offset;
    if (offset < 0 || offset >= cells || k > columns.ts.length) return;
    playback.pause();
    controller.cursor.move({ ...position, k, t: columns.ts[k - 1] ?? 0 });
  };
  if (lanes.length === 0) return <div className="strip" />;
  return (
    <svg
      className="strip"
      width={width}
      height={phone ? 62 : 72}
      role="img"
      aria-label={stripWords(lanes, toldAt)}
      onClick={pick}
    >
      <g transform={`translate(0 ${top - 12})`}>
        {lanes.map((lane) => (
          <g key={lane.rows[0].id}>
            {lane.rows.map(({ id }) => (
              <g key={id} className="strip-pane">
                <circle cx="10" cy={ROW[id] + CELL / 2} r="9" />
                <text x="10" y={ROW[id] + 14.5} className="t13 w6 mid">
                  {id}
                </text>
              </g>
            ))}
            <Lane lane={lane} width={width} ends={!phone && lane.timed === null} />
          </g>
        ))}
      </g>
    </svg>
  );
};

/** By decision all panes share a lane; by time each has one of its own. */
function lanesOf(panes: StageState['panes'], align: Align): LaneOf[] {
  const rows = PANES.flatMap((id): { id: PaneId; columns: Columns }[] => {
    const { source } = panes[id];
    return source ? [{ id, columns: source.columns }] : [];
  });
  if (align === 'time')
    return rows.map((row) => ({ rows: [row], timed: row.columns, extent: row.columns.ts.length }));
  const [first, ...rest] = rows;
  const extent = Math.max(...rows.map(({ columns }) => columns.ts.length));
  return first ? [{ rows: [first, ...rest], timed: null, extent }] : [];
}

function stripWords(lanes: readonly LaneOf[], at: Position): string {
  const said = lanes.flatMap((lane) =>
    lane.rows.map(({ id, columns }) => {
      const length = columns.ts.length;
      const name = columns.cells[columns.cell[decisionAt(columns, at) - 1] ?? -1]?.name;
      if (length > 0 && laneAt(lane, at) > length) return `${id}: ended at ${grouped(length)}`;
      return `${id}: ${name ?? 'before its first step'}`;
    }),
  );
  return `Steps around the cursor. ${said.join('. ')}`;
}
