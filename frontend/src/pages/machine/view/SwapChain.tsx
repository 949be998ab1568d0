/** Swap devices in the order in which they are asked; who takes turns stands on one line. */
import type { FC, ReactNode } from 'react';
import type { Swap } from '../answer';
import { shortName } from '../phrases';

interface Props {
  groups: readonly (readonly Swap[])[];
  tile: (swap: Swap) => ReactNode;
  /** With names that one sees. */
  named?: boolean;
}

export const SwapChain: FC<Props> = ({ groups, tile, named = false }) => (
  <ol className={`machine-chain${named ? ' named' : ''}`} aria-label="First to last">
    {groups.map((group) => (
      <li key={group[0]?.line} className={group.length > 1 ? 'turns' : ''}>
        {group.map((swap) => (
          <span key={swap.line} className="of">
            {tile(swap)}
            <span className={named ? undefined : 'visually-hidden'}>{shortName(swap.name)}</span>
          </span>
        ))}
        {group.length > 1 && <span className="visually-hidden">by turns</span>}
      </li>
    ))}
  </ol>
);
