/**
 * How the kernel lays out the records of its trace, from its own words: `events/header_page` and the `format` of each
 * event, one text behind the other, as the guest's command `formats` prints them.
 * Source: kernel/trace/trace_events.c:f_show(), kernel/trace/ring_buffer.c:ring_buffer_print_page_header().
 */

export interface RecordField {
  readonly name: string;
  /** Bytes from the begin of the record. */
  readonly offset: number;
  /** Bytes of all of it. */
  readonly size: number;
  /** Bytes of one element: those of `size`, but for an array. */
  readonly element: number;
  readonly signed: boolean;
}

export interface RecordLayout {
  readonly id: number;
  /** As in `mm_swap_select`. */
  readonly name: string;
  readonly fields: readonly RecordField[];
}

export interface TraceLayout {
  /** Bytes from the begin of a page: its count of bytes, and its first record. */
  readonly commit: number;
  readonly data: number;
  readonly records: ReadonlyMap<number, RecordLayout>;
}

const FIELD = /^\tfield:([^;]+);\toffset:(\d+);\tsize:(\d+);\tsigned:([01]);$/;

/** @throws Error for a line that is a field's but not in its form. */
function fieldOf(line: string): RecordField | null {
  if (!line.startsWith('\tfield:')) return null;
  const [, declared, offset, size, signed] = FIELD.exec(line) ?? [];
  const [, name, lanes] = /(\w+)(?:\[(\d*)\])?$/.exec(declared ?? '') ?? [];
  if (name === undefined) throw new Error(`not a field of a trace record: ${line.trim()}`);
  const bytes = Number(size);
  return {
    name,
    offset: Number(offset),
    size: bytes,
    element: bytes / Math.max(1, Number(lanes ?? 1)),
    signed: signed === '1',
  };
}

/** @throws Error if the text does not hold what a reader needs. */
export function readLayout(text: string): TraceLayout {
  const records = new Map<number, RecordLayout>();
  const page = new Map<string, number>();
  let open: { name: string; id: number; fields: RecordField[] } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const name = /^name: (\w+)$/.exec(line)?.[1];
    if (name !== undefined) open = { name, id: -1, fields: [] };
    const id = /^ID: (\d+)$/.exec(line)?.[1];
    if (id !== undefined && open) {
      open.id = Number(id);
      records.set(open.id, open);
    }
    const field = fieldOf(line);
    if (!field) continue;
    if (open) open.fields.push(field);
    else page.set(field.name, field.offset);
  }
  const commit = page.get('commit');
  const data = page.get('data');
  if (commit === undefined || data === undefined || records.size === 0)
    throw new Error('the layout of the trace lacks its pages or its records');
  return { commit, data, records };
}
