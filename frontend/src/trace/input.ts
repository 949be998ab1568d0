/**
 * The plain bytes of a trace, piece by piece. A file that is not packed is read in large slices, the next one
 * on its way while this one is read: several times as fast as its stream. Packed files and addresses stream.
 */
import { packingOf, readPlain, type Bounds } from '../core/bytes';
import { SourceError } from '../core/error';
import { release } from './blocks';
import { blobStream, urlStream, type ByteStream } from '../core/streams';

export type TraceInput = { kind: 'blob'; blob: Blob } | { kind: 'url'; url: string };

/** Far more text than the core's own captures: only columns stay in memory. */
export const TRACE_BOUNDS: Bounds = { maxBytes: 16 * 2 ** 30, maxRatio: 150, ratioFrom: 16 * 2 ** 20 };

const SLICE = 2 << 20;

/** `sink` gets pieces in order, and how many bytes of the input they came from. */
export async function readTrace(
  input: TraceInput,
  sink: (plain: Uint8Array, bytes: number, total: number | null) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<void> {
  if (input.kind === 'blob') {
    const head = new Uint8Array(await input.blob.slice(0, 4).arrayBuffer());
    if (packingOf(head) === 'none') await readSlices(input.blob, sink, signal);
    else await readStream(blobStream(input.blob), sink, signal);
  } else await readStream(await urlStream(input.url, signal), sink, signal);
}

async function readSlices(
  blob: Blob,
  sink: Parameters<typeof readTrace>[1],
  signal?: AbortSignal,
): Promise<void> {
  if (blob.size > TRACE_BOUNDS.maxBytes) {
    throw new SourceError(`The file holds more than ${TRACE_BOUNDS.maxBytes / 2 ** 30} GiB.`, {
      advice: 'Cut it into parts, for instance with split -C 4G.',
    });
  }
  const slice = (at: number) => blob.slice(at, at + SLICE).arrayBuffer();
  let next: Promise<ArrayBuffer> | null = slice(0);
  for (let at = 0; next; at += SLICE) {
    const piece = await next.catch(() => {
      throw new SourceError('The file can no longer be read.', { advice: 'Was it changed? Open it again.' });
    });
    signal?.throwIfAborted();
    next = at + SLICE < blob.size ? slice(at + SLICE) : null;
    await sink(new Uint8Array(piece), Math.min(at + SLICE, blob.size), blob.size);
    release(piece);
  }
}

async function readStream(
  { stream, bytes }: ByteStream,
  sink: Parameters<typeof readTrace>[1],
  signal?: AbortSignal,
): Promise<void> {
  let bytesIn = 0;
  await readPlain(
    stream,
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
