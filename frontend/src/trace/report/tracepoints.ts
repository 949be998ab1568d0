/**
 * Events of people's own bpftrace scripts that are called otherwise than the kernel calls them. Where the fields are the
 * tracepoint's too, and the user says so, they count as its events: in this session, until the user takes it back.
 */
import { SourceError } from '../../core/error';
import { TRACE_KINDS } from '../gen/tables';
import { KERNEL_KINDS, type KernelField, type KernelKindName } from '../gen/tracepoints';
import type { LoadedTrace } from '../loader';
import { ARRAYS } from '../store/arrays';
import type { FieldInfo, KindColumns, Numbers, TraceStore } from '../store/store';
import { UNKNOWN, numberAt, textAt, type Field } from '../store/values';
import type { CountedName, Meaning, TraceReport } from '../trace-report';

const tracepoints = Object.keys(KERNEL_KINDS) as KernelKindName[];

/**
 * Events that were only counted, with the tracepoint that each must mean: `rq_issue` is `block_rq_issue`. None
 * where several tracepoints end so, and none where the kernel itself wrote the name.
 */
export function tracepointsMeant({ format, generics }: Pick<TraceReport, 'format' | 'generics'>): Meaning[] {
  if (format !== 'bpftrace' && format !== 'bpftrace_json') return [];
  const names = [...new Set(generics.map((g) => g.name))];
  return names.flatMap((name) => {
    const [tracepoint, ...others] = tracepoints.filter((known) => known.endsWith(`_${name}`));
    return tracepoint && others.length === 0 ? [{ name, tracepoint }] : [];
  });
}

/** Those of them whose every field is one of the tracepoint's, with values that it can have, where there are none of its own. */
export const countable = (loaded: LoadedTrace): CountedName[] =>
  shaped(loaded).map(({ name, tracepoint, columns: { rows: events } }) => ({ name, tracepoint, events }));

function shaped({ store, report }: LoadedTrace): (Meaning & { own: KindColumns; columns: KindColumns })[] {
  return tracepointsMeant(report).flatMap(({ name, tracepoint }) => {
    const own = store.kinds.find((kind) => kind.own && kind.name === name);
    if (!own || store.kinds.some((kind) => kind.name === tracepoint)) return [];
    const columns = columnsOnce(own, tracepoint, store.names);
    return columns ? [{ name, tracepoint, own, columns }] : [];
  });
}

/** The trace with events of these names as their tracepoints'. Throws SourceError where one has not its shape. */
export function countedAs(loaded: LoadedTrace, names: readonly string[]): LoadedTrace {
  if (names.length === 0) return loaded;
  const all = shaped(loaded);
  const chosen = names.map((name) => {
    const found = all.find((of) => of.name === name);
    if (!found)
      throw new SourceError(`Events “${name}” have not the fields of a tracepoint whose name ends so.`);
    return found;
  });
  const { store, report } = loaded;
  const counted = chosen.map(({ name, tracepoint, columns }) => ({ name, tracepoint, events: columns.rows }));
  const n = counted.reduce((sum, { events }) => sum + events, 0);
  const others = store.kinds.filter((kind) => !chosen.some(({ own }) => own === kind));
  const kinds = [
    ...report.kinds,
    ...chosen.map(({ columns: { id, name, system, rows: count } }) => ({ id, name, system, count })),
  ];
  return {
    store: {
      ...store,
      kinds: [...others, ...chosen.map(({ columns }) => columns)].sort((a, b) => a.id - b.id),
    },
    report: {
      ...report,
      ...{ understood: report.understood + n, generic: report.generic - n, counted },
      kinds: kinds.sort((a, b) => a.id - b.id),
      generics: report.generics.filter(({ name }) => !names.includes(name)),
    },
  };
}

/** What the text itself calls as the kernel does: scenes get no more than that. */
export const uncounted = ({ store, report }: LoadedTrace): LoadedTrace => {
  const other = ({ name }: { name: string }) => !report.counted.some(({ tracepoint }) => tracepoint === name);
  return {
    store: { ...store, kinds: store.kinds.filter(other) } satisfies TraceStore,
    report: { ...report, kinds: report.kinds.filter(other) },
  };
};

