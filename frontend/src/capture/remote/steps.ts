/** All steps of a capture that stays on its server, for one scene, without what happened in them (backend: captures/remote/steps.py). */
import { MARKS_MAX, NOT_YET, QUIET, type Columns } from '../../core/columns';
import type { Decision } from '../../core/decision';
import { SourceError } from '../../core/error';
import {
  ABI_VERSION,
  type EventKind,
  type ModeTotalsStruct,
  type ReportStruct,
  type TotalsStruct,
} from '../../core/gen/tables';
import type { Description } from '../../core/wasm/module';
import type { Balance } from '../../core/session';
import { countBelow } from '../../core/search';

type Counts = Partial<Record<EventKind, number>>;
type Json = Record<string, unknown>;

/** What the answer says in words. */
interface StepsHead {
  manifest: Json;
  end: Json;
  report: Record<keyof ReportStruct, unknown>;
  totals: TotalsStruct;
  modes: Record<string, ModeTotalsStruct>;
  balances: Balance[];
  abi: number;
  event_size: number;
  state_size: number;
  events: number;
  decisions: number;
  kinds: Counts;
  observed: Counts;
  /** Place of the first event of each kind. */
  first: Counts;
  steps: number;
  /** They are observations: nothing was decided. */
  instead: boolean;
  /** Time of the first event that has one, ns. */
  start: number;
  span: number;
  marks: number;
  unmarked: number;
  gaps: [index: number, missing: number][];
  more_gaps: number;
  times: 'u4' | 'f8';
}

export interface Steps {
  head: StepsHead;
  /** Of each step in the log. */
  places: Uint32Array<ArrayBuffer>;
  /** Of events that may deserve a mark. */
  marks: Uint32Array<ArrayBuffer>;
  columns: Columns;
}

/** What is asked for. */
export function paramsOf({ kinds, substitutes: instead = [] }: Decision): Record<string, string> {
  return {
    ...(kinds === null ? {} : { kinds: kinds.join(',') }),
    instead: instead.join(','),
    quiet: [...QUIET].join(','),
  };
}

/** Throws SourceError where the server's core is another than the page's. */
export function readSteps(bytes: ArrayBuffer, description: Description): Steps {
  const view = new DataView(bytes);
  const length = view.getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(bytes, 4, length));
  const head = JSON.parse(text) as StepsHead;
  if (head.abi !== ABI_VERSION || head.event_size !== description.event.size)
    throw new SourceError('The server runs another version of mmscope than this page.', {
      advice: 'Load the page again.',
    });
  const n = head.steps;
  let at = 4 + length;
  const ts = new Float64Array(n);
  const grown = head.times === 'u4' ? new Uint32Array(bytes, at, n) : new Float64Array(bytes, at, n);
  for (let i = 0, sum = 0; i < n; i++) ts[i] = sum += grown[i] ?? 0;
  at += grown.byteLength;
  const places = new Uint32Array(bytes, at, n).slice();
  for (let i = 1; i < n; i++) places[i] = (places[i] ?? 0) + (places[i - 1] ?? 0);
  at += places.byteLength;
  const gaps = head.gaps.map(([index, missing]) => ({ k: countBelow(places, index), n: missing }));
  const columns: Columns = {
    ts,
    cell: new Uint16Array(n).fill(NOT_YET),
    cells: [],
    ticks: [],
    gaps: gaps.slice(0, MARKS_MAX),
    unmarked: head.unmarked + head.more_gaps,
    span: head.span,
  };
  return { head, places, marks: new Uint32Array(bytes, at, head.marks).slice(), columns };
}
