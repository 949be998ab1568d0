import type { FC } from 'react';
import { useSame } from '../../ui/still';
import type { DrawingProps } from '../scene';
import { factsOf } from './facts';
import { gridOf, placesAt } from './grid';
import { AskTargets } from '../AskTargets';
import { AskedMarks } from './AskedMarks';
import { GhostMarks } from './GhostMarks';
import './interleave.css';
import { LeadMarks } from './LeadMarks';
import { ListMarks } from './ListMarks';
import { groupPlaces, listPlace, pageBoxes } from './places';
import { RequestMarks } from './RequestMarks';
import { RowMarks } from './RowMarks';

/** Pages, where they landed, what became of them at the disk. Its description is the text twin of the pane. */
export const Drawing: FC<DrawingProps> = (props) => {
  const { label, describedBy, info, frame, other, width, animate, elsewhere, targets } = props;
  const asker = targets?.asker ?? null;
  const places = placesAt(width);
  const facts = factsOf(frame, info, places);
  const beside = other ? factsOf(other.frame, other.info, places) : null;
  const grid = useSame(gridOf(beside ? [facts, beside] : [facts], width));
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
        <AskTargets
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
      {asker && <AskedMarks grid={grid} asker={asker} page={pages.find(({ k }) => k === frame.k + 1)} />}
      <ListMarks grid={grid} facts={facts} place={listPlace(grid, facts)} />
      <RequestMarks grid={grid} facts={facts} from={info.provenance} />
      <LeadMarks grid={grid} facts={facts} />
    </svg>
  );
};
