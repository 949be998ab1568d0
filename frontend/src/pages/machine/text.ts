/** A text on its way in: how long it may be, what the box shows of it, where its lines and numbers are. Pure. */
import type { Span } from './answer';

const MIB = 1024 * 1024;
/** MMS_PASTE_MOST. */
export const MOST = 32 * MIB;
/** What the box shows of a longer text is its beginning. */
export const SHOWN = 256 * 1024;

/** Why a text or a file of so many bytes is not read; '' where it is. */
export function tooLong(bytes: number, name = 'The text'): string {
  if (bytes <= MOST) return '';
  return `${name} has ${Math.ceil(bytes / MIB)} MiB, and ${MOST / MIB} MiB are read at most: take the part with the zones, the report or the swap devices.`;
}

/** Fewer bytes than it may have, and more: no text is longer in characters than in bytes. */
export const longText = (text: string): string => tooLong(text.length);

/** One text of several, between which no line goes on (SEPARATOR of backend/src/mmscope/core/paste.py). */
export const joined = (texts: readonly string[]): string =>
  texts.filter((t) => t !== '').join('\n\x1c\nmmscope/file\n');

/** The line that prints what a text lacks, by what the core calls it; '': no line does. */
export function missingLine(what: string): string {
  if (what.startsWith('/proc/')) return `cat ${what}`;
  if (/^(sysctl|grep|numactl) /.test(what)) return what;
  return what.startsWith('vmstat 1') ? 'vmstat 1 10' : '';
}

/** Characters at which a line begins, from 1. */
export function lineStart(text: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

export interface Part {
  text: string;
  counted: boolean;
}

/** The lines of a report, apart where numbers begin and end that counted. Spans are bytes of the whole text. */
export function partsOf(text: string, lines: Span, counted: readonly Span[]): Part[] {
  const [from, to] = [lineStart(text, lines[0]), lineStart(text, lines[1] + 1)];
  const before = new TextEncoder().encode(text.slice(0, from)).length;
  const bytes = new TextEncoder().encode(text.slice(from, to).trimEnd());
  const words = new TextDecoder();
  const parts: Part[] = [];
  let at = 0;
  const put = (until: number, mark: boolean) => {
    const part = words.decode(bytes.subarray(at, Math.min(until, bytes.length)));
    if (part !== '') parts.push({ text: part, counted: mark });
    at = Math.max(at, until);
  };
  for (const [begin, end] of counted.toSorted(([a], [b]) => a - b)) {
    if (begin - before < at) continue;
    put(begin - before, false);
    put(end - before, true);
  }
  put(bytes.length, false);
  return parts;
}

interface Placed {
  top: number;
  height: number;
}

/** Heights of chips beside their lines: each at its line or below the one before it. */
export function placedAt(lines: readonly Span[], pitch: number, height: number): Placed[] {
  let free = 0;
  return lines.map(([from, to]) => {
    const top = Math.max(free, (from - 1) * pitch);
    free = top + height;
    return { top, height: Math.max(0, to * pitch - top) };
  });
}
