/** Text of several recordings, each named before its lines (trace-cmd report of several files, grep of several): a text of
 * each. Tasks, CPUs and nodes of one are not those of another, so they are never read as one. */
import { readPlain } from '../../capture/local/compression';
import { blobStream } from '../../capture/local/streams';
import type { ZstdModule } from '../../capture/local/zstd';
import { TRACE_BOUNDS } from '../reader/input';
import { readPrefix } from '../reader/prefix';
import { MEMBERS_MAX, type Member } from './member';

const HEAD = 1 << 16;
/** Of the lines have a name, or the text is not of this kind. */
const NAMED_PERCENT = 50;
/** `guest1.dat:`, `per_cpu/cpu0/trace:`: a file's name, and no task's, as `kworker/0:1` is one. */
const NAME = /^[ \t]*([^\s:]*[./][^\s:]*(?<!\d)):/;
const NAME_BYTES = 256;
const NEWLINE = 0x0a;
/** Bytes of lines that wait to become a part of a text. */
const PENDING = 4 << 20;

/** Null where the text is of one recording, or of none. `isTrace`: whether the reader of traces takes it. Throws SourceError. */
export async function recordingsOf(
  file: Blob,
  zstd: ZstdModule,
  isTrace: (text: Blob) => Promise<boolean>,
): Promise<Member[] | null> {
  if (!(await namesSeveral(file, zstd)) || (await isTrace(file))) return null;
  const texts = await textsOf(file, zstd);
  const members = [...texts].map(([name, text]) => ({
    name: name.replaceAll('/', '-'),
    size: text.size,
    read: () => Promise.resolve(text),
  }));
  for (const text of texts.values()) if (await isTrace(text)) return members;
  return null;
}

async function namesSeveral(file: Blob, zstd: ZstdModule): Promise<boolean> {
  const names = new Set<string>();
  let [named, lines] = [0, 0];
  const head = new Lines((line) => {
    if (line.length === 1) return;
    const name = nameOf(line)?.name;
    lines++;
    if (name === undefined) return;
    named++;
    names.add(name);
  });
  try {
    await readPrefix(
      HEAD,
      (sink) => plainOf(file, zstd, sink),
      (piece) => {
        head.take(piece);
      },
    );
  } catch {
    // Whatever is wrong with it is said by the reader of traces.
    return false;
  }
  return names.size > 1 && names.size <= MEMBERS_MAX && named * 100 >= lines * NAMED_PERCENT;
}

/** A line without a name is one of each recording, where it is counted. */
async function textsOf(file: Blob, zstd: ZstdModule): Promise<Map<string, Blob>> {
  const texts = new Map<string, Blob[]>();
  const waiting = new Map<string, Uint8Array<ArrayBuffer>[]>();
  const common: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const flush = () => {
    for (const [name, lines] of waiting) texts.get(name)?.push(new Blob(lines.splice(0)));
    bytes = 0;
  };
  const lines = new Lines((line) => {
    const found = nameOf(line);
    const text = line.slice(found?.end ?? 0);
    if (!found) {
      common.push(text);
      for (const of of waiting.values()) of.push(text);
      return;
    }
    if (!waiting.has(found.name)) {
      waiting.set(found.name, [...common]);
      texts.set(found.name, []);
    }
    waiting.get(found.name)?.push(text);
    bytes += text.length;
    if (bytes > PENDING) flush();
  });
  await plainOf(file, zstd, (piece) => {
    lines.take(piece);
  });
  lines.end();
  flush();
  return new Map([...texts].map(([name, parts]) => [name, new Blob(parts)]));
}

const plainOf = (file: Blob, zstd: ZstdModule, sink: (plain: Uint8Array) => void) =>
  readPlain(blobStream(file).stream, zstd, sink, () => undefined, TRACE_BOUNDS);

const latin1 = new TextDecoder('latin1');

function nameOf(line: Uint8Array): { name: string; end: number } | null {
  const [before, name] = NAME.exec(latin1.decode(line.subarray(0, NAME_BYTES))) ?? [];
  return before === undefined || name === undefined ? null : { name, end: before.length };
}

/** Lines with their ends, out of pieces. */
class Lines {
  readonly #give: (line: Uint8Array) => void;
  #open: Uint8Array = new Uint8Array(0);

  constructor(give: (line: Uint8Array) => void) {
    this.#give = give;
  }

  take(piece: Uint8Array): void {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      this.#give(this.#joined(piece.subarray(from, to + 1)));
      this.#open = new Uint8Array(0);
      from = to + 1;
    }
    this.#open = this.#joined(piece.subarray(from)).slice();
  }

  end(): void {
    if (this.#open.length > 0) this.#give(this.#open);
  }

  #joined(more: Uint8Array): Uint8Array {
    if (this.#open.length === 0) return more;
    const both = new Uint8Array(this.#open.length + more.length);
    both.set(this.#open);
    both.set(more, this.#open.length);
    return both;
  }
}
