/** What the maps of a script hold, and the histograms of bcc, as tables: as they were printed last. */
import { group } from 'd3-array';
import { countPhrase } from '../../trace/report/phrases';
import type { MapValue } from '../../trace/reader/reader';
import type { TraceReport } from '../../trace/trace-report';
import type { Section } from './tables';

/** Rows of a table: of a map with more keys, those with the largest values. */
const ROWS = 50;

/** Tables of all maps, in the order of the text, and sentences. */
export function mapTables({
  maps,
  map_values_full: full,
}: Pick<TraceReport, 'maps' | 'map_values_full'>): (Section | string)[] {
  const tables = [...group(maps, ({ map }) => map).values()].flatMap((values) => [
    ...valueTable(values),
    ...statsTable(values),
    ...histogramTables(values),
  ]);
  const left = `${countPhrase(full)} values of maps are not shown: there are too many.`;
  return full > 0 ? [...tables, left] : tables;
}

/** Counts and sums, the largest first; then what is text. */
function valueTable(values: readonly MapValue[]): Section[] {
  const numbers = values.filter((v) => v.statistic === 'value').sort((a, b) => b.value - a.value);
  const texts = values.filter((v) => v.statistic === 'text');
  const all = [...numbers, ...texts];
  if (all.length === 0) return [];
  const rows = all.slice(0, ROWS);
  const largest = Math.max(...numbers.map((v) => v.value));
  const left = all.length > ROWS ? `, the largest ${countPhrase(ROWS)} of ${countPhrase(all.length)}` : '';
  return [
    {
      caption: `${captionOf(all)}${left}`,
      heads: ['key', '#value'],
      rows: rows.map((v) => [keyOf(v), v.statistic === 'text' ? v.text : countPhrase(v.value)]),
      bars: rows.map((v) => (v.statistic === 'text' || largest <= 0 ? 0 : Math.max(0, v.value / largest))),
    },
  ];
}

/** Of stats(): a row a key. */
function statsTable(values: readonly MapValue[]): Section[] {
  const averaged = values.filter((v) => v.statistic === 'average');
  if (averaged.length === 0) return [];
  const of = (key: string, statistic: MapValue['statistic']) =>
    values.find((v) => v.key === key && v.statistic === statistic);
  return [
    {
      caption: captionOf(averaged),
      heads: ['key', '#values', '#average', '#total'],
      rows: averaged.slice(0, ROWS).map((average) => {
        const cells = [of(average.key, 'count'), average, of(average.key, 'total')];
        return [keyOf(average), ...cells.map((v) => (v ? countPhrase(v.value) : '–'))];
      }),
    },
  ];
}

/** A table a key: how many values were in each bucket. */
function histogramTables(values: readonly MapValue[]): Section[] {
  const buckets = group(
    values.filter((v) => v.statistic === 'bucket'),
    ({ key }) => key,
  );
  return [...buckets].map(([key, rows]) => {
    const largest = Math.max(1, ...rows.map((v) => v.value));
    const count = values.find((v) => v.key === key && v.statistic === 'count');
    const n = count ? `: ${countPhrase(count.value)} values` : '';
    return {
      caption: `${captionOf(rows, key)}${n}`,
      heads: ['value', '#how many'],
      rows: rows.map((v) => [rangeOf(v), countPhrase(v.value)]),
      bars: rows.map((v) => v.value / largest),
    };
  });
}

/** Values are whole numbers: a bucket ends at the last of them. */
function rangeOf({ low, high }: MapValue): string {
  if (low === null) return high === null ? 'any' : `below ${countPhrase(high)}`;
  if (high === null) return `${countPhrase(low)} and more`;
  return high === low + 1 ? countPhrase(low) : `${countPhrase(low)} to ${countPhrase(high - 1)}`;
}

const keyOf = ({ key }: MapValue) => (key === '' ? '–' : key.replaceAll(';', ' ← '));

/** Its name, key, and how often it was printed. */
function captionOf(values: readonly MapValue[], key = ''): string {
  const [{ map, prints } = { map: '', prints: 1 }] = values;
  const name = key === '' ? map : `${map}[${key}]`;
  return prints > 1 ? `${name}, printed ${countPhrase(prints)} times, as it was last` : name;
}
