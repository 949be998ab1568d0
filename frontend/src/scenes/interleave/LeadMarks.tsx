import type { FC } from 'react';
import { tone } from '../../ui/nodes/colours';
import { fitted, textWidth } from '../text-width';
import type { Facts } from './facts/facts';
import type { Grid } from './marks/grid';
import { balanceTitle, balanceUse } from './marks/labels';
import { Use } from './marks/ListMarks';
import { balancePath } from './marks/layout';

/** Memory balance, under the same pages: how far one node is ahead. */
export const BalanceMarks: FC<{ grid: Grid; facts: Facts }> = ({ grid, facts }) => {
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
