/** What one may take hold of: a device, for its node and priority; the end of its tank, for its size; who asks how much. */
import { settingOf, type Handle } from '../control';
import type { HandlesOf } from '../scene';
import { factsOf } from './facts/facts';
import { humanSize } from './facts/size';
import { gridOf } from './marks/grid';
import { plateOf, tankBox, tankPlaces, type Box } from './marks/layout';

const rect = ({ x, y, width, height }: Box) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** A grip keeps clear of the drawing's edge, beyond which there is no room for a finger. */
const EDGE = 14;
/** Px of a drag by which a share of the demand changes. */
const SHARE = 8;
/** Pages of 1 MiB. */
const MIB = 256;

export const handlesOf: HandlesOf = ({ frame, other, width, params }) => {
  const facts = factsOf(frame);
  const grid = gridOf(other ? [facts, factsOf(other.frame)] : [facts], width);
  const { rows, tank } = grid;
  const devices = tankPlaces(grid, facts).flatMap(({ device, row, y, bar }): Handle[] => {
    const { type, name, status } = device;
    if (status === 'gone' || type >= Number(params['devices'])) return [];
    const node = settingOf(params, 'dev_node', type, {
      words: `node of ${name}`,
      step: 1,
      leap: 1,
      text: (v) => (v < 0 ? 'no node' : `node ${v}`),
    });
    const prio = settingOf(params, 'dev_prio', type, {
      words: `priority of ${name}`,
      step: 1,
      leap: 10,
      text: (v) => (v < 0 ? 'automatic' : String(v)),
      command: (v) => `swapon ${v < 0 ? '' : `-p ${v} `}/dev/${name}`,
    });
    const size = settingOf(params, 'dev_pages', type, {
      words: `size of ${name}`,
      step: MIB,
      leap: 16 * MIB,
      text: humanSize,
    });
    if (!node || !prio || !size) return [];
    const max = Number(params['nodes']) - 1;
    const of = `device:${type}` as const;
    const box = tankBox(grid, { device, row, y, bar });
    const rowAt = (nid: number) => rows.find((r) => r.nid === nid) ?? rows.at(-1) ?? row;
    const centre = (nid: number) => rowAt(nid).mid + (y - row.mid) + tank.base - tank.name * 0.35;
    return [
      {
        id: `${of} node`,
        of,
        grows: 'down',
        main: { ...node, max },
        also: [prio],
        place: (nid) => ({ x: grid.tankX - EDGE, y: centre(nid) }),
        valueAt: (at) =>
          [...rows].sort((a, b) => Math.abs(a.mid - at.y) - Math.abs(b.mid - at.y))[0]?.nid ?? -1,
        outline: (nid) => rect({ ...box, y: box.y + rowAt(nid).mid - row.mid }),
        note: () =>
          'A kernel takes it from the place of the disk on the board, at swapon: no sysctl moves it, a model can.',
      },
      {
        id: `${of} size`,
        of,
        grows: 'right',
        main: size,
        also: [],
        place: (pages) => ({
          x: Math.min(width - EDGE, bar.x + grid.scale(pages)),
          // Below the words within a big bar; those of a small one are beside its name.
          y: tank.density === 'big' ? bar.y + bar.height + 4 : bar.y + bar.height / 2,
        }),
        valueAt: ({ x }) => {
          const pages = ((x - bar.x) / Math.max(1, grid.scale(grid.largest))) * grid.largest;
          return pages < MIB ? pages : Math.round(pages / MIB) * MIB;
        },
        outline: (pages) => rect({ ...bar, width: Math.max(6, Math.min(width - bar.x, grid.scale(pages))) }),
        note: () => 'A kernel takes it from the disk or partition; a model has it as a number.',
      },
    ];
  });
  const asks = rows.flatMap((row): Handle[] => {
    const node = facts.nodes.find((n) => n.nid === row.nid);
    const share = settingOf(params, 'demand', row.nid, {
      words: `demand of node ${row.nid}`,
      step: 1,
      leap: 10,
      text: (v) => `${v} of the tasks’ time`,
    });
    if (!node || !share) return [];
    const plate = plateOf(grid, row, node, null);
    // At the corner of the plate: it covers neither number nor CPUs.
    const [x, y] = [plate.x + plate.size, plate.y + plate.size];
    return [
      {
        id: `demand ${row.nid}`,
        of: `node:${row.nid}`,
        grows: 'right',
        main: share,
        also: [],
        place: (v) => ({ x: x + (v - share.value) * SHARE, y }),
        valueAt: (at) => share.value + (at.x - x) / SHARE,
        outline: () => '',
        note: (v) =>
          v === 0
            ? 'No task runs there: it asks for nothing.'
            : 'Shares of the time that tasks run on each node.',
      },
    ];
  });
  return [...asks, ...devices];
};
