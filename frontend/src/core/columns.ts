/**
 * The whole run in columns, so that strip, overview and comparison never ask for single events: one
 * entry per decision, made once after loading.
 */
import type { StateView } from './types';
import type { Cell, Decision } from './decision';
import type { EventKind } from './gen/tables';
import type { Session } from './session';
import { archOf, withArch } from './zone';

export interface Columns {
  /** ns since the first event, per decision; index 0 is decision 1. */
  ts: Float64Array;
  /** Index into `cells`, per decision. */
  cell: Uint16Array;
  cells: Cell[];
  /** Marks for the overview: after decision k something happened. */
  ticks: { k: number; ts: number; words: string }[];
  /** After decision k, n events are missing. */
  gaps: { k: number; n: number }[];
  /** Marks and gaps that there was no room for. */
  unmarked: number;
  /** ns from the first event to the last. */
  span: number;
}

/** Marks and gaps kept, so that a hostile capture cannot fill the page. */
export const MARKS_MAX = 500;
const CELLS_MAX = 65535;
/** In `cell` where what was decided is not known yet. */
export const NOT_YET = 65535;
/** Events that deserve no mark and change no name, node or list: there are very many of them. */
export const QUIET: ReadonlySet<EventKind> = new Set<EventKind>([
  'swap_free',
  'swap_in_done',
  'swap_in_time',
  'zone_level',
  'zone_age',
  'kswapd_woke',
  'kswapd_waker',
  'direct_reclaim',
  'block_rq',
  'rq_page',
  'stat',
  'setting',
]);
/** Events that change what `cell` and `tick` look up in the state. */
export const CHANGES: ReadonlySet<EventKind> = new Set<EventKind>(['node', 'swap_list', 'zone', 'zonelist']);
const EVENTS_PER_PAUSE = 8192;

/** Gives cells their number in `cells`, which grows by those that are new. */
export function numbering(cells: Cell[]): (cell: Cell) => number {
  const known = new Map<string, number>();
  return (cell) => {
    const key = [cell.name, cell.node, cell.letter, cell.key ?? ''].join('\n');
    const old = known.get(key);
    if (old !== undefined) return old;
    if (cells.length === CELLS_MAX) return CELLS_MAX - 1;
    known.set(key, cells.length);
    return cells.push(cell) - 1;
  };
}

/**
 * Columns of the decisions at `indexes`. Calls `pause` now and then with the share done, 0 to 1; it may
 * throw to give up.
 */
export async function readColumns(
  session: Session,
  reader: Decision,
  indexes: Uint32Array,
  pause: (done: number) => Promise<void>,
): Promise<Columns> {
  const n = indexes.length;
  const out: Columns = {
    ts: new Float64Array(n),
    cell: new Uint16Array(n),
    cells: [],
    ticks: [],
    gaps: [],
    unmarked: 0,
    span: 0,
  };
  const arch = archOf(session.manifest().start?.['arch']);
  const cellIndex = numbering(out.cells);
  const gap = (k: number, missing: number) => {
    if (out.gaps.length < MARKS_MAX) out.gaps.push({ k, n: missing });
    else out.unmarked++;
  };

  let k = 0;
  let start: number | null = null;
  let seq = 0;
  // Taken when it is asked for: most runs change it at the beginning only.
  let changed = 0;
  let state: { at: number; view: StateView } | null = null;
  const current = () => {
    if (state?.at !== changed) state = { at: changed, view: session.state(changed, reader.tables) };
    return state.view;
  };
  for (let i = 0; i < session.events; i++) {
    if (i % EVENTS_PER_PAUSE === EVENTS_PER_PAUSE - 1) await pause(i / session.events);
    const kind = session.kindOf(i) as EventKind | undefined;
    if (kind === undefined || (QUIET.has(kind) && i !== indexes[k])) continue;
    // Few fields of each are looked at, and there may be millions.
    const event = session.glance(i);
    if (event.ts > 0 || event.seq > 0) start ??= event.ts;
    const ts = Math.max(0, event.ts - (start ?? 0));
    if (event.seq > 0) {
      if (seq > 0 && event.seq > seq + 1) gap(k, event.seq - seq - 1);
      seq = event.seq;
    }
    out.span = Math.max(out.span, ts);
    if (CHANGES.has(kind)) changed = i + 1;
    if (i === indexes[k]) {
      out.ts[k] = ts;
      const cell = withArch(arch, () => reader.cell(event, current(), session.behind(i, reader.trail)));
      out.cell[k] = cellIndex(cell);
      k++;
      continue;
    }
    if (event.kind === 'lost') gap(k, event.n);
    const tick = withArch(arch, () => reader.tick(event, current()));
    if (tick && out.ticks.length < MARKS_MAX) out.ticks.push({ k, ts, words: tick.words });
    else if (tick) out.unmarked++;
  }
  return out;
}
