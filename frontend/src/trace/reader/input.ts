/**
 * The plain bytes of a trace, piece by piece. A file that is not packed is read into one buffer that is used again
 * and again: in Chromium half the work of slices, whose buffers also stay until they are collected. Packed files
 * and addresses stream.
 */
import { COMPRESSION_BOUNDS, compressionOf, readPlain, type Bounds } from '../../capture/local/compression';
import { SourceError } from '../../core/error';
import { BOUNDS as LIMITS } from '../../core/gen/tables';
import { blobStream, urlStream, type ByteStream } from '../../capture/local/streams';
import type { ZstdModule } from '../../capture/local/zstd';

export type TraceInput = { kind: 'blob'; blob: Blob } | { kind: 'url'; url: string };

/** What a trace is read with. */
export interface TraceModules {
  trace: WebAssembly.Module;
  zstd: ZstdModule;
}

/** Far more text than the core's own captures: only columns stay in memory. */
export const TRACE_BOUNDS: Bounds = { maxBytes: LIMITS.plain, ...COMPRESSION_BOUNDS };

const BUFFER = 4 << 20;

/** Gets pieces in order, and how many bytes of the input they came from. */
type Sink = (plain: Uint8Array, bytes: number, total: number | null) => Promise<void> | void;

/** As `readPlain`: words where packed data end too early, else null. */
export async function readTrace(
  input: TraceInput,
  zstd: ZstdModule,
  sink: Sink,
  signal?: AbortSignal,
): Promise<string | null> {
  if (input.kind === 'url') return readStream(await urlStream(input.url, signal), zstd, sink, signal);
  if (await isPacked(input.blob)) return readStream(blobStream(input.blob), zstd, sink, signal);
  await readFile(input.blob, sink, signal);
  return null;
}

export async function isPacked(blob: Blob): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  return compressionOf(head) !== 'none';
}

/** Its bytes as they are. */
export async function readFile(blob: Blob, sink: Sink, signal?: AbortSignal): Promise<void> {
  if (blob.size > TRACE_BOUNDS.maxBytes) {
    throw new SourceError(`The file holds more than ${TRACE_BOUNDS.maxBytes / 2 ** 30} GiB.`, {
      advice: 'Cut it into parts, for instance with split -C 4G.',
    });
  }
  const pieces = piecesOf(blob);
  try {
    for (let at = 0; at < blob.size;) {
      const piece = await pieces.next(at).catch(() => {
        throw new SourceError('The file can no longer be read.', {
          advice: 'Was it changed? Open it again.',
        });
      });
      signal?.throwIfAborted();
      at += piece.length;
      await sink(piece, at, blob.size);
    }
  } finally {
    pieces.close();
  }
}

/** The bytes from a place on, one piece after another; a piece is over when the next one is asked for. */
interface Pieces {
  next(at: number): Promise<Uint8Array>;
  close(): void;
}

/**
 * Of files that are being read. Chromium collects such a reader, as garbage, while somebody waits for its next bytes,
 * who then waits for ever.
 */
const READERS = new Set<ReadableStreamBYOBReader>();

function piecesOf(blob: Blob): Pieces {
  const reader = byteReader(blob);
  if (!reader) {
    const next = async (at: number) => new Uint8Array(await blob.slice(at, at + BUFFER).arrayBuffer());
    return { next, close: () => undefined };
  }
  READERS.add(reader);
  let buffer = new ArrayBuffer(BUFFER);
  return {
    next: async () => {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) throw new Error('the file has become shorter');
      buffer = value.buffer;
      return value;
    },
    close: () => {
      READERS.delete(reader);
      reader.cancel().catch(() => undefined);
    },
  };
}

/** Null where a file's stream cannot fill a buffer that it is given. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

async function readStream(
  { stream, bytes }: ByteStream,
  zstd: ZstdModule,
  sink: Sink,
  signal?: AbortSignal,
): Promise<string | null> {
  let bytesIn = 0;
  return readPlain(
    stream,
    zstd,
    (plain) => {
      signal?.throwIfAborted();
      return sink(plain, bytesIn, bytes);
    },
    (n) => {
      bytesIn = n;
    },
    TRACE_BOUNDS,
  );
}
