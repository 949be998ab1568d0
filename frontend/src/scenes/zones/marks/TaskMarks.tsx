/** A walk, or a call for kswapd, that is asked about: whose it is, and not yet where it ends. */
import type { FC } from 'react';
import { TaskMark } from '../../marks/TaskMark';
import type { Task } from '../../question';
import type { Grid } from './grid';
import { headPlaces, PLATE } from './NodeHead';
import { Y } from './scale';
import { discX } from './WalkMarks';

/** Of the ring at a zone, and of the one on the bracket over all of a node’s. */
const [R, SMALL] = [9, 7];
/** Around the plate. */
const OFF = 3;

export const TaskMarks: FC<{ layout: Grid; asker: Task }> = ({ layout, asker }) => {
  const group = layout.groups.find(({ nid }) => nid === asker.node);
  if (!group) return null;
  const column = layout.columns.find(({ zone }) => zone === asker.zone);
  const plate = group.x + PLATE / 2;
  return (
    <>
      <rect
        x={group.x - OFF}
        y={Y.plate + 1 - OFF}
        width={PLATE + 2 * OFF}
        height={PLATE + 2 * OFF}
        rx="4"
        className="asked-plate"
      />
      {column ? (
        <Called x={discX(column)} icon={headPlaces(group).icon + 1} />
      ) : (
        <Walk from={plate} x={Math.max(group.x + group.width / 2, plate + 2 * SMALL)} />
      )}
    </>
  );
};

/** The zone that kswapd is called for is known. */
const Called: FC<{ x: number; icon: number }> = ({ x, icon }) => (
  <TaskMark thread={`M${x} ${Y.walk - R}V${Y.bracket + 8}H${icon}V31`} x={x} y={Y.walk} r={R} />
);

/** A walk may end at any zone: its ring stands at none. */
const Walk: FC<{ from: number; x: number }> = ({ from, x }) => (
  <TaskMark thread={`M${from} ${Y.bracket}H${x - SMALL}`} x={x} y={Y.bracket} r={SMALL} />
);
