/** What captures say of the published tables (datasets/published/derived, made by `mmscope evidence`). */
import type { Match, PublishedTable } from '../../capture/sources/published-document';
import type { Row, Unmodelled } from './rows';

export interface KernelLine {
  match: Match;
  columns: readonly string[];
  what?: string;
  captures?: readonly string[];
  /** What was measured in each capture, in words. */
  given?: readonly string[];
  /** The same as a number, where it is one. */
  numbers?: readonly (number | null)[];
  criterion?: string;
  verdict: 'holds' | 'direction holds' | 'does not hold' | 'not shown' | 'no capture';
  reason?: string;
}

export type Evidence = Readonly<Partial<Record<string, readonly KernelLine[]>>>;

/** A line's columns to which something is said. */
interface Place {
  line: number;
  columns: readonly string[];
}

export function placesOf(of: Row | Unmodelled): Place[] {
  if (!('kind' in of)) return [of];
  const own = { line: of.line, columns: of.column.split(', ') };
  return of.baseline ? [own, { line: of.baseline.line, columns: [of.baseline.column] }] : [own];
}

/** What captures say of these cells, each once. */
export function kernelLines(
  evidence: Evidence,
  table: PublishedTable,
  places: readonly Place[],
): KernelLine[] {
  return (evidence[table.id] ?? []).filter(({ match, columns }) =>
    places.some(
      (place) =>
        place.columns.some((c) => columns.includes(c)) &&
        Object.entries(match).every(([c, v]) => table.rows[place.line]?.[table.columns.indexOf(c)] === v),
    ),
  );
}

/** The second capture's number over the first's, where both are. */
export function kernelRatio({ numbers = [] }: KernelLine): number | null {
  const [before, after] = numbers;
  return numbers.length === 2 && before && typeof after === 'number' ? after / before : null;
}

/** The one reason for which emulation shows nothing of a table; null where captures say something. */
export function silenceReason(evidence: Evidence, table: PublishedTable): string | null {
  const lines = evidence[table.id] ?? [];
  const reasons = new Set(lines.map((line) => (line.verdict === 'not shown' ? line.reason : '')));
  const [only] = reasons;
  return reasons.size === 1 && only ? only : null;
}
