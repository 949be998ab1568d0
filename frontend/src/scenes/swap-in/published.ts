/** What document 003 printed, from the table of published numbers. */
import { joined, msg, plain, type Message } from '../../core/message';
import { typeset } from '../../core/number';
import { publishedRow } from '../published';
import type { SourceInfo } from '../scene';
import type { PublishedExcerpt } from '../narration';

const ID = 'swap-poll';

/** What was measured on, and rows of the table that this scene's twin stands beside, by their id. */
interface Measured {
  on: Message;
  rows: readonly (readonly [id: string, of: Message])[];
}
const FAST: Measured = {
  on: msg`NVMe on DRAM, one thread`,
  rows: [
    ['swap-1', msg`poll`],
    ['swap-1-cpu', msg`CPU`],
    ['hybrid-cpu', msg`hybrid: CPU`],
  ],
};
const SLOW: Measured = {
  on: msg`NVMe in a virtual machine`,
  rows: [
    ['random-write', msg`poll`],
    ['cpu', msg`CPU`],
  ],
};
/** ns for a page: between those that the scenarios of the two experiments take (6.6 and 20 µs). */
const SLOW_FROM = 12_000;

/** The experiment whose disk is nearer to the model's; null where the table did not come with the source. */
export function publishedExcerpt({
  tables,
  params,
}: Pick<SourceInfo, 'tables' | 'params'>): PublishedExcerpt | null {
  const table = tables?.find((t) => t.id === ID);
  if (!table) return null;
  const { on, rows } = Number(params?.['dev_ns'] ?? 0) < SLOW_FROM ? FAST : SLOW;
  const said = rows.map(([id, of]) => {
    const cell = publishedRow(table, 'id', id);
    const words = (column: string) => {
      const value = cell?.(column);
      // A direction's first clause: what is more, without by how much less than something else.
      return plain(typeof value === 'string' ? (typeset(value).split(',')[0] ?? '') : '–');
    };
    return msg`${of} ${words('value')} ${words('direction')}`;
  });
  return { lines: [on, joined(said)], title: table.title, citation: table.citation, url: table.url };
}
