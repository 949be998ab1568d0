import type { FC } from 'react';
import type { Facts } from '../facts/facts';
import type { Grid } from './grid';
import { humanSize } from '../facts/size';
import { textWidth } from '../../font-metrics';

const PX = 13;

/** The longest of some wordings that fits. */
function fit(room: number, words: readonly string[]): string {
  return words.find((w) => textWidth(w, PX) <= room) ?? words[words.length - 1] ?? '';
}

/** Column titles. Sizes are named once if all devices have the same. */
export const HeadLabels: FC<{ grid: Grid; facts: Facts }> = ({ grid, facts }) => {
  const sizes = new Set(facts.devices.filter((d) => d.status !== 'gone').map((d) => d.pages));
  const [size] = sizes;
  const each = sizes.size === 1 && size ? humanSize(size) : null;
  // Over letters alone there is no room for the word "key".
  const keys = grid.chip.style === 'tile' ? ', keys above' : '';
  const lists = facts.merged
    ? facts.nodes.length > 1
      ? [`one list for all nodes${keys}`, 'one list for all', 'one list']
      : [`one list${keys}`]
    : [
        ...(grid.compact ? [] : [`list of each node, first to last${keys}`]),
        `its list, first to last${keys}`,
        'its list, first to last',
        'its list',
      ];
  const tanks = each
    ? [`device on that node, ${each} each`, `device there, of ${each}`, `of ${each} each`]
    : ['device on that node, to scale', 'device there, to scale', 'to scale'];
  // Where it is narrow, the words of both share the width.
  const shared = grid.compact ? grid.width - grid.left - 16 : Infinity;
  const least = Math.min(...tanks.map((words) => textWidth(words, PX)));
  const list = fit(Math.min(grid.tankX - grid.left - 8, shared - least), lists);
  const tank = fit(each && grid.compact ? shared - textWidth(list, PX) : grid.tankWidth + 8, tanks);
  return (
    <g>
      <text x="0" y="14" className="t13 i2">
        {grid.compact
          ? 'node'
          : grid.left > 110 && grid.tall
            ? 'CPUs'
            : grid.left > 110 || grid.tall
              ? 'node, CPUs'
              : 'node, CPU'}
      </text>
      <text x={grid.left} y="14" className="t13 i2">
        {list}
      </text>
      <text
        x={grid.compact ? grid.width : grid.tankX}
        y="14"
        className={`t13 i2 ${grid.compact ? 'end' : ''}`}
      >
        {tank}
      </text>
    </g>
  );
};
