/**
 * Engines make the fast code of a module's functions only when these have run for a while: half a second into the
 * first long file. Lines made from the table of events let them run before there is a file. Whatever instance of the
 * module is made later, in whatever worker of the page, has that code.
 */
import { pause } from '../../core/work/pause';
import type { TraceFormatName } from '../gen/tables';
import type { ColumnDescription, TraceDescription } from './module';
import { TraceReader } from './reader';

/** Bytes of text of each format: tens of thousands of lines. V8 counts how much code has run, not time. */
const ENOUGH = 12e6;
/** Of a text that is read again and again. */
export const LINES = 500;
/** What most traces consist of. */
const SYSTEMS: readonly string[] = ['vmscan', 'kmem', 'block'];

/** The line of an event at a time in us. */
const WRITERS = {
  ftrace: (us: number, event: string) => `         kswapd0-57      [000] d.h1. ${seconds(us)}: ${event}`,
  perf: (us: number, event: string) => `kswapd0    57 [000] ${seconds(us)}: ${event}`,
} satisfies Partial<Record<TraceFormatName, (us: number, event: string) => string>>;

export const WARM_UP_FORMATS = Object.keys(WRITERS) as readonly (keyof typeof WRITERS)[];

/** How a value of a type is written; of the others, as a small number. */
const VALUES: Readonly<Record<string, (n: number) => string>> = {
  x64: (n) => `0x${n.toString(16).padStart(16, 'f')}`,
  u64: (n) => String(1e7 + n),
  name: (n) => `AD${n}`, // capitals, and bytes in hexadecimal
  dev: () => '259,0',
  flag: () => '1',
};

const seconds = (us: number) => `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}`;

export function warmUpText(
  { kinds }: TraceDescription,
  format: (typeof WARM_UP_FORMATS)[number],
): Uint8Array {
  const known = kinds.filter((kind) => SYSTEMS.includes(kind.system));
  const value = ({ type }: ColumnDescription, n: number) => (VALUES[type] ?? String)(n);
  const lines = Array.from({ length: LINES }, (_, i) => {
    const kind = known[i % known.length];
    const fields = kind?.fields.map((field) => `${field.name}=${value(field, i % 100)}`) ?? [];
    return `${WRITERS[format](i, `${kind?.name}: ${fields.join(' ')}`)}\n`;
  });
  return new TextEncoder().encode(lines.join(''));
}

/** Lets messages in between; `bytes` of each format. */
export async function warmUp(module: WebAssembly.Module, bytes = ENOUGH): Promise<void> {
  for (const format of WARM_UP_FORMATS) {
    const reader = await TraceReader.create(module, { format });
    const text = warmUpText(reader.description, format);
    for (let fed = 0; fed < bytes; fed += text.length) {
      reader.feed(text);
      await pause();
    }
    reader.end();
  }
}
