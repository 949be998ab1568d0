/** The checksum of gzip (RFC 1952, section 8), four bytes at a time. */
const TABLES = Array.from({ length: 4 }, () => new Int32Array(256));
const [T0 = new Int32Array(0), T1 = T0, T2 = T0, T3 = T0] = TABLES;

for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  T0[byte] = crc;
}
for (let byte = 0; byte < 256; byte++) {
  let crc = T0[byte] ?? 0;
  for (const table of [T1, T2, T3]) table[byte] = crc = (crc >>> 8) ^ (T0[crc & 255] ?? 0);
}

/** The checksum of what `crc` is the checksum of (0 for nothing), and of `bytes` behind it. */
export function crc32(crc: number, bytes: Uint8Array): number {
  let c = ~crc;
  const whole = bytes.length & ~3;
  let i = 0;
  for (; i < whole; i += 4) {
    c ^=
      (bytes[i] ?? 0) |
      ((bytes[i + 1] ?? 0) << 8) |
      ((bytes[i + 2] ?? 0) << 16) |
      ((bytes[i + 3] ?? 0) << 24);
    c = (T3[c & 255] ?? 0) ^ (T2[(c >>> 8) & 255] ?? 0) ^ (T1[(c >>> 16) & 255] ?? 0) ^ (T0[c >>> 24] ?? 0);
  }
  for (; i < bytes.length; i++) c = (c >>> 8) ^ (T0[(c ^ (bytes[i] ?? 0)) & 255] ?? 0);
  return ~c >>> 0;
}
