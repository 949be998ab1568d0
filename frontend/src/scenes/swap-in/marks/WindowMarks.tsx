import type { FC } from 'react';
import { denialLabels } from '../../../core/coverage';
import { Disc } from '../../../ui/marks/Disc';
import { memoMark } from '../../../ui/memo';
import { textWidth } from '../../font-metrics';
import { count } from '../../phrases';
import { columnPath, columnsOf, type Column } from './columns';
import { pagesIn } from '../facts/fault';
import type { Facts } from '../facts/facts';
import type { Grid } from './grid';

interface Props {
  grid: Grid;
  facts: Facts;
  /** Pages of the highest stack that the scale holds. */
  most: number;
  /** The next fault is asked about: this one is not what is looked at. */
  asked: boolean;
  /** How much is shown of this one: 1 how many pages there are, 2 how it waits for them too. */
  shown: number;
  seek: (k: number) => void;
}

const LOOKS = ['window', 'sleeps', 'polls', 'other'] as const;

/** "1 page: may poll" */
function words({ fault, how, coverage }: Facts): string {
  const pages = fault ? pagesIn(fault) : 1;
  if (pages === 0) return 'window not recorded';
  if (fault?.probed) return count(pages, 'page');
  if (pages > 1) return `${count(pages, 'page')}: no polling`;
  if (how === 'poll' || how === 'hybrid') return '1 page: may poll';
  if (how !== null) return '1 page, not polled';
  return (
    denialLabels(coverage, ['swap_in'], ['1 page: no read follows'], '1 page, its read').slice(-2)[0] ?? ''
  );
}

/** The same for all faults of a page. */
const Stacks = memoMark<{ grid: Grid; columns: readonly Column[]; most: number }>(
  'Stacks',
  ({ grid, columns, most }) =>
    LOOKS.map((look) => (
      <path key={look} d={columnPath(grid, columns, look, most)} className={`pages ${look}`} />
    )),
);

/** Readahead windows of the faults around, a stack of pages each; the cursor stands at this fault. */
export const WindowMarks: FC<Props> = ({ grid, facts, most, asked, shown, seek }) => {
  const { windowsY: base, left, width } = grid;
  const columns = columnsOf(grid, facts.faults);
  const own = asked ? undefined : columns.find((c) => c.k === facts.k);
  const label = words(facts);
  // A window that is recorded is one sentence; how its pages are waited for another.
  const discs = !facts.fault?.probed ? 2 : pagesIn(facts.fault) > 0 ? 1 : 0;
  const half = textWidth(label, 13, 600) / 2;
  const middle = own ? own.x + own.width / 2 : 0;
  const x = Math.min(width - half - 26, Math.max(left + half + 26, middle));
  const top = base - grid.windowsTop;
  return (
    <g
      onClick={(event) => {
        const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
        if (!box) return;
        const at = ((event.clientX - box.left) * width) / box.width;
        const hit = columns.find((c) => at >= c.x && at < c.x + c.width + 2);
        if (hit) seek(hit.k);
      }}
    >
      <rect
        x={left}
        y={base - grid.windowsHeight - 4}
        width={width - left}
        height={grid.windowsHeight + 6}
        fill="none"
        pointerEvents="all"
      />
      <Stacks grid={grid} columns={columns} most={most} />
      <path d={`M0 ${base + 1.5}H${width}`} className="hair" />
      {own && (
        <g>
          <g className="cursor" style={{ transform: `translateX(${own.x}px)` }}>
            <rect
              x="-3"
              y={base - Math.max(6, (own.pages * grid.windowsHeight) / most) - 2}
              width={own.width + 6}
              height={Math.max(6, (own.pages * grid.windowsHeight) / most) + 5}
              rx="3"
              className="flow thin"
            />
          </g>
          {shown > 1 && (
            <text x={x} y={top} className="t13 w6 mid inow halo">
              {label}
            </text>
          )}
          {shown > 0 && discs > 0 && <Disc n={1} x={x - half - 13} y={top - 4.5} />}
          {shown > 1 && discs > 1 && <Disc n={2} x={x + half + 13} y={top - 4.5} />}
        </g>
      )}
    </g>
  );
};
