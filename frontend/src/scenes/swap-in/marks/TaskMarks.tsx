/** A fault that is asked about: the task and its CPU, and not yet what it reads, nor how. */
import type { FC } from 'react';
import { TaskMark, TaskLabel } from '../../marks/TaskMark';
import type { Task } from '../../question';
import { clean } from '../../phrases';
import { fitted, textWidth } from '../../font-metrics';
import { placeOf } from './columns';
import type { Facts } from '../facts/facts';
import type { Grid } from './grid';

const [R, PX, THREAD] = [9, 13, 22];

export const TaskMarks: FC<{ grid: Grid; facts: Facts; asker: Task }> = ({ grid, facts, asker }) => {
  const { width, left, windowsY: base } = grid;
  // Behind the last one; at the end of a page there is no place left.
  const next = placeOf(grid, facts.faults.length);
  const x = Math.min(width - R - 2, next.x + next.width / 2);
  const cpu = `CPU ${asker.cpu}`;
  const all = [`${clean(asker.comm ?? '')}, ${cpu}`, cpu];
  const words = fitted(all, Math.max(width - x, x - left) - R - THREAD - 6, PX, 600);
  const right = x + R + THREAD + 4 + textWidth(words, PX, 600) <= width;
  const y = base - 14;
  const way = right ? 1 : -1;
  const from = x + way * (R + THREAD);
  return (
    <>
      <TaskMark thread={`M${from} ${y}H${x + way * R}`} x={x} y={y} r={R} />
      <TaskLabel x={from + way * 5} y={y} right={right} words={words} />
    </>
  );
};
