/** What document 003 printed, from the table of published numbers. */
import type { SourceInfo } from '../scene';

const ID = 'swap-poll';

export interface PublishedLine {
  /** What was measured on. */
  on: string;
  words: string;
}

interface Printed {
  lines: PublishedLine[];
  citation: string;
  url: string | null;
}

/** Rows of the table that this scene's twin stands beside, by their id. */
const LINES: readonly { on: string; rows: readonly (readonly [id: string, of: string])[] }[] = [
  {
    on: 'NVMe with DRAM as the media, one thread',
    rows: [
      ['swap-1', 'poll'],
      ['swap-1-cpu', 'CPU'],
      ['hybrid-cpu', 'hybrid: CPU'],
    ],
  },
  {
    on: 'NVMe in a virtual machine, random writes',
    rows: [
      ['random-write', 'poll'],
      ['cpu', 'CPU'],
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
    return typeof value === 'string' ? value : '–';
  };
  const said = ([id, of]: readonly [string, string]) => `${of} ${cell(id, 'value')} ${cell(id, 'direction')}`;
  return {
    lines: LINES.map(({ on, rows }) => ({ on, words: rows.map(said).join(', ') })),
    citation: table.citation,
    url: table.url,
  };
}
