/** The zones, and below them the axis of pages given out: what is free follows its cursor. */
import { useState, type FC, type ReactNode } from 'react';
import type { Walk } from '../../../scenes/zones/facts/walk';
import type { Distance } from '../answer';
import { freeAt, givingWalk, lastOf, wokenAt } from '../axis';
import { bytes } from '../phrases';
import { marksAsIf, type Drawn } from '../zones';
import { DistanceAxis } from './DistanceAxis';
import { NodesDrawing } from './NodesDrawing';

interface Props {
  drawn: Drawn;
  walk: Walk;
  /** Null where it is not told. */
  distance: Distance | null;
  /** As if the sysctls were others. */
  asif: Distance | null;
  /** Bytes. */
  page: number;
  choice: { chosen: number; choose: (zone: number) => void };
  /** Zones that are to be seen where they can be, the first before the others. */
  seen: readonly number[];
  describedBy: string;
  shortcuts: () => boolean;
  /** What stands beside both. */
  children: ReactNode;
}

const NOBODY: ReadonlySet<number> = new Set();

export const ZonesDistance: FC<Props> = ({
  drawn,
  walk,
  distance,
  asif,
  page,
  choice,
  seen,
  describedBy,
  shortcuts,
  children,
}) => {
  const [cursor, setCursor] = useState(0);
  const at = distance ? Math.min(cursor, lastOf(distance)) : 0;
  const moved = distance && at > 0 ? { free: freeAt(distance, at), walk: givingWalk(distance, at) } : null;
  const giving = moved?.walk.steps[0]?.zone;
  const nodes = drawn.nodes.length === 1 ? 'one node' : `${drawn.nodes.length} nodes`;
  return (
    <>
      <NodesDrawing
        drawn={drawn}
        walk={walk}
        moved={moved}
        woken={distance ? wokenAt(distance, at) : NOBODY}
        asif={marksAsIf(asif)}
        choice={choice}
        seen={giving === undefined ? seen : [giving, ...seen]}
        label={`Zones of ${nodes}, free pages against their marks${at > 0 ? `, ${bytes(at * page)} given out` : ''}`}
        describedBy={describedBy}
      />
      {distance && (
        <DistanceAxis
          distance={distance}
          asif={asif}
          page={page}
          at={at}
          onAt={setCursor}
          shortcuts={shortcuts}
        />
      )}
      {children}
    </>
  );
};
