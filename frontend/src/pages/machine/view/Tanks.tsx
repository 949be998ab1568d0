/** The machine's zones in the scene's own marks; marks as if the sysctls were others, in the same scale. */
import { useId, type FC } from 'react';
import { DrawingRoot } from '../../../scenes/marks/DrawingRoot';
import { fitted, textWidth } from '../../../scenes/font-metrics';
import type { Walk } from '../../../scenes/zones/facts/walk';
import { gridOf, type Column } from '../../../scenes/zones/marks/grid';
import { AxisNames, MarkLines, ReservePattern } from '../../../scenes/zones/marks/MarkLines';
import { NodeHead } from '../../../scenes/zones/marks/NodeHead';
import { isBroken, levelY, Y } from '../../../scenes/zones/marks/scale';
import { Tank } from '../../../scenes/zones/marks/Tank';
import { arrowX, TankLabels } from '../../../scenes/zones/marks/TankLabels';
import { WalkMarks } from '../../../scenes/zones/marks/WalkMarks';
import { grouped } from '../../../core/number';
import { Textures } from '../../../ui/nodes/Textures';
import type { Drawn, DrawnZone, Marks } from '../zones';

interface Props {
  drawn: Drawn;
  walk: Walk;
  /** By zone; null where nothing is set. */
  asif: ReadonlyMap<number, Marks> | null;
  /** Left out: none can be. */
  choice?: { chosen: number; choose: (zone: number) => void };
  width: number;
  label: string;
  describedBy?: string;
  /** Words beside the name of a node that is drawn for others, the longest first. */
  others?: ReadonlyMap<number, readonly string[]>;
  /** Nodes whose kswapd has been woken; of others it is not known. */
  woken?: ReadonlySet<number>;
  /** Nodes that there is room for. */
  most?: number;
}

const level = ({ marks, free }: DrawnZone) => (marks && free !== null ? levelY(marks, free) : null);
const reserveTop = ({ marks, reserve }: DrawnZone) =>
  marks && reserve ? levelY(marks, marks.low + reserve) : null;

/** Where the drawing ends: below the torn feet is what is not drawn, if anything. */
const HEIGHT = Y.foot + 12;
const FOLDED = 18;
/** Behind a node that is drawn for others stand edges of theirs, and around a zone that is chosen its frame. */
const EDGE = 4;
/** On a phone a column has its whole name, where there is room: “DMA32”. */
export const NAMED = 44;

