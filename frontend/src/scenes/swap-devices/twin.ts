/**
 * The text twin: what the drawing shows, in the shape of `swapon --show` (util-linux, sys-utils/swapon.c)
 * and one line per list. Raw numbers, as a terminal prints them.
 */
import { msg, plain } from '../../core/message';
import type { SourceInfo } from '../scene';
import { clean } from '../phrases';
import type { Row, Twin, PublishedExcerpt } from '../narration';
import { unnamed } from '../voices/names';
import { walkOf } from '../voices/swap-walk';
import type { Facts } from './facts/facts';
import { humanSize, humanSizes } from './facts/size';
import type { RuleName } from '../../core/gen/tables';
import { publishedRow } from '../published';

/**
 * Devices that are swapped on. The event names the disk, so TYPE is always that of a disk; what is not
 * known is a dash.
 */
function rowsOf({ devices, event }: Facts, provenance: SourceInfo['provenance']): Row[] {
  return devices
    .filter((d) => d.status !== 'gone')
    .map(({ type, name, letter, node, status, pages, used, band, prio }) => ({
      key: type,
      of: `device:${type}` as const,
      cells: [
        // A disk as its device file; the model's devices have none.
        provenance !== 'model' && name !== unnamed(type) ? `/dev/${name}` : name,
        'partition',
        pages > 0 ? humanSize(pages) : '-',
        band ? humanSizes(band).replace(' to ', '..') : humanSize(used),
        String(prio),
      ],
      look: type === event?.type ? 'hot' : status === 'listed' ? undefined : 'off',
      node,
      letter,
    }));
}

/** e.g. "list 2: swapC 1, swapA 2, swapB 3, swapD 5". */
function listLines({ chains, merged, names }: Facts): string[] {
  return chains.map(({ list, known, hidden, entries, more }) => {
    const name = merged ? 'one list' : `list ${list}`;
    if (hidden) return `${name}: hidden until you answer`;
    if (!known) return `${name}: not seen yet`;
    const all = entries.map(({ type, key }) => `${names.device(type).name} ${key}`);
    if (more > 0) all.push(`${more} more`);
    return `${name}: ${all.join(', ') || 'empty'}`;
  });
}

/** The decision itself in one line, with every device tried. */
function decisionLine({ event, names }: Facts, k: number): string {
  if (!event) return 'no decision yet';
  const tried = walkOf(event).visits.map((v) => `${names.device(v.type).name} ${v.verdict ?? '?'}`);
  const result = event.type >= 0 ? `${names.device(event.type).name} gives ${event.ret}` : event.end;
  return [
    `decision ${k}: ${clean(event.comm)}[${event.pid}] cpu ${event.cpu}, node ${event.nid}, list ${event.list},`,
    `goal ${event.goal}, batch ${event.batch}, order ${event.order};`,
    tried.length > 0 ? `${tried.join(', ')};` : '',
    result,
  ]
    .filter((s) => s !== '')
    .join(' ');
}

export function twinOf(
  facts: Facts,
  k: number,
  info: Pick<SourceInfo, 'provenance' | 'published' | 'tables'>,
): Twin {
  const rows = rowsOf(facts, info.provenance);
  const columns = ['NAME', 'TYPE', 'SIZE', 'USED', 'PRIO'];
  // Two sizes take the place of what is the same in every line.
  const wide = facts.devices.some(({ band }) => band);
  const kept = <T>(cells: readonly T[]) =>
    wide ? cells.filter((_, i) => i !== columns.indexOf('TYPE')) : cells;
  return {
    title: msg`$ swapon --show`,
    columns: kept(columns),
    left: ['TYPE'],
    rows: rows.map((row) => ({ ...row, cells: kept(row.cells) })),
    printed: publishedExcerptOf(facts.rule, info),
    folds: [{ title: msg`lists and walk`, lines: [...listLines(facts), decisionLine(facts, k)] }],
  };
}

/** What document 001 printed: how full each device was at the end, under each rule. */
const TABLE = 'roundrobin-used';
/** Its columns that are devices. */
const DEVICE = /^zram\d+$/;

const usedWords = (used: readonly (readonly [name: string, used: string])[]) =>
  plain(used.map(([name, value]) => `${clean(name)} ${value}`).join(', '));

/** Of the very experiment, or of another machine under the same rule; null where the table did not come along. */
function publishedExcerptOf(
  rule: RuleName,
  { published, tables }: Pick<SourceInfo, 'published' | 'tables'>,
): PublishedExcerpt | null {
  if (published)
    return { ...published, lines: [msg`same experiment, at its end`, usedWords(published.used)] };
  const table = tables?.find(({ id }) => id === TABLE);
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
