/** The text twin: the task and its request, before and after. Raw numbers, as a terminal prints them. Pure. */
import { msg, NOTHING } from '../../core/message';
import type { Frame, SourceFrame } from '../scene';
import { rangePhrase } from '../phrases';
import type { PublishedExcerpt, Twin } from '../narration';
import type { Facts } from './facts/facts';
import { balancePhrase } from './facts/phrases';
import type { PublishedRequest } from './facts/published';
import { average, segmentsOf, type Requests } from './facts/requests';

type Change = readonly [field: string, before: string, after: string];

const NONE = '-';
/** Counts of more nodes get a row each. */
const IN_A_ROW = 2;

type TaskRow = Facts['task']['after'];

function counter(facts: Facts): Change[] {
  const { event } = facts;
  if (event?.kind !== 'interleave') return [];
  const weighs = event.mode === 'weighted_interleave';
  const of = weighs ? '' : ` of ${event.g}`;
  return [
    ['il_prev', String(event.prev), String(event.nid)],
    [weighs ? 'il_weight' : 'il_cnt', `${event.cnt}${of}`, `${event.cnt_after}${of}`],
  ];
}

/** Allocations of the task by node. */
function pages({ task, policy, coverage }: Facts): Change[] {
  const on = (row: TaskRow, node: number) => (row ? String(row.on[node] ?? 0) : NONE);
  // Of a probe, which leaves out what would cost too much, these are none.
  if (!task.after || coverage.has.includes('mms_il')) return [];
  const { nodes } = policy;
  if (nodes.length <= IN_A_ROW) {
    const all = (row: TaskRow) => nodes.map((n) => on(row, n)).join('/');
    return [[`pages, node ${nodes.join('/')}`, all(task.before), all(task.after)]];
  }
  return nodes.map((n) => [`pages, node ${n}`, on(task.before, n), on(task.after, n)]);
}

/** The request at hand: before this page joined, and with it. */
function gatheredRows(facts: Facts, frame: Frame): Change[] {
  const { open } = facts;
  if (!open) return [];
  const row = frame.before.rq.find((r) => r.present === 1 && r.dev === open.dev);
  const before = row ? `${row.open_segments}/${row.open_sectors}` : NONE;
  return [['segments/sectors', before, `${open.used}/${open.sectors}`]];
}

/** As if: from..to, where what is assumed makes a difference. */
const ranged = (
  value: number | null | undefined,
  range: Facts['ranges']['mean'],
  words: (value: number) => string = String,
): string => {
  if (range) return rangePhrase(range, words, '..');
  return value === null || value === undefined ? NONE : words(value);
};

function lastRows({ open, requests, requestsBefore, ranges }: Facts): Change[] {
  if (open) return [];
  const cell = (r: Requests | null, of: Partial<Facts['ranges']>) => {
    const last = r?.past[0];
    if (!last) return NONE;
    return [ranged(segmentsOf(last), of.segments ?? null), ranged(last.sectors, of.sectors ?? null)].join(
      '/',
    );
  };
  return [['last segm./sect.', cell(requestsBefore(), {}), cell(requests, ranges)]];
}

/** As iostat prints it. */
const avgrq = (requests: Requests | null, range: Facts['ranges']['mean'] = null) =>
  ranged(average(requests), range, (mean) => mean.toFixed(2));

function changes(facts: Facts, frame: Frame): Change[] {
  return [
    ...counter(facts),
    ...pages(facts),
    ...gatheredRows(facts, frame),
    ...lastRows(facts),
    ['avgrq-sz', avgrq(facts.requestsBefore()), avgrq(facts.requests, facts.ranges.mean)],
  ];
}

/** What was decided, in one line, with the disk's limits and the balance of memory. */
function decisionLines(facts: Facts): string[] {
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
      : [`lead ${balancePhrase(now).replace('\u2212', '-')}, most ${facts.lead?.most ?? NONE}`]),
  ];
}

/** What the document printed of the first disk, as the drawing marks it. */
function printedOf({
  rows: [first],
  without,
  title,
  citation,
  url,
}: PublishedRequest): PublishedExcerpt | null {
  if (!first) return null;
  const none = without === null ? NOTHING : msg`, no policy ${without.toFixed(2)}`;
  const line = msg`${first.disk}: ${first.sectors.toFixed(2)}${none}`;
  return { lines: [line], title, citation, url };
}

/** Every disk of it. */
function publishedLines({ published }: Facts): string[] {
  return published
    ? [`published ${published.rows.map((r) => `${r.disk} ${r.sectors.toFixed(2)}`).join(', ')}`]
    : [];
}

export function twinOf(facts: Facts, { frame, info }: SourceFrame): Twin {
  return {
    title: msg`the task and its request`,
    columns: ['FIELD', 'BEFORE', 'AFTER'],
    rows: changes(facts, frame).map(([field, before, after]) => ({
      key: field,
      look: before === after ? undefined : 'changed',
      cells: [field, before, after],
    })),
    printed: facts.published && printedOf(facts.published),
    folds: [
      {
        title: msg`decision and disk`,
        lines: [`${info.provenance} ${info.id}`, ...decisionLines(facts), ...publishedLines(facts)],
      },
    ],
  };
}
