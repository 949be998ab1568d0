/** The published result of the experiment a scenario repeats (rows of datasets/published). */
import type { Catalog } from './catalog';

export interface PublishedResult {
  title: string;
  used: [name: string, used: string][];
  citation: string;
  url: string | null;
}

/** A table with a `scenario` column has one row per scenario; its columns named as devices are printed USED. */
export function publishedFor(
  catalog: Catalog,
  scenario: string,
  devices: readonly string[],
): PublishedResult | null {
  for (const { sources, tables } of catalog.published) {
    for (const table of tables) {
      const at = table.columns.indexOf('scenario');
      const row = at < 0 ? undefined : table.rows.find((r) => r[at] === scenario);
      const source = sources[table.source];
      if (!row || !source) continue;
      const used = table.columns.flatMap((column, i): [string, string][] =>
        devices.includes(column) ? [[column, String(row[i])]] : [],
      );
      return { title: table.title, used, citation: source.title, url: source.url ?? null };
    }
  }
  return null;
}
