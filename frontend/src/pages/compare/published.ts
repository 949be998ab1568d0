/** What a document printed for a sweep that repeats its experiment. Pure. */
import type { ParamValues } from '../../core/params';
import type { MeasureName } from '../../core/session';
import type { Scenario } from '../../capture/sources/catalogue';
import type { Match, PublishedDocument, PublishedTable } from '../../capture/sources/published-document';
import { tunablesOf } from '../../capture/sources/spec';
import type { Question } from './question';

export interface PublishedMark {
  measure: MeasureName;
  /** The value of x at which it was measured; null where the experiment is another, named by `label`. */
  at: number | string | null;
  label: string;
  /** As printed: one for each line of the table. */
  values: readonly number[];
  /** Number of the document. */
  source: string;
}

/**
 * Marks for a sweep of one scenario over one tunable. A table is shown where one of its own scenarios is that of the
 * sweep but for the tunable that varies; then its other scenarios are lines to compare with.
 */
export function marksOf(
  { of, x, y }: Question,
  scenarios: readonly Scenario[],
  documents: readonly PublishedDocument[],
): PublishedMark[] {
  const base = of.kind === 'model' ? scenarios.find((s) => s.id === of.id)?.params : undefined;
  if (!base || y || x.lane !== null || of.kind !== 'model') return [];
  const own: ParamValues = { ...base, ...tunablesOf(of) };
  return documents
    .flatMap((document) => document.tables)
    .flatMap((table) => {
      const marks = ofTable(table, own, x.name, scenarios);
      return marks.some((mark) => mark.at !== null) ? marks : [];
    });
}

function ofTable(
  table: PublishedTable,
  own: ParamValues,
  name: string,
  scenarios: readonly Scenario[],
): PublishedMark[] {
  return (table.runs ?? []).flatMap(({ match, scenarios: ids }): PublishedMark[] => {
    const params = scenarios.find((s) => s.id === ids[0])?.params;
    if (!params || !match) return [];
    const at = differsIn(own, params, name) ? (params as Record<string, unknown>)[name] : null;
    return Object.entries(table.measures ?? {}).map(([column, measure]) => ({
      measure,
      at: typeof at === 'number' || typeof at === 'string' ? at : null,
      label: Object.values(match).join(', '),
      values: cellsOf(table, match, column),
      source: table.source,
    }));
  });
}

/** Are they the same but for this one? */
function differsIn(a: ParamValues, b: ParamValues, name: string): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  const text = (params: ParamValues, key: string) =>
    JSON.stringify((params as Record<string, unknown>)[key] ?? null);
  return [...keys].every((key) => key === name || key === 'seed' || text(a, key) === text(b, key));
}

function cellsOf({ columns, rows }: PublishedTable, match: Match, column: string): number[] {
  const place = columns.indexOf(column);
  return rows
    .filter((row) => Object.entries(match).every(([label, value]) => row[columns.indexOf(label)] === value))
    .map((row) => row[place])
    .filter((cell) => typeof cell === 'number');
}

/** The line that stands for all: the first, as it was printed. A mean of them nobody printed. */
export const firstOf = ({ values }: Pick<PublishedMark, 'values'>): number => values[0] ?? NaN;

/** "530 (528 to 534)": the first line, then the least and the most of all. */
export function printedWords(mark: Pick<PublishedMark, 'values'>, words: (value: number) => string): string {
  const [least, most] = [Math.min(...mark.values), Math.max(...mark.values)].map(words);
  const first = words(firstOf(mark));
  return least === most ? first : `${first} (${least ?? ''} to ${most ?? ''})`;
}
