/** The steps around the cursor, cell by cell, one row for each pane. */
import { useMemo, type FC, type MouseEvent } from 'react';
import { grouped } from '../../core/number';
import { decisionAt, type Align, type Position } from '../state/position';
import { lastVisible } from '../../quiz/state';
import { scenes } from '../../scenes';
import { useStage, useStageState } from '../control/stage-context';
import { Lane } from './StripLane';
import type { ChainRule } from '../state/chains';
import { CELL, laneAt, OTHER_BELOW, rowsAt, windowAt, type LaneOf, type RowOf } from './strip-layout';
import { shownRule } from '../control/use-pane';
import type { StageState } from '../state/store';
import { PANES, type PaneId } from '../../core/panes';
import './strip.css';

export const Strip: FC<{ width: number; phone: boolean }> = ({ width, phone }) => {
  const { controller, playback } = useStage();
  const textAt = useStageState((s) => s.textAt);
  const align = useStageState((s) => s.position.align);
  const panes = useStageState((s) => s.panes);
  const until = useStageState((s) => s.quiz && lastVisible(s.quiz));
  const shown = useStageState((s) => s.rulesShown);
  const rules = useRules(shown === 'row');
  const places = useStageState((s) => scenes.find(({ id }) => id === s.scene)?.places);
  const lanes = useMemo(() => lanesOf(panes, align, rules, places), [panes, align, rules, places]);
  const { B, below: height } = rowsAt({ A: rules.A !== null, B: rules.B !== null });
  const top = phone ? 0 : 12;
  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    // On a wall it is zoomed.
    const zoom = box.width / width;
    const below = (event.clientY - box.top) / zoom - top > B - 14;
    const lane = lanes[below ? lanes.length - 1 : 0];
    const { columns } = lane?.rows[below ? lane.rows.length - 1 : 0] ?? {};
    if (!lane || !columns) return;
    const { position } = controller.store.getState();
    const { first, left, pitch, cells } = windowAt(laneAt(lane, position), lane.extent, width);
    const offset = Math.floor(((event.clientX - box.left) / zoom - left) / pitch);
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
      height={phone ? height - 10 : height}
      role="img"
      aria-label={stripWords(lanes, textAt)}
      onClick={pick}
    >
      <g transform={`translate(0 ${top - 12})`}>
        {lanes.map((lane) => (
          <g key={lane.rows[0].id}>
            {lane.rows.map(({ id, y, other }) => (
              <g key={id} className="strip-pane">
                <circle cx="10" cy={y + CELL / 2} r="9" />
                <text x="10" y={y + 14.5} className="t13 w6 mid">
                  {id}
                </text>
                {other && (
                  <text x="10" y={y + OTHER_BELOW + 14.5} className="t12 i2 mid">
                    <title>{other.words}</title>
                    as if
                  </text>
                )}
              </g>
            ))}
            <Lane lane={lane} width={width} ends={!phone && lane.timed === null} until={until} />
          </g>
        ))}
      </g>
    </svg>
  );
};

type Rules = Record<PaneId, ChainRule | null>;

/** Of each pane the other rule that has a row. */
function useRules(shown: boolean): Rules {
  const A = useStageState((s) => shownRule(s.panes.A));
  const B = useStageState((s) => shownRule(s.panes.B));
  return useMemo(() => (shown ? { A, B } : { A: null, B: null }), [shown, A, B]);
}

/** By decision all panes share a lane; by time each has one of its own. */
function lanesOf(panes: StageState['panes'], align: Align, rules: Rules, places: LaneOf['places']): LaneOf[] {
  const tops = rowsAt({ A: rules.A !== null, B: rules.B !== null });
  const rows = PANES.flatMap((id): RowOf[] => {
    const { source } = panes[id];
    const { chain, words } = rules[id] ?? {};
    const other = chain && words !== undefined ? { words, cell: chain.cell, cells: chain.cells } : null;
    return source ? [{ id, columns: source.columns, y: tops[id], other }] : [];
  });
  if (align === 'time')
    return rows.map((row) => ({ rows: [row], places, timed: row.columns, extent: row.columns.ts.length }));
  const [first, ...rest] = rows;
  const extent = Math.max(...rows.map(({ columns }) => columns.ts.length));
  return first ? [{ rows: [first, ...rest], places, timed: null, extent }] : [];
}

function stripWords(lanes: readonly LaneOf[], at: Position): string {
  const said = lanes.flatMap((lane) =>
    lane.rows.map(({ id, columns, other }) => {
      const length = columns.ts.length;
      const name = columns.cells[columns.cell[decisionAt(columns, at) - 1] ?? -1]?.name;
      if (length > 0 && laneAt(lane, at) > length) return `${id}: ended at ${grouped(length)}`;
      const otherwise = other?.cells[other.cell[decisionAt(columns, at) - 1] ?? -1]?.name;
      const beside = otherwise === undefined ? '' : `, ${other?.words ?? ''}: ${otherwise}`;
      return `${id}: ${name ?? 'before its first step'}${beside}`;
    }),
  );
  return `Steps around the cursor. ${said.join('. ')}`;
}
