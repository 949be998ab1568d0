import type { FC } from 'react';
import { useSame } from '../../ui/still';
import type { DrawingProps } from '../scene';
import { factsOf } from './facts';
import { gridOf, placesAt } from './grid';
import './interleave.css';
import { LeadMarks } from './LeadMarks';
import { ListMarks } from './ListMarks';
import { groupPlaces, listPlace, pageBoxes } from './places';
import { RequestMarks } from './RequestMarks';
import { RowMarks } from './RowMarks';

/** Pages, where they landed, what became of them at the disk. Its description is the text twin of the pane. */
export const Drawing: FC<DrawingProps> = ({ label, describedBy, info, frame, other, width, animate }) => {
  const places = placesAt(width);
  const facts = factsOf(frame, info, places);
  const beside = other ? factsOf(other.frame, other.info, places) : null;
  const grid = useSame(gridOf(beside ? [facts, beside] : [facts], width));
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
        pages={pageBoxes(grid, facts)}
        groups={groupPlaces(grid, facts)}
        animate={animate}
      />
      <ListMarks grid={grid} facts={facts} place={listPlace(grid, facts)} />
      <RequestMarks grid={grid} facts={facts} from={info.provenance} />
      <LeadMarks grid={grid} facts={facts} />
    </svg>
  );
};
