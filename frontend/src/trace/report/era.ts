/**
 * Which kernels may have written a capture: by its release where the text tells it, else by fields and kinds
 * that came and went. The table of events says which (stock.def: "from 6.10", "until 6.6").
 */
import { TRACE_KINDS, type TraceKindName } from '../gen/tables';
import type { TraceReport } from '../trace-report';
import type { TraceStore } from '../store/store';
import { fieldNamed, kindNamed } from '../store/lookup';
import { numberAt, textAt, type Field } from '../store/values';

export interface Era {
  /** As the text has it; '' where it does not tell. */
  release: string;
  /** The oldest and the newest version that fit, e.g. "6.10"; '' where nothing tells. */
  from: string;
  until: string;
  /** What it follows from: kinds, and fields as kind.field. */
  signs: string[];
}

/** Rows looked at for a value of a field: kernels write a field always or never. */
const ROWS = 64;

const SINCE = /\bfrom (\d+\.\d+)/;
/** Of a kind only the end of its sentence: before it stands what it was called until then. */
const UNTIL = { kind: /; until (\d+\.\d+)\.$/, field: /\buntil (\d+\.\d+)$/ };

export function eraOf(store: TraceStore, { release }: Pick<TraceReport, 'release'>): Era {
  const era: Era = { release: release || releaseIn(store), from: '', until: '', signs: [] };
  const tell = (sign: string, from: string | undefined, until: string | undefined) => {
    if (from === undefined && until === undefined) return;
    era.signs.push(sign);
    if (from !== undefined && (era.from === '' || older(era.from, from))) era.from = from;
    if (until !== undefined && (era.until === '' || older(until, era.until))) era.until = until;
  };
  for (const kind of store.kinds) {
    if (kind.rows === 0 || !isKind(kind.name)) continue;
    tell(kind.name, SINCE.exec(kind.doc)?.[1], UNTIL.kind.exec(kind.doc)?.[1]);
    for (const field of kind.fields) {
      const [from, until] = [SINCE.exec(field.doc)?.[1], UNTIL.field.exec(field.doc)?.[1]];
      if ((from ?? until) !== undefined && isRecorded(field, kind.rows))
        tell(`${kind.name}.${field.name}`, from, until);
    }
  }
  return era;
}

/** As a script for unpatched kernels prints it. */
function releaseIn(store: TraceStore): string {
  const begin = kindNamed(store, 'mms_begin');
  const field = begin && fieldNamed(begin, 'release');
  return begin && field && begin.rows > 0 ? textAt(store, field, 0) : '';
}

const isKind = (name: string): name is TraceKindName => name in TRACE_KINDS;

function isRecorded(field: Field, rows: number): boolean {
  for (let row = 0; row < Math.min(rows, ROWS); row++) {
    const value = numberAt(field, row);
    // Number 0 of the dictionary is the empty string.
    if (value !== null && !(field.type === 'name' && value === 0)) return true;
  }
  return false;
}

/** Is version `a` older than `b`? */
function older(a: string, b: string): boolean {
  const [x, y] = [numbers(a), numbers(b)];
  return x[0] !== y[0] ? x[0] < y[0] : x[1] < y[1];
}

function numbers(version: string): [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}
