/** What one may still keep on the server: said before a file is sent. */
import { grouped } from '../../core/number';
import { senderHeaders } from './secret';
import { isStaticCopy } from './static-copy';

interface Share {
  /** That one person may have, or of who is not signed in: the server. */
  most: number;
  /** Of it. */
  left: number;
}

export interface Shares {
  /** Of who is signed in, where a proxy before the server says so. */
  name: string | null;
  captures: Share;
  bytes: Share;
}

/** Null where the server does not say. */
export async function readShares(base: string, signal: AbortSignal): Promise<Shares | null> {
  if (isStaticCopy()) return null;
  try {
    const response = await fetch(new URL('api/shares', base), { headers: senderHeaders(), signal });
    return response.ok ? ((await response.json()) as Shares) : null;
  } catch {
    return null;
  }
}

const GIB = 2 ** 30;
const MIB = 2 ** 20;

const sizeWords = (bytes: number) =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${(bytes / MIB).toFixed(1)} MiB`;

/** One sentence: what is left, or what does not fit. `size`: of a file that is about to be sent. */
export function shareWords({ name, captures, bytes }: Shares, size = 0): string {
  const who = name === null ? 'The server' : `As ${name}, you`;
  if (captures.left === 0) {
    return `${who} may keep no more captures than the ${grouped(captures.most)} that are there: remove one first.`;
  }
  if (bytes.left <= 0) return `${who} may keep no more bytes: remove a capture first.`;
  if (size > bytes.left) {
    return `${who} may keep ${sizeWords(bytes.left)} more, and this file is longer: remove a capture first.`;
  }
  const more = captures.left === 1 ? 'one more capture' : `${grouped(captures.left)} more captures`;
  return `${who} may keep ${more}, ${sizeWords(bytes.left)} in all.`;
}
