/** Bytes as the host of an engine gives them: in base64. */

/** Younger engines have this; it takes a hundredth of the time. */
const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  native ? native.call(Uint8Array, base64) : decoded(base64);

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const sextets = base64.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((sextets.length * 3) / 4));
  for (let i = 0, at = 0; at < bytes.length; i += 4) {
    const word = [0, 1, 2, 3].reduce((sum, n) => (sum << 6) | sextetOf(sextets.charCodeAt(i + n)), 0);
    for (let shift = 16; shift >= 0 && at < bytes.length; shift -= 8) bytes[at++] = (word >> shift) & 0xff;
  }
  return bytes;
}

function sextetOf(code: number): number {
  if (code >= 97) return code - 71;
  if (code >= 65) return code - 65;
  if (code >= 48) return code + 4;
  return code === 43 ? 62 : code === 47 ? 63 : 0;
}
