/** A page that is asked about: the task that touches it, and not yet the node that gives it. */
import type { FC } from 'react';
import { TaskMark, TaskLabel } from '../../marks/TaskMark';
import type { Task } from '../../question';
import { clean } from '../../phrases';
import { textWidth } from '../../font-metrics';
import type { Grid } from './grid';
import type { PageBox } from './layout';

const PX = 13;

interface Props {
  grid: Grid;
  asker: Task;
  /** Its place in the row; left out: it begins the next one. */
  page: PageBox | undefined;
}

export const TaskMarks: FC<Props> = ({ grid, asker, page }) => {
  const { y, width, compact } = grid;
  const r = compact ? 8 : 9;
  const top = y.pages + y.cell;
  const x = Math.min(width - r - 2, Math.max(r + 2, page ? page.x + page.width / 2 : width));
  const ring = (top + y.frames - 8) / 2 + 2;
  const words = clean(asker.comm ?? '');
  const right = x + r + 6 + textWidth(words, PX, 600) <= width;
  return (
    <>
      {page && (
        <rect
          x={page.x - 1.6}
          y={page.y - 2}
          width={page.width + 3.2}
          height={page.height + 4}
          rx="2"
          className="asked-plate"
        />
      )}
      <TaskMark thread={`M${x} ${top + 4}V${ring - r}`} x={x} y={ring} r={r} />
      <TaskLabel x={right ? x + r + 6 : x - r - 6} y={ring} right={right} words={words} />
    </>
  );
};
