/** The text twin: the task and its request, before and after. Raw numbers, as a terminal prints them. Pure. */
import type { Frame, SourceInfo } from '../scene';
import type { Facts } from './facts';
import { avgrq, lead } from './numbers';
import { average, segmentsOf, type Requests } from './requests';

export interface TwinRow {
  field: string;
  before: string;
  after: string;
}

const NONE = '-';
/** Counts of more nodes get a row each. */
const IN_A_ROW = 2;

type TaskRow = Facts['task']['after'];

function counter(facts: Facts): TwinRow[] {
  const { event } = facts;
  if (event?.kind !== 'interleave') return [];
  const weighs = event.mode === 'weighted_interleave';
  const of = weighs ? '' : ` of ${event.g}`;
  return [
    { field: 'il_prev', before: String(event.prev), after: String(event.nid) },
    {
      field: weighs ? 'il_weight' : 'il_cnt',
      before: `${event.cnt}${of}`,
      after: `${event.cnt_after}${of}`,
    },
  ];
}

/** Allocations of the task by node. */
function pages({ task, policy }: Facts): TwinRow[] {
  const on = (row: TaskRow, node: number) => (row ? String(row.on[node] ?? 0) : NONE);
  if (!task.after) return [];
  const { nodes } = policy;
  if (nodes.length <= IN_A_ROW) {
    const all = (row: TaskRow) => nodes.map((n) => on(row, n)).join('/');
    return [{ field: `pages, node ${nodes.join('/')}`, before: all(task.before), after: all(task.after) }];
  }
  return nodes.map((n) => ({
    field: `pages, node ${n}`,
    before: on(task.before, n),
    after: on(task.after, n),
  }));
}

/** The request at hand: before this page joined, and with it. */
function gatheredRows(facts: Facts, frame: Frame): TwinRow[] {
  const { open } = facts;
  if (!open) return [];
  const row = frame.before.rq.find((r) => r.present === 1 && r.dev === open.dev);
  return [
    {
      field: 'segments/sectors',
      before: row ? `${row.open_segments}/${row.open_sectors}` : NONE,
      after: `${open.used}/${open.sectors}`,
    },
  ];
}

function lastRows({ open, requests, requestsBefore }: Facts): TwinRow[] {
  if (open) return [];
  const cell = (r: Requests | null) => {
    const last = r?.past[0];
    return last ? `${segmentsOf(last) ?? NONE}/${last.sectors}` : NONE;
  };
  return [{ field: 'last segm./sect.', before: cell(requestsBefore()), after: cell(requests) }];
}

export function twinRows(facts: Facts, frame: Frame): TwinRow[] {
  const { requests, requestsBefore } = facts;
  return [
    ...counter(facts),
    ...pages(facts),
    ...gatheredRows(facts, frame),
    ...lastRows(facts),
    { field: 'avgrq-sz', before: avgrq(average(requestsBefore())), after: avgrq(average(requests)) },
  ];
}

export const COLUMNS = ['FIELD', 'BEFORE', 'AFTER'] as const;

/** What was decided, in one line, with the disk's limits and the balance of memory. */
export function decisionLines(facts: Facts): string[] {
  const { event, step, requests } = facts;
  if (!event) return ['before the first decision'];
  const page = step?.page;
  const frame = page
    ? `page ${page.page} -> node ${page.nid}, frame ${page.pfn}`
    : `-> node ${step?.node ?? NONE}`;
  const at = event.kind === 'interleave_vma' ? `ilx ${event.ilx} ` : '';
  const what = event.kind === 'block_rq' ? `sector ${event.sector}` : at + frame;
  const limits = [
    `max_segments ${requests?.maxSegments ?? NONE}`,
    `max_sectors ${requests?.maxSectors ?? NONE}`,
  ];
  const now = facts.lead?.values.at(-1);
  return [
    `${facts.k}: ${event.kind} ${what}`,
    `${requests && requests.name !== '' ? requests.name : 'disk'}: ${limits.join(', ')}`,
    `requests ${requests?.count ?? NONE}, sectors ${requests?.sectors ?? NONE}`,
    ...(now === undefined
      ? []
      : [`lead ${lead(now).replace('\u2212', '-')}, most ${facts.lead?.most ?? NONE}`]),
  ];
}

/** What the document printed, every disk of it. */
export function publishedLines({ published }: Facts): string[] {
  return published
    ? [`published ${published.rows.map((r) => `${r.disk} ${r.sectors.toFixed(2)}`).join(', ')}`]
    : [];
}

/** All of it, for the clipboard. */
export function twinText(facts: Facts, frame: Frame, info: SourceInfo): string {
  const rows = twinRows(facts, frame);
  const table = [COLUMNS, ...rows.map((r) => [r.field, r.before, r.after] as const)];
  const widths = COLUMNS.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  const lines = table.map(([a, b, c]) =>
    [a.padEnd(widths[0] ?? 0), b.padStart(widths[1] ?? 0), c.padStart(widths[2] ?? 0)].join('  '),
  );
  return (
    [`${info.provenance} ${info.id}`, ...lines, ...decisionLines(facts), ...publishedLines(facts)].join(
      '\n',
    ) + '\n'
  );
}
