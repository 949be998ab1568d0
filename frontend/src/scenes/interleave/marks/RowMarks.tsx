import type { FC } from 'react';
import { ifComplete } from '../../../core/coverage';
import { Disc } from '../../../ui/marks/Disc';
import { tone } from '../../../ui/nodes/colours';
import { memoMark } from '../../../ui/memo';
import type { SourceInfo } from '../../scene';
import { fitted, textWidth } from '../../font-metrics';
import { begun, eased } from '../../timing';
import type { Facts } from '../facts/facts';
import type { Grid } from './grid';
import { groupLabel, NO_DECISIONS, NO_FRAMES, rowRange, rowTitle } from './labels';
import { byNode, clusters, thread, threadPoint } from './mark-paths';
import { PARTS } from './parts';
import { EmptyMarks, CursorMark, HollowMarks, NodeMarks } from './NodeMarks';
import type { Box, FrameBox, GroupPlace, PageBox } from './layout';

/** Where a disc stands beside a mark: to its right, to its left at the end of the row. */
function beside(box: { x: number; width: number }, width: number): number {
  const x = box.x + box.width + 15;
  return x + 10 <= width ? x : box.x - 15;
}

/** When it has been marked who asks. */
const NOTED = { from: PARTS.asks.to, to: PARTS.asks.to };

const isNext = (page: PageBox) => page.is === 'next';

interface Props {
  grid: Grid;
  facts: Facts;
  info: SourceInfo;
  pages: readonly PageBox[];
  groups: readonly GroupPlace[];
  /** How much of the step is drawn. */
  at: number;
  /** The next page is asked about: this one is not what is looked at. */
  asked: boolean;
}

/** Pages in order, a thread from each to where it landed, and the frames of each node. */
export const RowMarks: FC<Props> = ({ grid, facts, info, pages, groups, at, asked }) => {
  const { y, width } = grid;
  const range = rowRange(facts, info);
  const px = grid.compact ? 12 : 13;
  const titlePx = grid.compact ? 13 : 15;
  const room = width - textWidth(range, px) - 12;
  const title = fitted(rowTitle(facts), room, titlePx, 500);
  // Many nodes leave no room below: then beside the title.
  const used = textWidth(title, titlePx, 500) + 12;
  const complete = facts.framesKnown || facts.event === null || facts.event.kind === 'block_rq';
  const note = complete || noteBelow(grid, facts, groups) ? '' : fitted(NO_FRAMES, room - used, 12);
  const here = asked ? undefined : pages.find((p) => p.is === 'here');
  const isOpen = (page: PageBox) => isNext(page) || (page.is === 'here' && !begun(PARTS.chosen, at));
  const decided = pages.filter((p) => !isOpen(p));
  return (
    <g data-band="pages">
      <Titles
        y={y.pagesTitle}
        px={px}
        titlePx={titlePx}
        title={title}
        used={used}
        note={note}
        end={width}
        range={range}
      />
      <EmptyMarks places={pages} isEmpty={isOpen} />
      <NodeMarks boxes={decided.filter((p) => p.is !== 'other')} />
      <NodeMarks boxes={decided.filter((p) => p.is === 'other')} faint />
      <Landing grid={grid} facts={facts} pages={decided} groups={groups} at={at} here={here} />
      {here && <CursorMark box={here} />}
      {here && begun(NOTED, at) && <Disc n={1} x={beside(here, width)} y={y.pages + y.cell / 2} />}
    </g>
  );
};

interface TitlesProps {
  y: number;
  px: number;
  titlePx: number;
  title: string;
  /** Width of the title. */
  used: number;
  note: string;
  end: number;
  range: string;
}

/** The same as long as the row is. */
const Titles = memoMark<TitlesProps>('Titles', ({ y, px, titlePx, title, used, note, end, range }) => (
  <>
    <text y={y} className="w5" style={{ fontSize: titlePx }}>
      {title}
    </text>
    <text x={used} y={y} className="t12 i3">
      {note}
    </text>
    <text x={end} y={y} className="i2 end" style={{ fontSize: px }}>
      {range}
    </text>
  </>
));

interface LandingProps extends Omit<Props, 'info' | 'asked'> {
  /** The page of the decision. */
  here: PageBox | undefined;
}

