/** A decision that is asked about: it is known who asks, and not yet where the thread leads. */
import type { FC } from 'react';
import { TaskMark } from '../../marks/TaskMark';
import type { Grid } from './grid';
import type { ListPlace, PlatePlace } from './layout';
import type { Row } from './rows';

/** From the ring to the tanks, and from the foot of the row to the ring. */
const CLEAR = 10;
const FOOT = 3;
/** A thread that would turn by less goes straight on. */
const STRAIGHT = 8;

interface Props {
  grid: Grid;
  /** Of the node that asks. */
  row: Row;
  place: PlatePlace;
  /** Its own list; left out: there is one for all. */
  chain: ListPlace | undefined;
}

export const TaskMarks: FC<Props> = ({ grid, row, place, chain }) => {
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
