/** The files of a tar archive (POSIX ustar, with the long names of GNU and pax); they stay where they are in it. */
import { SourceError } from '../../core/error';
import { isSystemFile, MEMBERS_MAX, type Member } from './member';

const BLOCK = 512;
/** Long names and attributes are text; more of it is not read. */
const TEXT_MAX = 1 << 16;
/** Headers, also of folders and links. */
const HEADERS_MAX = 16 * MEMBERS_MAX;
const CHECKSUM = { at: 148, end: 156 };

const decoder = new TextDecoder();

/** Whether a text begins as such an archive; 512 bytes of it are enough. */
export const isTar = (head: Uint8Array): boolean => decoder.decode(head.subarray(257, 262)) === 'ustar';

/** In the order of the archive; of one that is cut off those that have begun, the last one as far as it is there. */
export async function tarMembers(tar: Blob): Promise<Member[]> {
  const found: Member[] = [];
  let [long, headers] = ['', 0];
  for (let at = 0; at + BLOCK <= tar.size && found.length < MEMBERS_MAX; headers++) {
    const header = new Uint8Array(await tar.slice(at, at + BLOCK).arrayBuffer());
    if (header.every((byte) => byte === 0)) break;
    const size = sizeOf(header);
    if (!sums(header) || size === null || headers >= HEADERS_MAX) throw damaged(at);
    const from = at + BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    const name = long === '' ? nameOf(header) : long;
    long = '';
    if (type === 'L' || type === 'x') {
      const text = await tar.slice(from, from + Math.min(size, TEXT_MAX)).text();
      long = type === 'L' ? (text.split('\0')[0] ?? '') : pathOf(text);
    } else if ((type === '0' || type === '\0' || type === '7') && size > 0 && !isSystemFile(name)) {
      const blob = tar.slice(from, from + size);
      found.push({ name: name.replace(/^(\.\/)+/, ''), size: blob.size, read: () => Promise.resolve(blob) });
    }
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

const damaged = (at: number) =>
  new SourceError(`The tar archive is damaged at byte ${at}.`, {
    advice: 'Unpack it with tar -xf FILE, and open the traces in it.',
  });

const text = (header: Uint8Array, from: number, to: number): string =>
  decoder.decode(header.subarray(from, to)).split('\0')[0] ?? '';

function nameOf(header: Uint8Array): string {
  const prefix = text(header, 345, 500);
  // GNU keeps times there.
  const ustar = text(header, 257, 263) === 'ustar';
  return ustar && prefix !== '' ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100);
}

/** Octal digits; GNU: the bytes of a number, behind a first bit. Null where it is none. */
function sizeOf(header: Uint8Array): number | null {
  if (((header[124] ?? 0) & 0x80) === 0) {
    const digits = text(header, 124, 136).trim();
    return /^[0-7]*$/.test(digits) ? parseInt(`0${digits}`, 8) : null;
  }
  const size = header.subarray(125, 136).reduce((sum, byte) => sum * 256 + byte, 0);
  return Number.isSafeInteger(size) ? size : null;
}

/** The sum of its bytes, its own taken as spaces. */
function sums(header: Uint8Array): boolean {
  const own = CHECKSUM.end - CHECKSUM.at;
  const sum = header.reduce(
    (all, byte, i) => (i >= CHECKSUM.at && i < CHECKSUM.end ? all : all + byte),
    own * 32,
  );
  return parseInt(text(header, CHECKSUM.at, CHECKSUM.end).trim(), 8) === sum;
}

/** Of pax attributes, lines such as "24 path=a/b/c". */
const pathOf = (attributes: string): string => /^\d+ path=(.*)$/m.exec(attributes)?.[1] ?? '';
