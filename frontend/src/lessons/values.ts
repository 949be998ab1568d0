/** What a lesson's {…} and the `of` of its questions come to, each asked of the core. Pure. */
import { MEASURES } from '../core/gen/measures';
import { grouped } from '../core/number';
import { keyOf } from '../core/decision';
import { textAt } from '../core/manifest';
import { PANES, type PaneId } from '../core/panes';
import type { Frame } from '../scenes/scene';
import { humanSize } from '../scenes/swap-devices/size';
import { clean, signed } from '../scenes/text';
import { namesOf } from '../scenes/voices/names';
import { indexName, nodeOf } from '../scenes/voices/zone';
import { momentOf } from './moments';
import type { Run } from './run';

/** Where a value is read: the view's runs and where it stands. */
export interface Place {
  runs: Readonly<Partial<Record<PaneId, Run>>>;
  k: number;
}

export interface Value {
  text: string;
  /** Null where it is no number. */
  number: number | null;
  /** The most it can be, where a bar can be drawn for it. */
  max: number | null;
  /** What other numbers of the kind are written with: writeIn(). */
  unit: string;
  /** Pane it is of; null: of both. */
  pane: PaneId | null;
}

/** Throws a sentence where there is no such value. */
export function valueOf(path: string, place: Place): Value {
  const [main = '', moment] = path.split('@');
  const [first = '', ...more] = main.split('.');
  const pane = PANES.find((id) => id.toLowerCase() === first);
  const [name = '', ...args] = pane ? more : [first, ...more];
  const both = own(BOTH, name);
  if (both) return { ...both(place), pane: null };
  const run = place.runs[pane ?? 'A'];
  if (!run) throw new Error(`{${path}}: the view shows nothing in pane ${pane ?? 'A'}.`);
  const other = place.runs[pane === 'B' ? 'A' : 'B'] ?? null;
  const k = moment === undefined ? place.k : momentOf(moment, run, other);
  const read = own(ONE, name);
  if (!read) {
    const known = [...Object.keys(ONE), ...Object.keys(BOTH)].join(', ');
    throw new Error(`{${path}}: there is no value “${name}”. There are ${known}.`);
  }
  const at = Math.min(k, run.decisions);
  try {
    return { ...read(run, at, args.join('.')), pane: pane ?? 'A' };
  } catch (error) {
    throw new Error(`{${path}}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Not what every object has. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

type Read = Omit<Value, 'pane'>;

/** A number of pages of a device, written as swapon writes it. */
const SIZE = 'size';

export function writeIn(unit: string, n: number): string {
  if (unit === SIZE) return humanSize(Math.max(0, Math.round(n)));
  const digits = signed(Math.round(n * 10) / 10, grouped);
  return unit === '' ? digits : `${digits} ${unit}`;
}

const of = (n: number, unit: string, max: number | null): Read => ({
  text: writeIn(unit, n),
  number: n,
  max,
  unit,
});
const count = (n: number, max: number | null = null): Read => of(n, '', max);
const percent = (n: number): Read => of(n, '%', 100);
const words = (text: string): Read => ({ text, number: null, max: null, unit: '' });
const pages = (n: number, max: number | null): Read => of(n, SIZE, max);

const frames = new WeakMap<Run, Map<number, Frame>>();
function frameOf(run: Run, k: number): Frame {
  const known = frames.get(run) ?? new Map<number, Frame>();
  frames.set(run, known);
  const old = known.get(k);
  if (old) return old;
  const made = run.frame(k);
  known.set(k, made);
  return made;
}

function eventOf(run: Run, k: number): Record<string, unknown> {
  const { event } = frameOf(run, k);
  if (!event) throw new Error('nothing is decided before the first decision.');
  return event as unknown as Record<string, unknown>;
}

const cellAt = (run: Run, k: number) => run.columns.cells[run.columns.cell[k - 1] ?? -1];

function deviceOf(run: Run, k: number, name: string) {
  const { after } = frameOf(run, k);
  const names = namesOf(after);
  const all = after.dev.flatMap((row, type) =>
    row.present === 1 || row.name !== '' ? [{ row, own: names.device(type).name }] : [],
  );
  const found = all.find(({ own }) => own === name);
  if (!found)
    throw new Error(
      `there is no device “${name}”. There are ${all.map(({ own }) => own).join(', ') || 'none'}.`,
    );
  return found.row;
}

/** "0.Normal" */
function zoneOf(run: Run, k: number, name: string) {
  const { after } = frameOf(run, k);
  const all = after.zone.flatMap((row, id) =>
    row.present === 1 ? [{ row, own: `${nodeOf(id)}.${indexName(id % 8)}` }] : [],
  );
  const found = all.find(({ own }) => own === name);
  if (!found)
    throw new Error(
      `there is no zone “${name}”. There are ${all.map(({ own }) => own).join(', ') || 'none'}.`,
    );
  return found.row;
}

const hasZones = (run: Run, k: number) => frameOf(run, k).after.zone.some(({ present }) => present === 1);

/** Of one run, at decision k. */
const ONE: Readonly<Record<string, (run: Run, k: number, arg: string) => Read>> = {
  title: (run) => words(run.info.title),
  k: (_, k) => count(k),
  decisions: (run) => count(run.decisions),
  nodes: (run, k) => {
    const { after } = frameOf(run, k);
    const told = after.node.filter(({ present }) => present === 1).length;
    const params = run.info.params?.['nodes'];
    const zones = new Set(after.zone.flatMap(({ present }, id) => (present === 1 ? [nodeOf(id)] : [])));
    const n = told || zones.size || (typeof params === 'number' ? params : 0);
    if (n === 0) throw new Error('no event tells of nodes.');
    return count(n);
  },
  devices: (run, k) => {
    const n = frameOf(run, k).after.dev.filter(({ present }) => present === 1).length;
    if (n === 0) throw new Error('this view has no swap devices.');
    return count(n);
  },
  zones: (run, k) => count(frameOf(run, k).after.zone.filter(({ present }) => present === 1).length),
  kernel: (run) => {
    const { start } = run.session.manifest();
    const release = textAt(start, 'kernel', 'release') ?? textAt(start, 'kernel');
    if (release === null) throw new Error('a model has no kernel.');
    return words(clean(release));
  },
  /** What the decision came to, and the one before. */
  chosen: (run, k) => words(cellAt(run, k)?.name ?? ''),
  before: (run, k) => words(cellAt(run, k - 1)?.name ?? ''),
  node: (run, k) => {
    const event = eventOf(run, k);
    const n = event['nid'] ?? event['list'];
    if (typeof n !== 'number') throw new Error('the decision tells of no node.');
    return { ...count(n), text: `node ${n}` };
  },
  comm: (run, k) => {
    const { comm } = eventOf(run, k);
    return words(typeof comm === 'string' ? clean(comm) : '');
  },
  event: (run, k, field) => {
    const value = eventOf(run, k)[field];
    if (typeof value === 'number') return count(value);
    if (typeof value === 'string') return words(clean(value));
    const known = Object.entries(eventOf(run, k)).flatMap(([n, v]) => (typeof v === 'object' ? [] : [n]));
    throw new Error(`the event has no field “${field}”. It has ${known.join(', ')}.`);
  },
  verdict: (run) => {
    const { same, decisions } = run.checked();
    return words(
      same === decisions
        ? `all ${grouped(decisions)} the same`
        : `${grouped(same)} of ${grouped(decisions)} the same`,
    );
  },
  used: (run, k, name) => {
    const row = deviceOf(run, k, name);
    return pages(row.used, row.pages);
  },
  full: (run, k, name) => {
    const row = deviceOf(run, k, name);
    return percent(row.pages === 0 ? 0 : (100 * row.used) / row.pages);
  },
  prio: (run, k, name) => {
    const { prio } = deviceOf(run, k, name);
    return { ...count(prio), text: signed(prio) };
  },
  size: (run, k, name) => {
    if (!hasZones(run, k)) return pages(deviceOf(run, k, name).pages, null);
    return count(zoneOf(run, k, name).managed);
  },
  free: (run, k, name) => {
    if (hasZones(run, k)) {
      const row = zoneOf(run, k, name);
      return count(row.free, Math.max(1, Math.min(row.managed, Math.max(row.high * 2, row.free))));
    }
    const row = deviceOf(run, k, name);
    return pages(row.pages - row.used, row.pages);
  },
  min: (run, k, name) => count(zoneOf(run, k, name).min),
  low: (run, k, name) => count(zoneOf(run, k, name).low),
  high: (run, k, name) => count(zoneOf(run, k, name).high),
  batch: (run, k, name) => count(zoneOf(run, k, name).batch),
  taken: (run, k, name) => count(zoneOf(run, k, name).taken),
  taken_share: (run, k, name) => {
    const all = frameOf(run, k).after.zone.reduce((n, { taken }) => n + taken, 0);
    return percent(all === 0 ? 0 : (100 * zoneOf(run, k, name).taken) / all);
  },
  woken: (run, k, nid) => {
    const row = frameOf(run, k).after.kswapd[Number(nid)];
    if (row?.present !== 1) throw new Error(`nothing is told of kswapd of node ${nid}.`);
    return count(row.woken);
  },
  /** Names on a list, in order. */
  list: (run, k, which) => {
    const { after } = frameOf(run, k);
    const row = after.list[Number(which || '0')];
    if (row?.known !== 1) throw new Error(`there is no list “${which}”.`);
    return words(row.type.map((type) => namesOf(after).device(type).name).join(', '));
  },
  /** Decisions so far that came to this. */
  count: (run, k, name) => count(sharedBy(run, k, name)),
  share: (run, k, name) => percent(k === 0 ? 0 : (100 * sharedBy(run, k, name)) / k),
  param: (run, _, name) => {
    const value = run.info.params?.[name];
    if (value === undefined) throw new Error(`there is no tunable “${name}”.`);
    return typeof value === 'number' ? count(value) : words(value.join(', '));
  },
  measure: (run, _, arg) => {
    const [name = '', part] = arg.split('.');
    const rows = run.measures().filter(({ measure }) => measure === name);
    const row = part === undefined ? rows[0] : rows.find((one) => one.part === Number(part));
    const known = [...new Set(run.measures().map(({ measure }) => measure))].join(', ');
    if (!row) throw new Error(`there is no measure “${arg}”. This run has ${known}.`);
    const unit = MEASURES.find((m) => m.name === name)?.unit ?? '';
    const n = Number(row.text);
    if (unit === '%') return percent(n);
    return of(n, unit === 'us' ? 'µs' : unit, null);
  },
};

function sharedBy(run: Run, k: number, name: string): number {
  const { cell, cells } = run.columns;
  const wanted = cells.flatMap((one, i) => (one.name === name ? [i] : []));
  if (wanted.length === 0)
    throw new Error(
      `no decision comes to “${name}”. They come to ${[...new Set(cells.map((c) => `“${c.name}”`))].join(', ')}.`,
    );
  return cell.subarray(0, k).reduce((n, one) => n + (wanted.includes(one) ? 1 : 0), 0);
}

function differencesOf({ runs: { A, B } }: Place): { n: number; of: number; first: number } {
  if (!A || !B) throw new Error('A and B are compared, and the view has one pane.');
  const of = Math.min(A.decisions, B.decisions);
  let [n, first] = [0, 0];
  for (let k = 1; k <= of; k++) {
    const [a, b] = [cellAt(A, k), cellAt(B, k)];
    if (!a || !b || keyOf(a) === keyOf(b)) continue;
    n++;
    first ||= k;
  }
  return { n, of, first };
}

/** Of both runs together. */
const BOTH: Readonly<Record<string, (place: Place) => Read>> = {
  same_per_100: (place) => {
    const { n, of } = differencesOf(place);
    return { ...count(of === 0 ? 0 : (100 * (of - n)) / of), max: 100 };
  },
  differences: (place) => count(differencesOf(place).n),
  first_difference: (place) => count(differencesOf(place).first),
};

const SAID = /^(.+?)\s*(<=|>=|<|>|=)\s*(.+)$/;

/** "a.full.swapC > 50": is it so? Throws a sentence. */
export function truthOf(text: string, place: Place): { holds: boolean; told: string; pane: PaneId | null } {
  const [, left = '', how = '', right = ''] = SAID.exec(text) ?? [];
  if (how === '') throw new Error(`“${text}” compares nothing: write, for instance, a.full.swapC > 50.`);
  const a = valueOf(left.trim(), place);
  const b = /^-?[\d.]+$/.test(right.trim()) ? null : valueOf(right.trim(), place);
  const [x, y] = [a.number, b ? b.number : Number(right)];
  if (x === null || y === null) throw new Error(`“${text}”: only numbers are compared.`);
  const holds =
    how === '<' ? x < y : how === '>' ? x > y : how === '<=' ? x <= y : how === '>=' ? x >= y : x === y;
  return { holds, told: `${a.text}${b ? ` and ${b.text}` : ''}`, pane: a.pane };
}
