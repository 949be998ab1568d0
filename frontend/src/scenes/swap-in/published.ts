/** What document 003 printed, from the table of published numbers. */
import file from '../../../../datasets/published/swap_in.json';

const ID = 'swap-poll';

export interface PublishedLine {
  /** What was measured on. */
  on: string;
  words: string;
}

interface Printed {
  lines: PublishedLine[];
  citation: string;
  url: string;
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

export function printed(): Printed {
  const table = file.tables.find((t) => t.id === ID);
  const at = (column: string) => table?.columns.indexOf(column) ?? -1;
  const value = (id: string): string => {
    const row = table?.rows.find((r) => r[at('id')] === id);
    return row ? `${row[at('value')] ?? '–'} ${row[at('direction')] ?? ''}`.trim() : '–';
  };
  const source = file.sources['003'];
  return {
    lines: LINES.map(({ on, rows }) => ({
      on,
      words: rows.map(([id, of]) => `${of} ${value(id)}`).join(', '),
    })),
    citation: `${source.author}: ${source.title} (${source.commit}, ${source.date})`,
    url: source.url,
  };
}
