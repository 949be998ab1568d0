/**
 * Numbers that are asked about, each read off one frame of a run; lessons call them by these names, too
 * (docs/lessons.md). Pure.
 */
import type { Columns } from '../core/columns';
import { grouped } from '../core/number';
import type { Frame, SourceInfo } from '../scenes/scene';
import { humanSize } from '../scenes/swap-devices/facts/size';
import { factsOf } from '../scenes/swap-in/facts/facts';
import { clean, signed } from '../scenes/phrases';
import { namesOf } from '../scenes/voices/names';
import { indexName, nodeOf } from '../scenes/voices/zone';

/** A run of which frames are at hand: all of them, or those that a question is about. */
export interface QuizRun {
  info: SourceInfo;
  columns: Columns;
  decisions: number;
  frame: (k: number) => Frame;
}

export interface QuizValue {
  text: string;
  /** Null where it is no number. */
  number: number | null;
  /** The most it can be, where a bar can be drawn for it. */
  max: number | null;
  /** What other numbers of the kind are written with: writeIn(). */
  unit: string;
}

/** Not what every object has. */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Throws a sentence where there is no such value. */
export function readValue(run: QuizRun, k: number, name: string, arg: string): QuizValue {
  const read = ownEntry(VALUES, name);
  if (!read) throw new Error(`there is no value “${name}”.`);
  return read(run, Math.min(k, run.decisions), arg);
}

/** A number of pages of a device, written as swapon writes it. */
const SIZE = 'size';

export function formatValue(unit: string, n: number): string {
  if (unit === SIZE) return humanSize(Math.max(0, Math.round(n)));
  const digits = signed(Math.round(n * 10) / 10, grouped);
  return unit === '' ? digits : `${digits} ${unit}`;
}

export const valueIn = (n: number, unit: string, max: number | null): QuizValue => ({
  text: formatValue(unit, n),
  number: n,
  max,
  unit,
});
export const countValue = (n: number, max: number | null = null): QuizValue => valueIn(n, '', max);
export const percentValue = (n: number): QuizValue => valueIn(n, '%', 100);
export const textValue = (text: string): QuizValue => ({ text, number: null, max: null, unit: '' });
const pages = (n: number, max: number | null): QuizValue => valueIn(n, SIZE, max);

const frames = new WeakMap<QuizRun, Map<number, Frame>>();
function frameOf(run: QuizRun, k: number): Frame {
  const known = frames.get(run) ?? new Map<number, Frame>();
  frames.set(run, known);
  const old = known.get(k);
  if (old) return old;
  const made = run.frame(k);
  known.set(k, made);
  return made;
}

function eventOf(run: QuizRun, k: number): Record<string, unknown> {
  const { event } = frameOf(run, k);
  if (!event) throw new Error('nothing is decided before the first decision.');
  return event as unknown as Record<string, unknown>;
}

export const cellAt = (run: QuizRun, k: number) => run.columns.cells[run.columns.cell[k - 1] ?? -1];

/** An author cannot know all names: the error lists them. */
const unknown = (what: string, name: string, all: readonly (string | number)[]) =>
  new Error(
    `there is no ${what} “${name}”. There ${all.length === 1 ? 'is' : 'are'} ${all.join(', ') || 'none'}.`,
  );

function deviceOf(run: QuizRun, k: number, name: string) {
  const { after } = frameOf(run, k);
  const names = namesOf(after);
  const all = after.dev.flatMap((row, type) =>
    row.present === 1 || row.name !== '' ? [{ row, own: names.device(type).name }] : [],
  );
  const found = all.find(({ own }) => own === name);
  if (!found)
    throw unknown(
      'device',
      name,
      all.map(({ own }) => own),
    );
  return found.row;
}

/** "0.Normal" */
function zoneOf(run: QuizRun, k: number, name: string) {
  const { after } = frameOf(run, k);
  const all = after.zone.flatMap((row, id) =>
    row.present === 1 ? [{ row, own: `${nodeOf(id)}.${indexName(id % 8)}` }] : [],
  );
  const found = all.find(({ own }) => own === name);
  if (!found)
    throw unknown(
      'zone',
      name,
      all.map(({ own }) => own),
    );
  return found.row;
}

const hasZones = (run: QuizRun, k: number) => frameOf(run, k).after.zone.some(({ present }) => present === 1);

