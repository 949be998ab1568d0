/**
 * The whole run in columns, so that strip, overview and comparison never ask for single events: one
 * entry per decision, made once after loading.
 */
import type { EventRecord, StateView } from './contract';
import type { EventKind } from './gen/tables';
import type { Session } from './session';

/** As `Cell`, `Tick` and `Decision` of the scene contract; `core` imports no scene. */
export interface DecisionCell {
  letter: string;
  node: number;
  name: string;
  key?: string;
}
export interface DecisionReader {
  cell(event: EventRecord, state: StateView): DecisionCell;
  tick(event: EventRecord, state: StateView): { words: string } | null;
}

export interface Columns {
  /** ns since the first event, per decision; index 0 is decision 1. */
  ts: Float64Array;
  /** Index into `cells`, per decision. */
  cell: Uint16Array;
  cells: DecisionCell[];
  /** Marks for the overview: after decision k something happened. */
  ticks: { k: number; ts: number; words: string }[];
  /** After decision k, n events are missing. */
  gaps: { k: number; n: number }[];
  /** ns from the first event to the last. */
  span: number;
}

/** Marks and gaps kept, so that a hostile capture cannot fill the page. */
const MARKS_MAX = 500;
const CELLS_MAX = 65535;
/** Events that change levels only: no tick, no name, no list. */
const QUIET: ReadonlySet<EventKind> = new Set<EventKind>(['swap_free']);
const EVENTS_PER_PAUSE = 8192;

/** Calls `pause` now and then with the share done, 0 to 1; it may throw to give up. */
export async function readColumns(
  session: Session,
  reader: DecisionReader,
  pause: (done: number) => Promise<void>,
): Promise<Columns> {
  const n = session.decisions;
  const out: Columns = {
    ts: new Float64Array(n),
    cell: new Uint16Array(n),
    cells: [],
    ticks: [],
    gaps: [],
    span: 0,
  };
  const known = new Map<string, number>();
  const cellIndex = (cell: DecisionCell) => {
    const key = [cell.name, cell.node, cell.letter, cell.key ?? ''].join('\n');
    const old = known.get(key);
    if (old !== undefined) return old;
    if (out.cells.length === CELLS_MAX) return CELLS_MAX - 1;
    known.set(key, out.cells.length);
    return out.cells.push(cell) - 1;
  };
  const gap = (k: number, missing: number) => {
    if (out.gaps.length < MARKS_MAX) out.gaps.push({ k, n: missing });
  };

  let k = 0;
  let next = n > 0 ? session.decisionIndex(1) : -1;
  let start: number | null = null;
  let seq = 0;
  let state = session.state(0);
  for (let i = 0; i < session.events; i++) {
    if (i % EVENTS_PER_PAUSE === EVENTS_PER_PAUSE - 1) await pause(i / session.events);
    const kind = session.kindOf(i) as EventKind | undefined;
    if (kind === undefined || QUIET.has(kind)) continue;
    const event = session.event(i);
    if (event.ts > 0 || event.seq > 0) start ??= event.ts;
    const ts = Math.max(0, event.ts - (start ?? 0));
    if (event.seq > 0) {
      if (seq > 0 && event.seq > seq + 1) gap(k, event.seq - seq - 1);
      seq = event.seq;
    }
    out.span = Math.max(out.span, ts);
    if (i === next) {
      out.ts[k] = ts;
      out.cell[k] = cellIndex(reader.cell(event, state));
      k++;
      next = k < n ? session.decisionIndex(k + 1) : -1;
      continue;
    }
    state = session.state(i + 1);
    if (event.kind === 'lost') gap(k, event.n);
    const tick = reader.tick(event, state);
    if (tick && out.ticks.length < MARKS_MAX) out.ticks.push({ k, ts, words: tick.words });
  }
  return out;
}
