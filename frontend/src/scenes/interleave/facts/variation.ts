/** What depends on the frames that pages are assumed to be given: read requests of the disk that is read most. */
import type { Decision } from '../../../core/decision';

/** Sectors of a request on average; sectors and segments of the last. */
export const [MEAN, LAST_SECTORS, LAST_SEGMENTS] = [0, 1, 2] as const;

export const variation = (() => {
  const disks = new Map<number, { requests: number; sectors: number }>();
  let most = 0;
  return (event, k, tell) => {
    if (event.kind !== 'block_rq' || !event.rwbs.startsWith('R')) return;
    const disk = disks.get(event.dev) ?? { requests: 0, sectors: 0 };
    disk.requests++;
    disk.sectors += event.sectors;
    disks.set(event.dev, disk);
    most = Math.max(most, disk.sectors);
    if (disk.sectors < most) return;
    tell(k, MEAN, disk.sectors / disk.requests);
    tell(k, LAST_SECTORS, event.sectors);
    tell(k, LAST_SEGMENTS, event.segments);
  };
}) satisfies NonNullable<Decision['variation']>;