/** Of one run, at decision k. */
export const VALUES: Readonly<Record<string, (run: QuizRun, k: number, arg: string) => QuizValue>> = {
  k: (_, k) => countValue(k),
  decisions: (run) => countValue(run.decisions),
  nodes: (run, k) => {
    const { after } = frameOf(run, k);
    const known = after.node.filter(({ present }) => present === 1).length;
    const params = run.info.params?.['nodes'];
    const zones = new Set(after.zone.flatMap(({ present }, id) => (present === 1 ? [nodeOf(id)] : [])));
    const n = known || zones.size || (typeof params === 'number' ? params : 0);
    if (n === 0) throw new Error('no event names a node.');
    return countValue(n);
  },
  devices: (run, k) => {
    const n = frameOf(run, k).after.dev.filter(({ present }) => present === 1).length;
    if (n === 0) throw new Error('this view has no swap devices.');
    return countValue(n);
  },
  zones: (run, k) => countValue(frameOf(run, k).after.zone.filter(({ present }) => present === 1).length),
  /** What the decision came to, and the one before. */
  chosen: (run, k) => textValue(cellAt(run, k)?.name ?? ''),
  before: (run, k) => textValue(cellAt(run, k - 1)?.name ?? ''),
  node: (run, k) => {
    const event = eventOf(run, k);
    const n = event['nid'] ?? event['list'];
    if (typeof n !== 'number') throw new Error('the decision names no node.');
    return { ...countValue(n), text: `node ${n}` };
  },
  comm: (run, k) => {
    const { comm } = eventOf(run, k);
    return textValue(typeof comm === 'string' ? clean(comm) : '');
  },
  event: (run, k, field) => {
    const value = eventOf(run, k)[field];
    if (typeof value === 'number') return countValue(value);
    if (typeof value === 'string') return textValue(clean(value));
    const known = Object.entries(eventOf(run, k)).flatMap(([n, v]) => (typeof v === 'object' ? [] : [n]));
    throw new Error(`the event has no field “${field}”. It has ${known.join(', ')}.`);
  },
  used: (run, k, name) => {
    const row = deviceOf(run, k, name);
    return pages(row.used, row.pages);
  },
  full: (run, k, name) => {
    const row = deviceOf(run, k, name);
    return percentValue(row.pages === 0 ? 0 : (100 * row.used) / row.pages);
  },
  prio: (run, k, name) => {
    const { prio } = deviceOf(run, k, name);
    return { ...countValue(prio), text: signed(prio) };
  },
  size: (run, k, name) => {
    if (!hasZones(run, k)) return pages(deviceOf(run, k, name).pages, null);
    return countValue(zoneOf(run, k, name).managed);
  },
  free: (run, k, name) => {
    if (hasZones(run, k)) {
      const row = zoneOf(run, k, name);
      if (row.free < 0) throw new Error('how many of its pages are free is not recorded.');
      return countValue(row.free, Math.max(1, Math.min(row.managed, Math.max(row.high * 2, row.free))));
    }
    const row = deviceOf(run, k, name);
    return pages(row.pages - row.used, row.pages);
  },
  min: (run, k, name) => countValue(zoneOf(run, k, name).min),
  low: (run, k, name) => countValue(zoneOf(run, k, name).low),
  high: (run, k, name) => countValue(zoneOf(run, k, name).high),
  batch: (run, k, name) => countValue(zoneOf(run, k, name).batch),
  taken: (run, k, name) => countValue(zoneOf(run, k, name).taken),
  taken_share: (run, k, name) => {
    const all = frameOf(run, k).after.zone.reduce((n, { taken }) => n + taken, 0);
    return percentValue(all === 0 ? 0 : (100 * zoneOf(run, k, name).taken) / all);
  },
  woken: (run, k, nid) => {
    const rows = frameOf(run, k).after.kswapd;
    const row = nid === '' ? undefined : rows[Number(nid)];
    if (row?.present !== 1)
      throw unknown(
        'kswapd of node',
        nid,
        rows.flatMap(({ present }, n) => (present === 1 ? [n] : [])),
      );
    return countValue(row.woken);
  },
  /** How long the fault waits for its page. */
  wait: (run, k) => {
    const fault = factsOf({ frame: frameOf(run, k), info: run.info }).fault;
    const done = fault?.reads[0]?.done;
    if (!done) throw new Error('the end of its read is not recorded.');
    return valueIn(done.lat / 1000, 'µs', null);
  },
  /** Pages that the fault reads. */
  window: (run, k) => {
    const { win, max_win: most } = eventOf(run, k);
    if (typeof win !== 'number' || typeof most !== 'number') throw new Error('the decision is not a window.');
    return countValue(win, most);
  },
  /** Sectors of a request of a disk, in the mean of all so far. */
  sectors: (run, k, name) => {
    const rows = frameOf(run, k).after.rq.filter(({ present }) => present === 1);
    const row = rows.find((one) => clean(one.name) === name);
    if (!row)
      throw unknown(
        'disk',
        name,
        rows.map((one) => clean(one.name)),
      );
    if (row.requests === 0) throw new Error(`no request of “${name}” is recorded before decision ${k + 1}.`);
    return valueIn(row.sectors / row.requests, 'sectors', row.max_sectors > 0 ? row.max_sectors : null);
  },
  /** Names on a list, in order. */
  list: (run, k, which) => {
    const { after } = frameOf(run, k);
    const row = after.list[Number(which || '0')];
    if (row?.known !== 1)
      throw unknown(
        'list',
        which,
        after.list.flatMap(({ known }, n) => (known === 1 ? [n] : [])),
      );
    return textValue(row.type.map((type) => namesOf(after).device(type).name).join(', '));
  },
  /** Decisions so far that came to this. */
  count: (run, k, name) => countValue(sharedBy(run, k, name)),
  share: (run, k, name) => percentValue(k === 0 ? 0 : (100 * sharedBy(run, k, name)) / k),
  param: (run, _, name) => {
    const value = run.info.params?.[name];
    if (value === undefined) throw unknown('tunable', name, Object.keys(run.info.params ?? {}));
    return typeof value === 'number' ? countValue(value) : textValue(value.join(', '));
  },
};

function sharedBy(run: QuizRun, k: number, name: string): number {
  const { cell, cells } = run.columns;
  const wanted = cells.flatMap((one, i) => (one.name === name ? [i] : []));
  if (wanted.length === 0)
    throw new Error(
      `no decision comes to “${name}”. They come to ${[...new Set(cells.map((c) => `“${c.name}”`))].join(', ')}.`,
    );
  return cell.subarray(0, k).reduce((n, one) => n + (wanted.includes(one) ? 1 : 0), 0);
}