export const Tanks: FC<Props> = (props) => {
  const { drawn, walk, asif, choice, width, label, describedBy, others, woken, most } = props;
  const id = useId();
  const layout = gridOf([drawn], width - (others?.size ? 2 * EDGE : choice ? EDGE : 0), most, NAMED);
  const known = layout.columns.length > 0;
  const tanks = layout.columns.flatMap((column) => {
    const zone = drawn.zones.find((z) => z.id === column.zone);
    return zone ? [{ column, zone }] : [];
  });
  const hit = walk.steps.find((step) => step.hit);
  const taken = tanks.find(({ zone }) => zone.id === hit?.zone);
  return (
    <DrawingRoot
      name="zones"
      k={0}
      animate={false}
      width={width}
      height={HEIGHT + (layout.folded > 0 ? FOLDED : 0)}
      label={label}
      describedBy={describedBy}
    >
      <Textures id={id} nodes={layout.groups.map((g) => g.nid)} />
      <ReservePattern id={id} />
      {known && <AxisNames layout={layout} pass={0} />}
      {layout.groups.map((group) => (
        <NodeHead
          key={group.nid}
          group={group}
          awake={woken?.has(group.nid) ? true : null}
          words={[
            ...(others?.get(group.nid) ?? []),
            ...(woken?.has(group.nid) ? ['kswapd woken', 'woken'] : []),
          ].map((words) => [words, ''])}
          hot={false}
          direct={0}
        />
      ))}
      {layout.groups.map(
        ({ nid, x, width: wide }) =>
          others?.has(nid) && (
            <path
              key={nid}
              d={[1, 2].map((n) => `M${x + wide + n * EDGE} ${Y.top + n * EDGE}V${Y.foot}`).join('')}
              className="axis"
            />
          ),
      )}
      {tanks.map(({ column, zone }) => (
        <Tank key={zone.id} column={column} id={id} level={level(zone)} reserveTop={reserveTop(zone)} />
      ))}
      <MarkLines layout={layout} />
      {tanks.map(({ column, zone }) => (
        <TankLabels
          key={zone.id}
          column={column}
          name={zone.name}
          managed={zone.managed}
          free={zone.free}
          level={level(zone)}
          min={zone.marks?.min ?? null}
          low={zone.marks?.low ?? null}
          high={zone.marks?.high ?? null}
          reserve={zone.reserve ?? 0}
          reserveTop={reserveTop(zone)}
          hit={zone.id === hit?.zone}
          stale={false}
        />
      ))}
      {asif &&
        tanks.map(({ column, zone }) => {
          const marks = asif.get(zone.id);
          return (
            marks &&
            zone.marks && (
              <AsIfMarks
                key={zone.id}
                column={column}
                marks={marks}
                printed={zone.marks}
                room={column.width - usedWidth(zone, column, zone.id === hit?.zone)}
              />
            )
          );
        })}
      <WalkMarks
        layout={layout}
        walk={walk}
        kind="zone_select"
        level={taken ? level(taken.zone) : null}
        nid={-1}
        taken={taken ? 1 : null}
        pages={1}
        woken={false}
      />
      {choice &&
        tanks.map(({ column, zone }) => (
          <rect
            key={zone.id}
            className={zone.id === choice.chosen ? 'machine-chosen' : 'machine-target'}
            x={column.x - 3}
            y={Y.name - 18}
            width={column.width + 6}
            height={HEIGHT - Y.name + 14}
            onClick={() => {
              choice.choose(zone.id);
            }}
          />
        ))}
      {layout.folded > 0 && (
        <text x={width} y={HEIGHT + FOLDED - 6} className="t13 i2 end">
          {layout.folded} more {layout.folded === 1 ? 'node' : 'nodes'}: not drawn
        </text>
      )}
    </DrawingRoot>
  );
};

/** Of the strip at the top: the number of free pages stands there, and the arrow comes down through it. */
function usedWidth(zone: DrawnZone, { x, width }: Column, hit: boolean): number {
  if (hit) return Math.max(0, arrowX({ zone: zone.id, nid: zone.nid, x, width }) - x);
  const y = level(zone);
  return y !== null && isBroken(y) ? textWidth(grouped(zone.free ?? 0), 18, 600) + 44 : 0;
}

/** Where low and high would stand, in the zone's own scale. `room`: for words. */
const AsIfMarks: FC<{ column: Column; marks: Marks; printed: Marks; room: number }> = (props) => {
  const { column, marks, printed, room } = props;
  const { x, width } = column;
  const [min, low, high] = [marks.min, marks.low, marks.high].map((pages) => levelY(printed, pages));
  const words = fitted(
    [
      `as if: low ${grouped(marks.low)}, high ${grouped(marks.high)}`,
      `low ${grouped(marks.low)}`,
      grouped(marks.low),
    ],
    room - 16,
    13,
    600,
  );
  const y = Math.min(low ?? 0, high ?? 0) - 5;
  return (
    <g>
      <g fill="none" stroke="var(--model)" strokeWidth="1.75">
        <path d={`M${x + 2} ${high}H${x + width - 2}`} />
        <path d={`M${x + 2} ${low}H${x + width - 2}`} strokeDasharray="7 4" />
        <path d={`M${x + 2} ${min}H${x + width - 2}`} strokeDasharray="1.5 4" />
      </g>
      {words !== '' && (
        <text x={x + width - 6} y={Math.max(Y.top + 12, y)} className="t13 w6 end ghost-words">
          {words}
        </text>
      )}
    </g>
  );
};
