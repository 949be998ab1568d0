/** The text twin: what the drawing shows, as a table and a line. Raw numbers; copied as it stands. */
import { count } from '../text';
import type { SwapHowName } from '../../core/gen/tables';
import type { Frame, SourceInfo } from '../scene';
import type { Facts, Row } from './facts';
import { printed } from './published';

export interface Table {
  title: string;
  columns: readonly string[];
  rows: { mode: string; taken: boolean; cells: readonly string[] }[];
}

const us = (ns: number) => (ns / 1000).toFixed(1);

/** "+27 %": by how much more faults fit into a second. */
function faster(lat: number, base: number): string {
  const percent = Math.round(100 * (base / lat - 1));
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent)} %`;
}

function modelTable(rows: readonly Row[]): Table {
  const base = rows.find((r) => r.mode === 'interrupt')?.many ?? null;
  const n = Math.max(0, ...rows.map(({ many }) => many?.n ?? 0));
  return {
    title: `mean of ${count(n, 'fault')}, in us`,
    columns: ['MODE', 'LATENCY', 'CPU', 'FASTER', 'CPU RATIO'],
    rows: rows.map(({ mode, taken, many }) => {
      if (!many?.cpu) return { mode, taken, cells: ['-', '-', '-', '-'] };
      const own = mode === 'interrupt' || !base?.cpu;
      const ratio = own ? '-' : `${(many.cpu.total / (base.cpu?.total ?? 1)).toFixed(1)}x`;
      const cells = [us(many.lat), us(many.cpu.total), own ? '-' : faster(many.lat, base.lat), ratio];
      return { mode, taken, cells };
    }),
  };
}

function captureTable(rows: readonly Row[]): Table {
  const n = rows.reduce((sum, { many }) => sum + (many?.n ?? 0), 0);
  return {
    title: `${count(n, 'read')} (emulated), in us`,
    columns: ['MODE', 'READS', 'MEAN', 'ASLEEP', 'LOOKS'],
    rows: rows.map(({ mode, taken, many }) => {
      if (!many?.seen) return { mode, taken, cells: ['-', '-', '-', '-'] };
      const asleep = mode === 'hybrid' ? us(many.seen.slept) : '-';
      const looks = mode === 'interrupt' ? '-' : many.seen.polls.toFixed(1);
      return { mode, taken, cells: [String(many.n), us(many.lat), asleep, looks] };
    }),
  };
}

export function tableOf({ kernel, rows }: Facts): Table {
  return kernel ? captureTable(rows) : modelTable(rows);
}

/** Windows so far by their size, as a line per kind of readahead. */
export function windowLines({ windows }: Facts): string[] {
  return (['vma', 'cluster'] as const).flatMap((name, i) => {
    const row = windows[i];
    if (!row || row.faults === 0) return [];
    const sizes = row.by_size.flatMap((n, log) => (n > 0 ? [`${2 ** log}: ${n}`] : []));
    return [`readahead ${name}: ${row.faults} windows, ${row.pages} pages; by pages ${sizes.join(', ')}`];
  });
}

function timeLine(row: Row): string[] {
  if (!row.track) return [];
  const busy = row.track.busy === null ? '-' : String(row.track.busy);
  return [`${row.mode}: ${row.track.end} ns, CPU ${busy} ns`];
}

/** The fault in lines: its window, its reads, and its time in each mode. */
export function faultLines(facts: Facts, frame: Frame): string[] {
  const { fault, read, rows, aside } = facts;
  if (!fault) return ['no fault yet'];
  const { window, reads } = fault;
  const how: SwapHowName | '-' = read?.how ?? '-';
  return [
    `fault ${frame.k}: pid ${window?.pid ?? read?.pid ?? '-'}, ${facts.device}`,
    window
      ? `window ${window.win} of ${window.max_win} (${window.ra}): hits ${window.hits}, prev ${window.prev}, cur ${window.cur}, prev_win ${window.prev_win}`
      : 'no window',
    read
      ? `reads ${reads.length}: how ${how}, swap_poll ${read.mode}, delay ${read.delay}, mean ${read.mean}, sleep ${read.sleep}`
      : 'no read',
    ...(aside ? [`${how}: ${aside.end} ns`] : []),
    ...rows.flatMap(timeLine),
  ];
}

/** The whole twin as plain text. */
export function twinText(facts: Facts, frame: Frame, info: Pick<SourceInfo, 'tables'>): string {
  const { title, columns, rows } = tableOf(facts);
  const lines = [columns, ...rows.map((r) => [r.mode, ...r.cells])];
  const widths = columns.map((_, i) => Math.max(...lines.map((l) => l[i]?.length ?? 0)));
  const table = lines.map((l) =>
    l
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const { lines: published, citation } = printed(info) ?? { lines: [], citation: '' };
  return [
    title,
    ...table,
    ...(facts.kernel ? ['An emulated machine: these times are not performance.'] : []),
    ...published.map(({ on, words }) => `published: ${on}: ${words}`),
    ...(citation ? [`(${citation})`] : []),
    '',
    ...windowLines(facts),
    ...faultLines(facts, frame),
    '',
  ].join('\n');
}
