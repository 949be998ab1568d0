/**
 * The secret with which this browser sends files to the server, and may remove them again. Made here before the
 * first file is sent, so that neither a lost answer nor two tabs at once leave a file that nobody may remove.
 */

const KEY = 'mmscope.secret';
const HEADER = 'mmscope-secret';
/** 256 bits in base64url, as the server wants it. */
const BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** Where storage is forbidden, the secret lasts as long as the page. */
let unkept: string | null = null;

function known(): string | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept !== null && FORM.test(kept) ? kept : unkept;
  } catch {
    return unkept;
  }
}

function make(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const made = btoa(String.fromCharCode(...bytes));
  unkept = made.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  try {
    localStorage.setItem(KEY, unkept);
  } catch {
    // Not kept, then.
  }
  return unkept;
}

/** Headers of a request about files that were sent before. */
export function senderHeaders(): Record<string, string> {
  const secret = known();
  return secret === null ? {} : { [HEADER]: secret };
}

/** Headers of a request that sends a file. */
export function uploadHeaders(): Record<string, string> {
  return { [HEADER]: known() ?? make() };
}

/** Whether this browser will know the secret when the page is opened again. */
export function isPersistent(): boolean {
  try {
    localStorage.setItem(`${KEY}.try`, '');
    localStorage.removeItem(`${KEY}.try`);
    return true;
  } catch {
    return false;
  }
}
