import { useId, useMemo, type FC } from 'react';
import { Textures } from '../../ui/nodes/Textures';
import { memoMark } from '../../ui/memo';
import type { DrawingProps } from '../scene';
import { AnswerTargets } from '../marks/AnswerTargets';
import { DrawingRoot } from '../marks/DrawingRoot';
import { ListMarks } from './marks/ListMarks';
import { arrivingDevices, factsOf, type Facts } from './facts/facts';
import { GhostMarks } from './marks/GhostMarks';
import { gridKey, gridOf, type Grid } from './marks/grid';
import { HeadLabels } from './marks/HeadLabels';
import { pathOf } from './marks/path';
import { PARTS } from './marks/parts';
import { drawnAt } from './marks/path-plan';
import { listPlaces, plateOf, tankBox, tankPlaces, type ListPlace, type PlatePlace } from './marks/layout';
import { RowGround, RowHead } from './marks/RowMarks';
import type { Row } from './marks/rows';
import './swap-devices.css';
import { TankMark } from './marks/TankMarks';
import { WalkMarks } from './marks/WalkMarks';
import { walkOf } from '../voices/swap-walk';
import { TaskMark } from '../marks/TaskMark';
import { begun, eased } from '../timing';

/** Under one list for all, every node's row leads to it; the row that asks leads there in red. */
const Bracket: FC<{ grid: Grid; facts: Facts; chain: ListPlace }> = ({ grid, facts, chain }) => {
  const rows = grid.rows.filter((r) => facts.nodes.some((n) => n.nid === r.nid));
  if (chain.row || rows.length < 2) return null;
  const quiet = rows.filter((r) => r.nid !== facts.event?.nid);
  return <BracketMarks grid={grid} y={chain.y} quiet={quiet} open={facts.event === null} />;
};

interface BracketProps {
  grid: Grid;
  /** Where the list stands. */
  y: number;
  quiet: readonly Row[];
  /** Nobody asks. */
  open: boolean;
}

const BracketMarks = memoMark<BracketProps>('BracketMarks', ({ grid, y, quiet, open }) => {
  const ends = [y, ...quiet.map((r) => r.mid)];
  const x = grid.left - (grid.compact ? 10 : 16);
  const from = grid.compact ? 32 : grid.tall || grid.left > 110 ? x - 20 : x - 8;
  return (
    <g className="bracket">
      <path d={`M${x} ${Math.min(...ends)}V${Math.max(...ends)}`} className="quiet" />
      {quiet.map((r) => (
        <path key={r.nid} d={`M${from} ${r.mid}H${x}`} className="quiet" />
      ))}
      {open && <path d={`M${x} ${y}H${grid.left - 2}`} className="quiet" />}
    </g>
  );
});

/** The swap layer and one decision in it. Its description is the text twin of the same pane. */
export const Drawing: FC<DrawingProps> = (props) => {
  const { label, describedBy, frame, other, width, animate, at = 1, ghost: elsewhere, targets } = props;
  const id = useId();
  const facts = factsOf(frame);
  const all = other ? [facts, factsOf(other.frame)] : [facts];
  const key = gridKey(all, width);
  // The key names all that a grid depends on.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const grid = useMemo(() => gridOf(all, width), [key]);
  const chains = listPlaces(grid, facts);
  const tanks = tankPlaces(grid, {
    ...facts,
    devices: arrivingDevices(facts, frame, eased(PARTS.arrives, at)),
  });
  const { event } = facts;
  // Before it is known where the decision leads, it is known where it comes from.
  const from = event ? { cpu: event.cpu, node: event.nid } : (targets?.asker ?? null);
  const hot = from?.node ?? null;
  const heads = grid.rows.flatMap((row) => {
    const node = facts.nodes.find((n) => n.nid === row.nid) ?? null;
    if (!node && (row.nid >= 0 || !tanks.some((t) => t.row.nid === row.nid))) return [];
    return { row, node, place: plateOf(grid, row, node, row.nid === hot ? (from?.cpu ?? null) : null) };
  });
  const asked = chains.find((c) => c.chain.list === event?.list);
  const asker = heads.find((h) => h.row.nid === hot);
  const plate = asker?.place;
  const path =
    event && asked && plate ? pathOf(grid, facts, event, walkOf(event), asked, plate, tanks) : null;
  const plan = path && drawnAt(path, at);
  const arriving = at < 1 && begun(PARTS.arrives, at) ? path?.given?.type : undefined;
  return (
    <DrawingRoot
      name="swap-devices"
      k={frame.k}
      animate={animate}
      width={width}
      height={grid.height}
      label={label}
      describedBy={describedBy}
    >
      <Textures id={id} nodes={facts.devices.map((d) => d.node)} />
      <RowGround grid={grid} hot={hot} own={heads.map((h) => h.row)} />
      <HeadLabels grid={grid} facts={facts} />
      {chains.map((c) => (
        <Bracket key={c.chain.list} grid={grid} facts={facts} chain={c} />
      ))}
      {heads.map((h) => (
        <RowHead key={h.row.nid} {...h} />
      ))}
      {chains.map((c) => (
        <ListMarks
          key={`${facts.rule} ${c.chain.list}`}
          grid={grid}
          facts={facts}
          place={c}
          plan={c === asked ? plan : null}
        />
      ))}
      {tanks.map((t) => (
        <TankMark key={t.device.type} grid={grid} place={t} id={id} arrives={t.device.type === arriving} />
      ))}
      {elsewhere && at >= 1 && (
        <GhostMarks grid={grid} elsewhere={elsewhere} chains={chains} asked={asked} tanks={tanks} />
      )}
      {targets && (
        <AnswerTargets
          targets={targets}
          boxOf={(place) => {
            const tank = tanks.find((t) => t.device.type === place);
            return tank ? tankBox(grid, tank) : null;
          }}
        />
      )}
      {!event && asker && targets && (
        <TaskMarks grid={grid} {...asker} chain={chains.find((c) => c.row?.nid === hot)} />
      )}
      {plan && <WalkMarks plan={plan} grid={grid} />}
    </DrawingRoot>
  );
};

/** From the ring to the tanks, and from the foot of the row to the ring. */
const CLEAR = 10;
const FOOT = 3;
/** A thread that would turn by less goes straight on. */
const STRAIGHT = 8;

interface TaskMarksProps {
  grid: Grid;
  /** Of the node that asks. */
  row: Row;
  place: PlatePlace;
  /** Its own list; left out: there is one for all. */
  chain: ListPlace | undefined;
}

/** A decision that is asked about: it is known who asks, and not yet where the thread leads. */
const TaskMarks: FC<TaskMarksProps> = ({ grid, row, place, chain }) => {
  const cpu = place.cpus.find((box) => box.hot);
  const [x, y] = cpu
    ? [cpu.x + cpu.width, cpu.y + cpu.height / 2]
    : [place.x + place.size, place.y + place.size / 2];
  const ring = grid.compact ? 8 : 12;
  // Where a thread to a tank would go: below the list.
  const below = chain ? chain.lines[1] : row.top + row.height - FOOT - ring;
  const clear = !chain || y > chain.y + chain.height / 2 + 4;
  const level = clear && Math.abs(below - y) < STRAIGHT ? y : below;
  const end = grid.tankX - CLEAR - ring;
  // Beside the CPUs to its right.
  const last = place.cpus.at(-1);
  const turn = level === y ? x : Math.max(x + 6, last ? last.x + last.width + 6 : 0);
  return <TaskMark thread={`M${x + 3} ${y}H${turn}V${level}H${end - ring}`} x={end} y={level} r={ring} />;
};
