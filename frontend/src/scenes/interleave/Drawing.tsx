import type { FC } from 'react';
import { useStable } from '../../ui/memo';
import type { DrawingProps } from '../scene';
import { factsOf } from './facts/facts';
import { gridOf, placesAt } from './marks/grid';
import { AnswerTargets } from '../marks/AnswerTargets';
import { TaskMarks } from './marks/TaskMarks';
import { GhostMarks } from './marks/GhostMarks';
import './interleave.css';
import { BalanceMarks } from './LeadMarks';
import { ListMarks } from './marks/ListMarks';
import { groupPlaces, listPlace, pageBoxes } from './marks/layout';
import { RequestMarks } from './marks/RequestMarks';
import { RowMarks } from './marks/RowMarks';

/** Pages, where they landed, what became of them at the disk. Its description is the text twin of the pane. */
export const Drawing: FC<DrawingProps> = (props) => {
  const { label, describedBy, info, frame, other, width, animate, ghost: elsewhere, targets } = props;
  const asker = targets?.asker ?? null;
  const places = placesAt(width);
  const facts = factsOf(frame, info, places);
  const beside = other ? factsOf(other.frame, other.info, places) : null;
  const grid = useStable(gridOf(beside ? [facts, beside] : [facts], width));
  const [pages, groups] = [pageBoxes(grid, facts), groupPlaces(grid, facts)];
  const here = pages.find((p) => p.is === 'here');
  return (
    <svg
      className={`interleave${animate ? ' animate' : ''}`}
      width={width}
      height={grid.y.height}
      viewBox={`0 0 ${width} ${grid.y.height}`}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    >
      <RowMarks
        grid={grid}
        facts={facts}
        info={info}
        pages={pages}
        groups={groups}
        animate={animate}
        asked={asker !== null}
      />
      {elsewhere && here && <GhostMarks grid={grid} elsewhere={elsewhere} page={here} groups={groups} />}
      {targets && (
        <AnswerTargets
          targets={targets}
          boxOf={(place) => {
            const group = groups.find((g) => g.group.node === place);
            const { frames, framesLabel } = grid.y;
            return group
              ? { x: group.x - 3, y: frames - 8, width: group.width + 6, height: framesLabel - frames + 14 }
              : null;
          }}
        />
      )}
      {asker && <TaskMarks grid={grid} asker={asker} page={pages.find(({ k }) => k === frame.k + 1)} />}
      <ListMarks grid={grid} facts={facts} place={listPlace(grid, facts)} />
      <RequestMarks grid={grid} facts={facts} from={info.provenance} />
      <BalanceMarks grid={grid} facts={facts} />
    </svg>
  );
};
