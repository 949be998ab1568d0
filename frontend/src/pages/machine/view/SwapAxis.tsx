/** What follows when the first swap device is full: the devices in their order, each as wide as what is free of it. */
import { useId, type FC, type ReactNode } from 'react';
import type { Swap } from '../answer';
import { bytes, shortName } from '../phrases';

const KIB = 1024;

interface Props {
  /** From first to last; who is in one group takes turns. */
  groups: readonly (readonly Swap[])[];
  /** But for nodes with a disk of their own. */
  everyNode: boolean;
  tile: (swap: Swap) => ReactNode;
}

const free = (swap: Swap): number => swap.free ?? 0;

export const SwapAxis: FC<Props> = ({ groups, everyNode, tile }) => {
  const id = useId();
  const total = groups.flat().reduce((sum, swap) => sum + free(swap), 0);
  if (total === 0 || groups.flat().some((swap) => swap.free === undefined)) return null;
  return (
    <section className="machine-fill" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>And when the first is full?</h2>
      <ol>
        {groups.map((group) => (
          <li
            key={group[0]?.line}
            className={group.length > 1 ? 'turns' : ''}
            style={{ flexGrow: group.reduce((sum, swap) => sum + free(swap), 0) }}
          >
            {group.map((swap) => (
              <span key={swap.line} style={{ flexGrow: free(swap) }}>
                {tile(swap)}{' '}
                <span>
                  {shortName(swap.name)}, {bytes(free(swap) * KIB)}
                </span>
              </span>
            ))}
          </li>
        ))}
      </ol>
      <p className="note">
        After {bytes(total * KIB)} no swap is left: only files can be reclaimed then.
        {!everyNode && ' A node with a disk of its own begins with that.'}
      </p>
    </section>
  );
};
