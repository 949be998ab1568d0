/** What follows when the first swap device is full: the devices in their order, each as wide as what is free of it. */
import { useId, type FC, type ReactNode } from 'react';
import type { Swap } from '../answer';
import { kibibytes, shortName } from '../phrases';
import type { NodeOrder } from '../swap-order';

interface Props {
  orders: readonly NodeOrder[];
  /** Which node a disk sits on is not told. */
  untold: boolean;
  /** What may still be done with anonymous pages without swap; '': nothing. */
  demoted: string;
  name: (order: NodeOrder) => ReactNode;
  tile: (swap: Swap) => ReactNode;
}

const free = (swap: Swap): number => swap.free ?? 0;
const sum = (swaps: readonly Swap[]): number => swaps.reduce((pages, swap) => pages + free(swap), 0);

export const SwapAxis: FC<Props> = ({ orders, untold, demoted, name, tile }) => {
  const id = useId();
  const devices = orders[0]?.groups.flat() ?? [];
  const total = sum(devices);
  if (total === 0 || devices.some((swap) => swap.free === undefined)) return null;
  return (
    <section className="machine-fill" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>And when the first is full?</h2>
      {orders.length > 1 && <p className="note">If tasks of one node alone swap:</p>}
      <div className="machine-fill-rows">
        {orders.map((order) => (
          <div key={order.node}>
            {name(order)}
            <ol>
              {order.groups.map((group) => (
                <li
                  key={group[0]?.line}
                  className={group.length > 1 ? 'turns' : ''}
                  style={{ flexGrow: sum(group) }}
                >
                  {group.map((swap) => (
                    <span key={swap.line} style={{ flexGrow: free(swap) }}>
                      {tile(swap)}{' '}
                      <span>
                        {shortName(swap.name)}, {kibibytes(free(swap))}
                      </span>
                    </span>
                  ))}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <p className="note">
        After {kibibytes(total)} no swap is left: only files can be reclaimed then{demoted}.
        {untold && ' A node with a disk of its own begins with that.'}
      </p>
    </section>
  );
};
