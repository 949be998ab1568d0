/** What document 002 printed: how reclaim fared, without fair allocation and with it. */
import type { ZonePolicyName } from '../../core/gen/tables';
import { msg, plain, type Message } from '../../core/message';
import { publishedRow } from '../published';
import type { SourceInfo } from '../scene';
import type { PublishedExcerpt } from '../narration';

const ID = 'parallelio-vmstat';
/** Its column for a policy; others were not measured. */
const COLUMNS: Readonly<Partial<Record<ZonePolicyName, readonly [column: string, words: Message]>>> = {
  preferred: ['BASE', msg`base kernel`],
  fair: ['FAIRALLOC', msg`fair allocation`],
};

/** Null where the document measured nothing of the kind, or its table did not come along. */
export function publishedExcerptOf(
  policy: ZonePolicyName | null,
  { tables }: Pick<SourceInfo, 'tables'>,
): PublishedExcerpt | null {
  const table = tables?.find(({ id }) => id === ID);
  const of = policy && COLUMNS[policy];
  if (!table || !of) return null;
  const [column, kernel] = of;
  const cell = (counter: string) => {
    const value = publishedRow(table, 'counter', counter)?.(column);
    return typeof value === 'number' ? msg`${value}` : plain(typeof value === 'string' ? value : '–');
  };
  return {
    lines: [
      msg`4 nodes, 8 GiB, ${kernel}`,
      msg`kswapd efficiency ${cell('Kswapd efficiency')}, swap-outs ${cell('Swap Outs')}`,
    ],
    title: table.title,
    citation: table.citation,
    url: table.url,
  };
}
