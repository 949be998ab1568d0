import type { FC, ReactNode } from 'react';
import { useStable } from '../../ui/memo';
import type { DrawingProps } from '../scene';
import { factsBefore, factsOf, type Facts } from './facts/facts';
import { bandOf, filmTop, gridOf, LARGE, placesAt, type Grid, type Large } from './marks/grid';
import { Parts, type FilmPicture } from '../marks/Film';
import { AnswerTargets } from '../marks/AnswerTargets';
import { TaskMarks } from './marks/TaskMarks';
import { GhostMarks } from './marks/GhostMarks';
import './interleave.css';
import { ListMarks, Use } from './marks/ListMarks';
import { groupPlaces, listPlace, pageBoxes, balancePath } from './marks/layout';
import { RequestMarks } from './marks/RequestMarks';
import { RowMarks } from './marks/RowMarks';
import { tone } from '../../ui/nodes/colours';
import { fitted, textWidth } from '../font-metrics';
import { begun, eased } from '../timing';
import { PARTS } from './marks/parts';
import { balanceTitle, balanceUse, listUse } from './marks/labels';
import { average } from './facts/requests';
import { sectors } from './facts/phrases';

/** Pages, where they landed, and their requests to the disk. Its description is the text twin of the pane. */
export const Drawing: FC<DrawingProps> = (props) => {
  const { label, describedBy, info, frame, other, width, at = 1, ghost: elsewhere, targets } = props;
  const asker = targets?.asker ?? null;
  const places = placesAt(width);
  const facts = factsOf(frame, info, places);
  const beside = other ? factsOf(other.frame, other.info, places) : null;
  const both = beside ? [facts, beside] : [facts];
  const part = LARGE.find((one) => one === props.large);
  const all = useStable(gridOf(both, width));
  const alone = useStable(gridOf(both, width, part));
  const grid = part === 'pages' ? alone : all;
  const [pages, groups] = [pageBoxes(grid, facts), groupPlaces(grid, facts)];
  const here = pages.find((p) => p.is === 'here');
  const before = at < 1 && frame.k > 0 ? factsBefore(frame, info, places) : facts;
  const listed = begun(PARTS.listed, at) ? facts : before;
  const gathered = begun(PARTS.gathered, at) ? facts : before;
  const marks: Record<Large, (grid: Grid) => ReactNode> = {
    pages: () => (
      <>
        <RowMarks
          grid={grid}
          facts={facts}
          info={info}
          pages={pages}
          groups={groups}
          at={at}
          asked={asker !== null}
        />
        {elsewhere && at >= 1 && here && (
          <GhostMarks grid={grid} elsewhere={elsewhere} page={here} groups={groups} />
        )}
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
      </>
    ),
    list: (grid) => (
      <ListMarks
        grid={grid}
        facts={listed}
        place={listPlace(grid, listed)}
        grown={eased(PARTS.listed, at)}
        noted={begun(PARTS.listed, at)}
      />
    ),
    requests: (grid) => (
      <RequestMarks
        grid={grid}
        facts={gathered}
        from={info.provenance}
        grows={{ from: before.open?.sectors ?? 0, share: eased(PARTS.gathered, at) }}
        noted={begun(PARTS.outcome, at)}
      />
    ),
    lead: (grid) => <BalanceMarks grid={grid} facts={gathered} />,
  };
  const use = listUse(listed);
  const limit = listed.requests?.maxSegments ?? null;
  const lead = balanceUse(gathered);
  const film: Record<Large, Pick<FilmPicture, 'names' | 'value' | 'disc'>> = {
    pages: { names: ['pages and frames', 'pages'], value: '' },
    list: {
      names: ['scatter-gather list', 'segments', 'list'],
      value: use.value && limit !== null ? `${use.value} of ${limit}` : use.value,
      disc: listed.event && begun(PARTS.listed, at) ? 3 : null,
    },
    requests: {
      names: ['average request, in sectors', 'average request', 'average'],
      value: gathered.requestsKnown ? sectors(average(gathered.requests) ?? 0) : 'not known',
      disc: gathered.event && begun(PARTS.outcome, at) ? 4 : null,
    },
    lead: { names: [...balanceTitle(gathered), 'lead'], value: lead.value ? `now ${lead.value}` : '' },
  };
  return (
    <svg
      className="interleave"
      width={width}
      height={grid.y.height}
      viewBox={`0 0 ${width} ${grid.y.height}`}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    >
      <Parts ids={LARGE} {...{ part, marks, all, alone, film, bandOf }} y={filmTop(all)} />
    </svg>
  );
};

/** Memory balance, under the same pages: how far one node is ahead. */
const BalanceMarks: FC<{ grid: Grid; facts: Facts }> = ({ grid, facts }) => {
  const { y, width, compact } = grid;
  const { line, area, zero } = balancePath(grid, facts);
  const use = balanceUse(facts);
  const px = compact ? 13 : 15;
  const value = textWidth(`now ${use.value}`, compact ? 15 : 18, 600);
  const title = fitted(balanceTitle(facts), width - value - 24, px, 500);
  const rest = fitted(use.rest, width - value - textWidth(title, px, 500) - 20, px);
  const { fill, wash } = tone(facts.lead?.kind === 'spread' ? -1 : (facts.lead?.node ?? -1));
  return (
    <g data-band="lead">
      <text y={y.leadTitle} className="w5" style={{ fontSize: px }}>
        {title}
      </text>
      <Use
        x={width}
        y={y.leadTitle + 1}
        before={use.value ? 'now ' : ''}
        value={use.value}
        rest={rest}
        compact={compact}
      />
      <path d={area} fill={wash} />
      <path d={`M0 ${zero}H${width}`} className="axis" />
      <path d={line} fill="none" stroke={fill} strokeWidth="2" />
    </g>
  );
};
