/** Where bytes come from: a file at hand, or an address. */
import { SourceError } from '../../core/error';

export interface ByteStream {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Null where the length is not known before the end. */
  bytes: number | null;
}

export function blobStream(blob: Blob): ByteStream {
  return { stream: blob.stream(), bytes: blob.size };
}

/** Throws SourceError in words when there is no answer, or a bad one. */
export async function urlStream(url: string, signal?: AbortSignal): Promise<ByteStream> {
  let response: Response;
  try {
    response = await fetch(url, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new SourceError('The capture cannot be fetched.', {
      advice: 'Check the connection and try again.',
    });
  }
  if (!response.ok || !response.body) {
    throw new SourceError(`The capture cannot be fetched: ${response.status} ${response.statusText}.`, {
      advice: 'Choose another source.',
    });
  }
  const length = Number(response.headers.get('content-length'));
  const encoded = response.headers.get('content-encoding') !== null;
  return { stream: response.body, bytes: encoded || !length ? null : length };
}
