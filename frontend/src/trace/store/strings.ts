/** Strings of a trace, whose bytes are whatever a task calls itself. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8; each byte that is none stands as \xNN, as on the server, so that no two names become one. */
export function stringOf(bytes: Uint8Array): string {
  return decoded(bytes) ?? piecewise(bytes);
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

function piecewise(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const character = decoded(bytes.subarray(at, at + length));
    text += character ?? `\\x${first.toString(16).padStart(2, '0')}`;
    at += character === null ? 1 : length;
  }
  return text;
}
