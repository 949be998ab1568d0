/**
 * Records of the guest's trace to lines of a capture. A record's fields bear the names that the event table gives them
 * (the series was written that way), so nothing is named here but what is no event of a capture: which task has which
 * name, and on which node the CPU stands.
 */
import type { EventKind } from '../core/gen/tables';
import type { Description } from '../core/wasm/module';
import type { RecordField, RecordLayout, TraceLayout } from './layout';
import { readPage, type TraceRecord } from './page';

/** Records of the series are the capture's kinds behind these letters. */
const PREFIX = 'mm_';
/** What init writes to trace_marker when the CPU moves to another node. */
const MOVED = /^cpu on node (\d+)\n?$/;

/** As in a capture: what is not printable ASCII, and the backslash, as \xNN. */
const escaped = (text: string) =>
  text.replace(/[^\x20-\x7e]|\\/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);

function textOf({ bytes }: TraceRecord, { offset, size }: RecordField): string {
  let text = '';
  for (let at = offset; at < Math.min(offset + size, bytes.byteLength); at++) {
    const byte = bytes.getUint8(at);
    if (byte === 0) break;
    text += String.fromCharCode(byte);
  }
  return text;
}

function numberOf({ bytes }: TraceRecord, at: number, { element, signed }: RecordField): number | bigint {
  switch (element) {
    case 1:
      return signed ? bytes.getInt8(at) : bytes.getUint8(at);
    case 2:
      return signed ? bytes.getInt16(at, true) : bytes.getUint16(at, true);
    case 4:
      return signed ? bytes.getInt32(at, true) : bytes.getUint32(at, true);
    case 8:
      return signed ? bytes.getBigInt64(at, true) : bytes.getBigUint64(at, true);
    default:
      throw new Error(`a field of the trace has ${element} bytes`);
  }
}

/** A record as text. */
type Written = (record: TraceRecord) => string;

/** The fields of one kind, in the order of a capture's line. */
function writer(kind: Description['event']['kinds'][number], layout: RecordLayout): Written {
  const fields = new Map(layout.fields.map((field) => [field.name, field]));
  const parts = kind.fields.map(({ name, type, lanes }): Written => {
    const field = fields.get(name);
    if (!field) throw new Error(`${layout.name} of this kernel has no ${name}`);
    if (type === 'text') return (record) => ` ${name}=${escaped(textOf(record, field))}`;
    const base = lanes > 1 || kind.hex.includes(name) ? 16 : 10;
    const words = field.size / field.element;
    return (record) => {
      let text = ` ${name}=`;
      for (let word = 0; word < words; word++)
        text +=
          (word ? ',' : '') + numberOf(record, field.offset + word * field.element, field).toString(base);
      return text;
    };
  });
  return (record) => parts.map((part) => part(record)).join('');
}

/** Pages of the trace in, lines of a capture out. It knows the tasks' names, and where the CPU stands. */
export class CaptureLines {
  /** Events written so far, and events the kernel says are lost. */
  events = 0;
  lost = 0;
  /** Events by kind. */
  readonly kinds = new Map<EventKind, number>();
  private cpu = 0;
  private readonly layout: TraceLayout;
  private readonly names: Map<number, string>;
  private readonly lineOf = new Map<number, Written>();

  /** @param names of the tasks that there are, by pid */
  constructor(layout: TraceLayout, description: Description, names: ReadonlyMap<number, string>) {
    this.layout = layout;
    this.names = new Map(names);
    for (const record of layout.records.values())
      this.lineOf.set(record.id, this.written(record, description));
  }

  /** @throws Error where a page contradicts itself */
  take(page: Uint8Array): string {
    const { records, lost } = readPage(page, this.layout);
    let text = lost ? `lost n=${lost}\n` : '';
    this.lost += lost;
    for (const record of records) text += this.lineOf.get(record.layout.id)?.(record) ?? '';
    return text;
  }

  private written(layout: RecordLayout, { event }: Description): Written {
    const field = (name: string) => {
      const found = layout.fields.find((f) => f.name === name);
      if (!found) throw new Error(`${layout.name} of this kernel has no ${name}`);
      return found;
    };
    if (layout.name === 'task_newtask' || layout.name === 'task_rename') {
      const [pid, name] = [field('pid'), field(layout.name === 'task_rename' ? 'newcomm' : 'comm')];
      return (record) => {
        this.names.set(Number(numberOf(record, pid.offset, pid)), textOf(record, name));
        return '';
      };
    }
    if (layout.name === 'print') {
      const words = { ...field('buf'), size: Infinity };
      return (record) => this.marked(record, textOf(record, words));
    }
    const kind = event.kinds.find(({ name }) => layout.name === PREFIX + name);
    if (!kind)
      throw new Error(`the kernel of the guest has an event ${layout.name} that this page does not know`);
    const name = kind.name as EventKind;
    const [pid, write] = [field('common_pid'), writer(kind, layout)];
    // `seq` of a kind that has one stands among its own fields in the kernel, and before them in a capture.
    const seq = layout.fields.find(({ name }) => name === 'seq');
    return (record) => {
      const task = Number(numberOf(record, pid.offset, pid));
      const order = seq ? numberOf(record, seq.offset, seq) : 0;
      this.events++;
      this.kinds.set(name, (this.kinds.get(name) ?? 0) + 1);
      return (
        `${name} ts=${record.ts} cpu=${this.cpu} pid=${task} seq=${order}${write(record)}` +
        ` comm=${escaped(this.names.get(task) ?? '<...>')}\n`
      );
    };
  }

  private marked({ ts }: TraceRecord, text: string): string {
    const nid = MOVED.exec(text)?.[1];
    if (nid !== undefined) this.cpu = Number(nid);
    return `mark ts=${ts} text=${escaped(text.replace(/\n$/, ''))}\n`;
  }
}
