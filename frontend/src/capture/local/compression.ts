/**
 * A capture's bytes, from whatever it is wrapped in to plain text: gzip and zstd are undone here, on the fly
 * and within bounds. What the text says, and whether it is one, is the core's to judge.
 */
import { CutOffError, SourceError } from '../../core/error';
import { BOUNDS as LIMITS } from '../../core/gen/tables';
import { Gunzip } from './gzip';
import { Unzstd, type ZstdModule } from './zstd';

export interface Bounds {
  /** Bytes of plain text at most. */
  maxBytes: number;
  /** Plain bytes for one compressed byte, at most, in any stretch of so many plain bytes. */
  maxRatio: number;
  stretch: number;
}

/** As on the server. */
export const COMPRESSION_BOUNDS = { maxRatio: LIMITS.packed_ratio, stretch: LIMITS.packed_stretch };

export const PLAIN_BOUNDS: Bounds = { maxBytes: 2 * 2 ** 30, ...COMPRESSION_BOUNDS };

type Compression = 'none' | 'gzip' | 'zstd';

const PACKINGS: [magic: number[], packing: Compression][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
];

const startsWith = (bytes: Uint8Array, magic: number[]) => magic.every((b, i) => bytes[i] === b);

/**
 * Reads `source`, hands plain bytes to `sink` in order. `progress` gets compressed bytes read so far. Of packed data
 * that end too early, what they held until there is handed on; the words that say so are given back. Null: it is whole.
 */
export async function readPlain(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  zstd: ZstdModule,
  sink: (plain: Uint8Array) => Promise<void> | void,
  progress: (bytesIn: number) => void,
  bounds: Bounds = PLAIN_BOUNDS,
): Promise<string | null> {
  let bytesIn = 0;
  const counted = source.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytesIn += chunk.length;
        progress(bytesIn);
        controller.enqueue(chunk);
      },
    }),
  );
  const { head, rest } = await peek(counted, 4);
  const packing = compressionOf(head);
  const check = packing === 'none' ? tooLong(bounds) : bomb(bounds);
  let [taken, bytesOut] = [0, 0];
  const reader = rest.getReader();
  try {
    const unpacking = await unpackingOf(packing, zstd);
    for (let done = false; !done;) {
      const read = await reader.read();
      done = read.done;
      for (const part of read.done ? [null] : packing === 'none' ? [read.value] : parts(read.value)) {
        taken += part?.length ?? 0;
        for (const plain of part ? unpacking.push(part) : unpacking.end()) {
          bytesOut += plain.length;
          check(taken, bytesOut);
          await sink(plain);
        }
      }
    }
    return null;
  } catch (error) {
    if (error instanceof CutOffError && bytesOut > 0) return error.what;
    throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What undoes a packing: pieces of plain bytes, each valid until the next is asked for. */
interface Unpacking {
  push(chunk: Uint8Array): Iterable<Uint8Array>;
  end(): Iterable<Uint8Array>;
}

const STRAIGHT: Unpacking = { push: (chunk) => [chunk], end: () => [] };

async function unpackingOf(packing: Compression, zstd: ZstdModule): Promise<Unpacking> {
  if (packing === 'gzip') return new Gunzip();
  return packing === 'zstd' ? Unzstd.create(await zstd()) : STRAIGHT;
}

/** So few packed bytes at a time that, unless it is a bomb, one stretch of text comes from many. */
const PART = 2 ** 14;

function* parts(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PART) yield chunk.subarray(at, at + PART);
}

/** How a file is wrapped, from its first four bytes; an empty one is not. */
export function compressionOf(head: Uint8Array): Compression {
  return PACKINGS.find(([magic]) => startsWith(head, magic))?.[1] ?? 'none';
}

type Check = (bytesIn: number, bytesOut: number) => void;

const refuse = (message: string, bytesIn: number) =>
  new SourceError(`${message}, at byte ${bytesIn}.`, {
    advice: 'This does not look like a capture. The rest was not read.',
  });

function tooLong({ maxBytes }: Bounds): Check {
  return (bytesIn, bytesOut) => {
    if (bytesOut > maxBytes)
      throw refuse(`The file holds more than ${maxBytes / 2 ** 20} MiB of text`, bytesIn);
  };
}

/** Looks at one stretch after another, so that what came before does not hide a bomb. */
function bomb(bounds: Bounds): Check {
  const length = tooLong(bounds);
  let [fromIn, fromOut] = [0, 0];
  return (bytesIn, bytesOut) => {
    length(bytesIn, bytesOut);
    const [packed, plain] = [bytesIn - fromIn, bytesOut - fromOut];
    if (plain <= bounds.stretch) return;
    if (plain > packed * bounds.maxRatio)
      throw refuse(
        `The file unpacks to more than ${bounds.maxRatio} times its size, as a zip bomb does`,
        bytesIn,
      );
    [fromIn, fromOut] = [bytesIn, bytesOut];
  };
}

/** The first `n` bytes, and a stream that still begins with them. */
async function peek(stream: ReadableStream<Uint8Array<ArrayBuffer>>, n: number) {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < n) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const head = new Uint8Array(chunks.flatMap((c) => [...c.subarray(0, n)]).slice(0, n));
  const rest = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const chunk = chunks.shift();
      if (chunk) {
        controller.enqueue(chunk);
        return;
      }
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, rest };
}
