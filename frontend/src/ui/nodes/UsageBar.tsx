/** How much of a choice is in use, in small, where its drawing is out of sight; its words tell it too. */
import type { FC } from 'react';
import { tone } from './colours';
import './usage-bar.css';

/** `share`: from 0 to 1. */
export const UsageBar: FC<{ share: number; node: number }> = ({ share, node }) => {
  const { fill, wash } = tone(node);
  return (
    <span className="use-bar" aria-hidden="true">
      {share > 0 && (
        <i style={{ width: `${Math.min(1, share) * 100}%`, background: wash, borderColor: fill }} />
      )}
    </span>
  );
};
