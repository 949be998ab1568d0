/** What document 003 printed, from the table of published numbers. */
import { joined, msg, plain, type Message } from '../../core/message';
import type { SourceInfo } from '../scene';
import type { Printed } from '../told';

const ID = 'swap-poll';

/** What was measured on, and rows of the table that this scene's twin stands beside, by their id. */
const LINES: readonly { on: Message; rows: readonly (readonly [id: string, of: Message])[] }[] = [
  {
    on: msg`NVMe with DRAM as the media, one thread`,
    rows: [
      ['swap-1', msg`poll`],
      ['swap-1-cpu', msg`CPU`],
      ['hybrid-cpu', msg`hybrid: CPU`],
    ],
  },
  {
    on: msg`NVMe in a virtual machine, random writes`,
    rows: [
      ['random-write', msg`poll`],
      ['cpu', msg`CPU`],
    ],
  },
];

/** Null where the table did not come with the source. */
export function printed({ tables }: Pick<SourceInfo, 'tables'>): Printed | null {
  const table = tables?.find((t) => t.id === ID);
  if (!table) return null;
  const cell = (id: string, column: string) => {
    const row = table.rows.find((r) => r[table.columns.indexOf('id')] === id);
    const value = row?.[table.columns.indexOf(column)];
    return plain(typeof value === 'string' ? value : '–');
  };
  return {
    lines: LINES.map(({ on, rows }) => {
      const said = rows.map(([id, of]) => msg`${of} ${cell(id, 'value')} ${cell(id, 'direction')}`);
      return msg`${on}: ${joined(said)}`;
    }),
    title: table.title,
    citation: table.citation,
    url: table.url,
  };
}
