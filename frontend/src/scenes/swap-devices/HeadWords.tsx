import type { FC } from 'react';
import type { Facts } from './facts';
import type { Grid } from './grid';
import { humanSize } from './size';
import { textWidth } from '../text-width';
import { isPromoted } from '../voices/swap-walk';

const PX = 13;

/** The longest of some wordings that fits. */
function fit(room: number, words: readonly string[]): string {
  return words.find((w) => textWidth(w, PX) <= room) ?? words[words.length - 1] ?? '';
}

/** Column titles. Sizes are named once if all devices have the same. */
export const HeadWords: FC<{ grid: Grid; facts: Facts }> = ({ grid, facts }) => {
  const sizes = new Set(facts.devices.filter((d) => d.status !== 'gone').map((d) => d.pages));
  const [size] = sizes;
  const each = sizes.size === 1 && size ? humanSize(size) : null;
  const lists = facts.merged
    ? facts.nodes.length > 1
      ? ['one list for all nodes', 'one list for all']
      : ['one list']
    : [...(grid.compact ? [] : ['list of each node, first to last']), 'its list, first to last', 'its list'];
  const list = fit(grid.tankX - grid.left - 8, lists);
  const tank = each
    ? fit(grid.compact ? grid.width - grid.left - textWidth(list, PX) - 16 : grid.tankWidth + 8, [
        `device on that node, ${each} each`,
        `device there, of ${each}`,
        `of ${each} each`,
      ])
    : fit(grid.tankWidth + 8, ['device on that node, to scale', 'device there, to scale', 'to scale']);
  const promoted = facts.chains.some((c) =>
    c.entries.some((e) => isPromoted(facts.rule, facts.names.device(e.type).prio, e.key)),
  );
  const legend = grid.left + textWidth(list, PX) + 28;
  return (
    <g>
      <text x="0" y="14" className="t13 i2">
        {grid.compact ? 'node' : grid.left > 110 && grid.tall ? 'CPUs' : 'node, CPUs'}
      </text>
      <text x={grid.left} y="14" className="t13 i2">
        {list}
      </text>
      {promoted && legend + 75 < grid.tankX - 8 && (
        <g>
          <path d={`M${legend} 13l4.5 -6 4.5 6`} fill="none" stroke="var(--ink-2)" strokeWidth="2" />
          <text x={legend + 14} y="14" className="t13 i2">
            promoted
          </text>
        </g>
      )}
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
