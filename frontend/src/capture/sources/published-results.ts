/** The published result of the experiment a scenario repeats (rows of datasets/published). */
import type { Catalogue } from './catalogue';

/** What a document printed for the very experiment a source repeats (datasets/published). */
export interface Published {
  /** What was measured, as the table's title says. */
  title: string;
  /** Printed values, in the order of the document: device name and USED as swapon printed it. */
  used: readonly (readonly [name: string, used: string])[];
  /** Citation: title of the document, and its address if it has one. */
  citation: string;
  url: string | null;
}

/** A table of a document, as it was printed (datasets/published). */
export interface PublishedTable extends Omit<Published, 'used'> {
  id: string;
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

/** Every table of these documents, by the numbers they have in datasets/published. */
export function tablesOf(catalogue: Catalogue, documents: readonly string[]): PublishedTable[] {
  return catalogue.published.flatMap(({ sources, tables }) =>
    tables.flatMap(({ id, source, title, columns, rows }) => {
      const from = documents.includes(source) ? sources[source] : undefined;
      return from ? [{ id, title, columns, rows, citation: from.title, url: from.url }] : [];
    }),
  );
}

/** A table with a `scenario` column has one row per scenario; its columns named as devices are printed USED. */
export function publishedFor(
  catalogue: Catalogue,
  scenario: string,
  devices: readonly string[],
): Published | null {
  for (const { sources, tables } of catalogue.published) {
    for (const table of tables) {
      const at = table.columns.indexOf('scenario');
      const row = at < 0 ? undefined : table.rows.find((r) => r[at] === scenario);
      const source = sources[table.source];
      if (!row || !source) continue;
      const used = table.columns.flatMap((column, i): [string, string][] =>
        devices.includes(column) ? [[column, String(row[i])]] : [],
      );
      return { title: table.title, used, citation: source.title, url: source.url };
    }
  }
  return null;
}