const isText = ({ values }: Field): boolean => 'places' in values;

/** What each came to, as it is asked again and again. */
const made = new WeakMap<KindColumns, KindColumns | null>();

function columnsOnce(
  own: KindColumns,
  tracepoint: KernelKindName,
  names: readonly string[],
): KindColumns | null {
  const known = made.get(own);
  if (known !== undefined) return known;
  const columns = columnsAs(own, tracepoint, names);
  made.set(own, columns);
  return columns;
}

/** The text of an event but for its fields; of a task's name with a blank, too. */
const FIELDS = /(?:^|[\s,])(?:comm=.*?(?=\s+\w+=|$)|[A-Za-z_]\w*=\S*)/g;

/** Whether its lines tell a time, its name and its fields, and nothing else. */
function isWhole({ name, rows }: KindColumns, text: Field): boolean {
  if (!('places' in text.values)) return true;
  for (let row = 0; row < rows; row++) {
    const rest = textAt({ names: [] }, text, row).replace(FIELDS, ' ').trim().split(/\s+/);
    if (rest.some((word) => word.replace(/:$/, '') !== name && !/^[\d.:]*$/.test(word))) return false;
  }
  return true;
}

/** Null where a field is none of the tracepoint's, or has a value that its column cannot hold. */
function columnsAs(
  own: KindColumns,
  tracepoint: KernelKindName,
  names: readonly string[],
): KindColumns | null {
  const { id, system } = TRACE_KINDS[tracepoint];
  const { doc, fields: known }: { doc: string; fields: readonly KernelField[] } = KERNEL_KINDS[tracepoint];
  const wanted = known.map((field): FieldInfo => ({ type: 'u64', lanes: 1, unit: '', ...field }));
  const [texts, plain] = [own.fields.filter(isText), own.fields.filter((field) => !isText(field))];
  if (plain.length === 0 || plain.some(({ name }) => !wanted.some((f) => f.name === name))) return null;
  if (!texts.every((text) => isWhole(own, text))) return null;
  const fields = wanted.flatMap((field) => {
    const values = valuesAs(
      plain.find(({ name }) => name === field.name),
      field,
      own.rows,
      names,
    );
    return values ? [{ ...field, values }] : [];
  });
  if (fields.length < wanted.length) return null;
  const { ts, cpu, pid, comm, line, rows } = own;
  return { id, name: tracepoint, system, doc, rows, ts, cpu, pid, comm, line, fields };
}

function valuesAs(
  from: Field | undefined,
  { type, lanes }: FieldInfo,
  rows: number,
  names: readonly string[],
): Numbers | null {
  const to = ARRAYS[type]?.(rows * lanes);
  if (!to) return null;
  const unknown = UNKNOWN[type] ?? 0;
  const put = (row: number, value: number | bigint) => {
    (to as unknown as (number | bigint)[])[row] = value;
  };
  if (!from) {
    if (unknown !== 0) for (let i = 0; i < to.length; i++) put(i, unknown);
    return to;
  }
  const value = lanes === 1 ? reader(from, type, names) : null;
  if (!value) return null;
  const big = typeof unknown === 'bigint';
  for (let row = 0; row < rows; row++) {
    const number = numberAt(from, row) === null ? unknown : value(row);
    if (number === null) return null;
    put(row, big ? BigInt(number) : Number(number));
    if (BigInt(to[row] ?? 0) !== BigInt(number)) return null;
  }
  return to;
}

/** A number of up to 64 bits, which a column of names may hold: flushes have the greatest for a sector. */
const NUMBER = /^-?\d{1,20}$/;

/** The value of a row for a column of a type; null where it cannot be one. */
function reader(
  { type: from, values }: Field,
  to: string,
  names: readonly string[],
): ((row: number) => number | bigint | null) | null {
  if ('places' in values) return null;
  if ((from === 'name') === (to === 'name')) return (row) => values[row] ?? null;
  if (to === 'name') return null;
  return (row) => {
    const text = names[Number(values[row])] ?? '';
    return NUMBER.test(text) ? BigInt(text) : null;
  };
}
