/**
 * Pages of trace_pipe_raw to records. A page holds the time of its first record, how many bytes follow, and records
 * that each begin with 5 bits of length or kind and 27 bits of time since the one before.
 * Source: include/linux/ring_buffer.h, kernel/trace/ring_buffer.c:rb_event_length(), ring_buffer_read_page().
 */
import type { RecordLayout, TraceLayout } from './layout';

const PADDING = 29;
const TIME_EXTEND = 30;
const TIME_STAMP = 31;
/** Bits of a page's count that are flags: events were lost before it; how many stands behind its records. */
const MISSED = 0x80000000;
const MISSED_STORED = 0x40000000;
const COUNT = 0x000fffff;
/** A record says its time since the one before in so many steps of a ns. */
const TIME_BITS = 2 ** 27;

export interface TraceRecord {
  /** ns on the trace's clock. */
  readonly ts: number;
  readonly layout: RecordLayout;
  /** The record, from its common fields on. */
  readonly bytes: DataView;
}

interface TracePage {
  readonly records: readonly TraceRecord[];
  /** Events that were lost before the first record; where the kernel does not say how many, 1. */
  readonly lost: number;
}

/**
 * @param bytes one page as it was read
 * @throws Error where it contradicts itself: then nothing of it can be trusted
 */
export function readPage(bytes: Uint8Array, layout: TraceLayout): TracePage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(layout.commit, true);
  const end = layout.data + (count & COUNT);
  if (end > bytes.byteLength) throw new Error(`a page of the trace counts ${count & COUNT} bytes of records`);
  const records: TraceRecord[] = [];
  let ts = Number(view.getBigUint64(0, true));
  for (let at = layout.data; at < end;) {
    const head = view.getUint32(at, true);
    const [kind, delta] = [head & 31, head >>> 5];
    const word = kind === 0 || kind >= PADDING ? view.getUint32(at + 4, true) : 0;
    at += 4;
    if (kind === PADDING) {
      if (delta === 0) break;
      ts += delta;
      at += word;
    } else if (kind === TIME_EXTEND) {
      ts += word * TIME_BITS + delta;
      at += 4;
    } else if (kind === TIME_STAMP) {
      // The five highest bits are those of the page.
      ts = Math.floor(ts / 2 ** 59) * 2 ** 59 + word * TIME_BITS + delta;
      at += 4;
    } else {
      const length = kind === 0 ? word - 4 : kind * 4;
      const from = kind === 0 ? at + 4 : at;
      if (length < 8 || from + length > end)
        throw new Error(`a record of ${length} bytes stands out of its page`);
      ts += delta;
      const of = layout.records.get(view.getUint16(from, true));
      if (of)
        records.push({ ts, layout: of, bytes: new DataView(bytes.buffer, bytes.byteOffset + from, length) });
      at = from + length;
    }
  }
  const stored = (count & MISSED_STORED) !== 0 && end + 4 <= bytes.byteLength ? view.getInt32(end, true) : 0;
  return { records, lost: (count & MISSED) === 0 ? 0 : Math.max(1, stored) };
}
