/** What one may take hold of: how many pages a node gives in a row, and the limits of a request. */
import { count } from '../phrases';
import { settingOf, type Handle, type Setting } from '../control';
import type { HandlesOf } from '../scene';
import { factsOf, type Facts } from './facts/facts';
import { gridOf, LARGE, placesAt, type Grid, type Large } from './marks/grid';

/** A grip keeps clear of the drawing's edge, beyond which there is no room for a finger. */
const EDGE = 14;
/** px between two grips, which is more than a thumb needs. */
const APART = 48;
/** px of a grip below the row of pages. */
const BELOW = 12;
/** Bytes of a page; sectors of one, and of a KiB. */
const [PAGE_BYTES, PAGE_SECTORS, KIB_SECTORS] = [4096, 8, 2];

/** Places of the row at which a node's turn begins. */
function turns({ row, first }: Facts): { place: number; node: number }[] {
  return row.flatMap(({ k, node, event }) =>
    event.kind === 'interleave' && event.prev !== node ? [{ place: k - first, node }] : [],
  );
}

/** Around pages of the row, from a place on. */
function around({ pitch, width, y }: Grid, place: number, pages: number): string {
  const x = place * pitch;
  return x >= width
    ? ''
    : `M${x.toFixed(1)} ${y.pages - 3}h${Math.min(pages * pitch, width - x).toFixed(1)}v${y.cell + 6}H${x.toFixed(1)}z`;
}

/** How many pages in a row: the right end of a node's turn. */
function turnHandle(
  grid: Grid,
  main: Setting,
  place: number,
  own: Pick<Handle, 'id' | 'of' | 'note'>,
): Handle {
  const { pitch, width, y } = grid;
  const start = place * pitch;
  const every = main.lane === null;
  return {
    ...own,
    grows: 'right',
    main,
    also: [],
    place: (pages) => ({ x: Math.min(width - EDGE, start + pages * pitch), y: y.pages + y.cell + BELOW }),
    valueAt: ({ x }) => (x - start) / pitch,
    outline: (pages) =>
      Array.from({ length: every ? Math.ceil((width - start) / (pages * pitch)) : 1 }, (_, i) =>
        around(grid, place + i * pages, pages),
      ).join(''),
  };
}

export const handlesOf: HandlesOf = ({ info, frame, other, width, large, params }) => {
  const places = placesAt(width);
  const facts = factsOf(frame, info, places);
  const all = other ? [facts, factsOf(other.frame, other.info, places)] : [facts];
  const part = LARGE.find((one) => one === large);
  const grid = gridOf(all, width, part);
  const { y, axis, list } = grid;
  const longest = Math.floor(Number(params['segment_bytes']) / PAGE_BYTES);
  const rowNote = (pages: number) =>
    pages === 1
      ? 'One page at a time: its neighbour in the file lies on another node, so each page is a segment of its own.'
      : `${pages} neighbours from a node share a segment of the list, which holds ${count(longest, 'page')} at most.`;

  const granularity = (): Handle[] => {
    const main = settingOf(params, 'granularity', null, {
      words: 'numa_interleave_granularity',
      step: 1,
      leap: 8,
      text: (v) => count(v, 'page'),
    });
    const [first] = turns(facts);
    return main
      ? [turnHandle(grid, main, first?.place ?? 0, { id: 'granularity', of: undefined, note: rowNote })]
      : [];
  };

  const weights = (): Handle[] => {
    const taken: number[] = [];
    return facts.policy.nodes.flatMap((node): Handle[] => {
      const main = settingOf(params, 'weight', node, {
        words: `weight of node ${node}`,
        step: 1,
        leap: 4,
        text: (v) => count(v, 'page'),
        command: (v) => `echo ${v} > /sys/kernel/mm/mempolicy/weighted_interleave/node${node}`,
      });
      if (!main) return [];
      // Each at a turn of its own, so far from the others that a thumb finds it.
      const end = (place: number) => (place + main.value) * grid.pitch;
      const turn = turns(facts).find(
        (t) => t.node === node && taken.every((x) => Math.abs(end(t.place) - x) >= APART),
      );
      if (!turn) return [];
      taken.push(end(turn.place));
      const of = `node:${node}` as const;
      return [turnHandle(grid, main, turn.place, { id: `weight ${node}`, of, note: rowNote })];
    });
  };

  const sectorLimit = (): Handle[] => {
    const disk = facts.requests?.name ?? '';
    const main = settingOf(params, 'max_sectors', null, {
      words: 'request limit',
      step: PAGE_SECTORS,
      leap: 8 * PAGE_SECTORS,
      ...(disk === ''
        ? {}
        : { command: (v) => `echo ${v / KIB_SECTORS} > /sys/block/${disk}/queue/max_sectors_kb` }),
    });
    if (!main) return [];
    const unit = axis.x(1) - axis.x(0);
    const at = (v: number) => Math.min(width - EDGE, axis.x(v));
    return [
      {
        id: 'request limit',
        of: undefined,
        grows: 'right',
        main,
        also: [],
        place: (v) => ({ x: at(v), y: y.axisBase }),
        valueAt: ({ x }) => Math.round((x - axis.left) / unit / PAGE_SECTORS) * PAGE_SECTORS,
        outline: (v) => `M${at(v).toFixed(1)} ${y.axisTop}V${y.axisBase}`,
        note: (v) => `No request is longer: ${count(Math.floor(v / PAGE_SECTORS), 'page')}.`,
      },
    ];
  };

  const segmentLimit = (): Handle[] => {
    const main = settingOf(params, 'max_segments', null, {
      words: 'segments of the list',
      step: 1,
      leap: 8,
      text: (v) => count(v, 'segment'),
    });
    if (!main) return [];
    const at = (v: number) => Math.min(width, v * list.pitch);
    return [
      {
        id: 'segments limit',
        of: undefined,
        grows: 'right',
        main,
        also: [],
        place: (v) => ({ x: Math.min(width - EDGE, at(v)), y: y.listBase }),
        valueAt: ({ x }) => x / list.pitch,
        outline: (v) => `M0 ${y.listTop}H${at(v).toFixed(1)}V${y.listBase}H0z`,
        note: () =>
          'A disk’s driver says how many it takes (queue/max_segments tells it): no sysctl sets it, a model can.',
      },
    ];
  };

  const { mode, by } = facts.policy;
  const turn = mode === 'weighted_interleave' ? weights : mode === 'interleave' ? granularity : () => [];
  const of: Record<Large, () => Handle[]> = {
    pages: () => (by === 'none' ? [] : turn()),
    list: segmentLimit,
    requests: sectorLimit,
    lead: () => [],
  };
  return (part === undefined ? LARGE : [part]).flatMap((one) => of[one]());
};
