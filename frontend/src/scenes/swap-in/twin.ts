/** The text twin: means in every mode beside what was published, and this fault in raw numbers. */
import { amount, msg } from '../../core/message';
import { times } from '../../core/number';
import type { SourceInfo } from '../scene';
import { rangePhrase } from '../phrases';
import type { Row as TwinRow, Twin } from '../narration';
import type { Facts, Distribution, Row } from './facts/facts';
import { publishedExcerpt } from './published';

const us = (ns: number) => (ns / 1000).toFixed(1);
const NOT_KNOWN = ['-', '-', '-', '-'];

/** "+27 %": by how much more faults fit into a second. */
function faster(lat: number, base: number): string {
  const percent = Math.round(100 * (base / lat - 1));
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent)} %`;
}

/** The way the page was read stands out. */
const rowsOf = (
  rows: readonly Row[],
  cells: (mode: string, many: Distribution) => readonly string[] | null,
): TwinRow[] =>
  rows.map(({ mode, taken, many }) => ({
    key: mode,
    cells: [mode, ...((many && cells(mode, many)) ?? NOT_KNOWN)],
    look: taken ? 'hot' : undefined,
  }));

type Means = Pick<Twin, 'title' | 'columns' | 'rows' | 'notes'>;

function meansOfModel(rows: readonly Row[]): Means {
  const base = rows.find((r) => r.mode === 'interrupt')?.many ?? null;
  const n = Math.max(0, ...rows.map(({ many }) => many?.n ?? 0));
  return {
    title: msg`mean of ${amount(n, 'fault')}, in µs`,
    columns: ['MODE', 'LATENCY', 'CPU', 'FASTER', 'CPU RATIO'],
    rows: rowsOf(rows, (mode, { lat, cpu }) => {
      if (!cpu) return null;
      if (mode === 'interrupt' || !base?.cpu) return [us(lat), us(cpu.total), '-', '-'];
      return [us(lat), us(cpu.total), faster(lat, base.lat), times(cpu.total / base.cpu.total)];
    }),
  };
}

function meansOfCapture(rows: readonly Row[], emulated: boolean): Means {
  const n = rows.reduce((sum, { many }) => sum + (many?.n ?? 0), 0);
  return {
    title: emulated ? msg`${amount(n, 'read')} (emulated), in µs` : msg`mean of ${amount(n, 'read')}, in µs`,
    columns: ['MODE', 'READS', 'MEAN', 'ASLEEP', 'LOOKS'],
    rows: rowsOf(rows, (mode, { n: reads, lat, range, seen }) => {
      if (!seen) return null;
      const asleep = mode === 'hybrid' ? us(seen.slept) : '-';
      const looks = mode === 'interrupt' ? '-' : seen.polls.toFixed(1);
      return [String(reads), range ? rangePhrase(range, us, '..') : us(lat), asleep, looks];
    }),
    ...(emulated ? { notes: [msg`Emulated: these times are not performance.`] } : {}),
  };
}

/** Windows so far by their size, as a line per kind of readahead. */
function windowLines({ windows }: Facts): string[] {
  return (['vma', 'cluster'] as const).flatMap((name, i) => {
    const row = windows[i];
    if (!row || row.faults === 0) return [];
    const sizes = row.by_size.flatMap((n, log) => (n > 0 ? [`${2 ** log}: ${n}`] : []));
    return [`readahead ${name}: ${row.faults} windows, ${row.pages} pages; by pages ${sizes.join(', ')}`];
  });
}

function timeLine({ mode, track, range }: Row, seen: boolean): string[] {
  if (!track) return [];
  const unknown = seen ? 'not in this capture' : 'known only for reads of one page';
  const end = range ? rangePhrase(range, String, '..') : String(track.end);
  return [`${mode}: ${end} ns, CPU ${track.busy === null ? unknown : `${track.busy} ns`}`];
}

/** The fault in lines: its window, its reads, and its time in each mode. */
function faultLines({ seen, k, fault, read, rows, aside, names }: Facts): string[] {
  const { window, reads, probed } = fault ?? {};
  const own = window ?? read;
  if (!reads || !own) return ['no fault yet'];
  return [
    `fault ${k}: pid ${own.pid}, ${names.device(own.type).name}`,
    window
      ? `window ${window.win || 'not recorded,'} of ${window.max_win} (${window.ra}): hits ${window.hits}, prev ${window.prev}, cur ${window.cur}, prev_win ${window.prev_win}`
      : 'no window',
    read
      ? `reads ${reads.length}: how ${read.how}, swap_poll ${read.mode}, delay ${read.delay}, mean ${read.mean}, sleep ${read.sleep}`
      : probed
        ? `folios begun ${probed.reads}, other tasks ${probed.others}, page_cluster ${probed.page_cluster} then ${probed.page_cluster2}`
        : 'no read',
    ...(aside && read ? [`${read.how}: ${aside.end} ns`] : []),
    ...rows.flatMap((row) => timeLine(row, seen)),
  ];
}

export function twinOf(facts: Facts, info: Pick<SourceInfo, 'tables' | 'params'>): Twin {
  return {
    ...(facts.seen ? meansOfCapture(facts.rows, facts.emulated) : meansOfModel(facts.rows)),
    printed: publishedExcerpt(info),
    folds: [{ title: msg`windows and this fault`, lines: [...windowLines(facts), ...faultLines(facts)] }],
  };
}
