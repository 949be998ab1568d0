import type { FC } from 'react';
import { GhostRing } from '../../marks/GhostMark';
import type { Ghost } from '../../scene';
import { textWidth } from '../../font-metrics';
import type { Grid } from './grid';
import { thread } from './mark-paths';
import type { GroupPlace, PageBox } from './layout';

interface Props {
  grid: Grid;
  elsewhere: Ghost;
  /** The page of the decision. */
  page: PageBox;
  groups: readonly GroupPlace[];
}

/** The node another granularity takes the page from: behind what landed there. */
export const GhostMarks: FC<Props> = ({ grid, elsewhere, page, groups }) => {
  const group = groups.find((g) => g.group.node === elsewhere.cell.place);
  if (!group) return null;
  const last = group.frames.filter((f) => f.k < page.k).at(-1);
  const width = last?.width ?? page.width;
  const x = Math.min(last ? last.x + grid.pitch : group.x, group.x + group.width - width);
  const box = { x, y: grid.y.frames, width, height: grid.y.cell };
  const px = grid.compact ? 12 : 13;
  const middle = (page.x + x) / 2;
  const room = textWidth(elsewhere.words, px, 600) / 2 + 4;
  return (
    <g data-ghost={elsewhere.cell.place}>
      <path d={thread(page, box)} className="ghost" />
      <GhostRing {...box} />
      <text
        x={Math.max(room, Math.min(grid.width - room, middle))}
        y={(page.y + page.height + box.y) / 2 + px * 0.35}
        className="ghost-words mid"
        style={{ fontSize: px }}
      >
        {elsewhere.words}
      </text>
    </g>
  );
};