/** Threads from pages to frames; the one of the decision lies on top of all. */
const Landing: FC<LandingProps> = ({ grid, facts, pages, groups, at, here: page }) => {
  const { y, width } = grid;
  const byK = new Map(groups.flatMap((g) => g.frames).map((f) => [f.k, f]));
  const landed = pages.flatMap((page) => {
    const frame = byK.get(page.k);
    return frame ? [{ page, frame, node: frame.node }] : [];
  });
  const here = landed.find((l) => l.page === page);
  const share = eased(PARTS.falls, at);
  // Until it has come there, its frame is as empty as the others.
  const frames = landed.filter((l) => l !== here || share === 1).map((l) => l.frame);
  const taken = new Set<Box>(frames);
  const frameAt = groups.flatMap((g): Box[] => [...g.frames, ...g.empty]);
  if (groups.every((g) => g.frames.length === 0) && facts.k > 0) {
    return (
      <text y={y.frames - 14} className="t13 i2">
        {fitted(
          ifComplete(
            facts.coverage,
            ['interleave'],
            [
              'no policy: nothing is decided; requests are what can be seen',
              'no policy: requests are all there is',
            ],
            NO_DECISIONS,
          ),
          width,
          13,
        )}
      </text>
    );
  }
  return (
    <g>
      <EmptyMarks places={frameAt} isEmpty={(f) => !taken.has(f)} />
      {threadsOf(landed.filter((l) => l !== here)).map(([node, own]) => (
        <g key={node} className="thread" stroke={tone(node).fill}>
          {clusters(own).map((some, i) => (
            <Threads key={i} of={some} />
          ))}
        </g>
      ))}
      {facts.framesKnown || facts.event === null ? (
        <NodeMarks boxes={frames} />
      ) : (
        <HollowMarks boxes={frames} />
      )}
      {here && begun(PARTS.falls, at) && (
        <path
          d={thread(here.page, here.frame)}
          className="flow landing"
          pathLength={1}
          {...(share < 1 ? { strokeDasharray: 1, strokeDashoffset: 1 - share } : {})}
        />
      )}
      {here && share < 1 && begun(PARTS.falls, at) && (
        <NodeMarks boxes={[{ ...here.frame, ...threadPoint(here.page, here.frame, share) }]} />
      )}
      {here && share === 1 && <CursorMark box={here.frame} />}
      {here && share === 1 && <Disc n={2} x={beside(here.frame, width)} y={y.frames + y.cell / 2 + 1} />}
      <GroupLabels grid={grid} facts={facts} groups={groups} />
    </g>
  );
};

interface Landed {
  page: PageBox;
  frame: FrameBox;
}

const Threads = memoMark<{ of: readonly Landed[] }>('Threads', ({ of }) => (
  <path d={of.map((l) => thread(l.page, l.frame)).join('')} />
));

function threadsOf(landed: readonly Landed[]): [number, Landed[]][] {
  const own = byNode(landed.map((l) => ({ ...l.frame, page: l.page, frame: l.frame })));
  return own.map(([node, all]) => [node, all.map(({ page, frame }) => ({ page, frame }))]);
}

/** What the capture lacks: below the frames where there is room for it. */
function noteBelow({ width, compact }: Grid, facts: Facts, groups: readonly GroupPlace[]): string {
  if (facts.framesKnown || facts.event === null || facts.event.kind === 'block_rq') return '';
  const last = groups.at(-1);
  if (!last) return '';
  const px = groups.length > 4 || compact ? 12 : 13;
  const words = fitted(groupLabel(last.group, facts), last.width + 4, px);
  return fitted(NO_FRAMES, width - last.x - textWidth(words, px) - 16, 12);
}

const GroupLabels: FC<{ grid: Grid; facts: Facts; groups: readonly GroupPlace[] }> = ({
  grid,
  facts,
  groups,
}) => {
  const px = groups.length > 4 || grid.compact ? 12 : 13;
  const words = groups.map((g) => ({ x: g.x, words: fitted(groupLabel(g.group, facts), g.width + 4, px) }));
  return (
    <Below
      y={grid.y.framesLabel}
      px={px}
      labels={words}
      end={grid.width}
      note={noteBelow(grid, facts, groups)}
    />
  );
};

interface BelowProps {
  y: number;
  px: number;
  labels: readonly { x: number; words: string }[];
  end: number;
  note: string;
}

/** The same as long as the row is. */
const Below = memoMark<BelowProps>('Below', ({ y, px, labels, end, note }) => (
  <g>
    {labels.map(({ x, words }) => (
      <text key={x} x={x} y={y} className="i2" style={{ fontSize: px }}>
        {words}
      </text>
    ))}
    <text x={end} y={y} className="t12 i3 end">
      {note}
    </text>
  </g>
));
