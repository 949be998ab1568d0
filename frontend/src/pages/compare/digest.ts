/** What a run is of, by its bytes: the core, and the capture. */
import wasmUrl from '../../../../wasm-core/dist/mmscope.wasm?url';
import type { ParamValues } from '../../core/params';
import type { Job } from './pool';

const digests = new Map<string, Promise<string | null>>();

/** Of a file of the page; null where it cannot be had: no network, or no cryptography without TLS. */
function digestOf(url: string): Promise<string | null> {
  const known = digests.get(url);
  if (known) return known;
  const found = made(url).catch(() => {
    digests.delete(url);
    return null;
  });
  digests.set(url, found);
  return found;
}

async function made(url: string): Promise<string | null> {
  // A page that came over plain HTTP has no such thing, whatever its type says.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const response = await fetch(url);
  if (!response.ok) throw new Error(url);
  const digest = new Uint8Array(await subtle.digest('SHA-256', await response.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Of the core, and of a capture where there is one. */
export async function contentOf(capture: string | null): Promise<string | null> {
  const all = await Promise.all([wasmUrl, ...(capture === null ? [] : [capture])].map(digestOf));
  return all.includes(null) ? null : all.join(' ');
}

/** Names a run by all that it depends on, whatever order its tunables are in. */
export const keyOf = (of: string, params: ParamValues): string =>
  `${of} ${JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)))}`;

/** Runs of a model, or of a capture as if, one for each set of tunables. `content`: as contentOf() has it. */
export const jobsOf = (content: string | null, capture: string | null, sets: readonly ParamValues[]): Job[] =>
  sets.map((params) => ({
    key: keyOf(content ?? capture ?? '', params),
    lasting: content !== null,
    params,
    capture,
  }));
