/** What document 001 printed: how full each device was at the end, under each rule. */
import type { RuleName } from '../../core/gen/tables';
import { msg, plain } from '../../core/message';
import { publishedRow } from '../published';
import type { SourceInfo } from '../scene';
import { clean } from '../phrases';
import type { PublishedExcerpt } from '../narration';

const ID = 'roundrobin-used';
/** Its columns that are devices. */
const DEVICE = /^zram\d+$/;

const usedWords = (used: readonly (readonly [name: string, used: string])[]) =>
  plain(used.map(([name, value]) => `${clean(name)} ${value}`).join(', '));

/** Of the very experiment, or of another machine under the same rule; null where the table did not come along. */
export function publishedExcerptOf(
  rule: RuleName,
  { published, tables }: Pick<SourceInfo, 'published' | 'tables'>,
): PublishedExcerpt | null {
  if (published)
    return { ...published, lines: [msg`same experiment, at its end`, usedWords(published.used)] };
  const table = tables?.find(({ id }) => id === ID);
  const cell = table && publishedRow(table, 'rule', rule);
  if (!cell) return null;
  const used = table.columns
    .filter((column) => DEVICE.test(column))
    .map((column) => [column, String(cell(column))] as const);
  const { title, citation, url } = table;
  return {
    lines: [msg`other machine, same rule`, usedWords(used)],
    title,
    citation,
    url,
  };
}
