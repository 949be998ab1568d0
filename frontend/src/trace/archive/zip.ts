/** The files of a zip archive, by its directory; each is unpacked when it is asked for, and within bounds. */
import {
  BlobReader,
  configure,
  ZipReader,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Bounds } from '../../capture/local/compression';
import { SourceError } from '../../core/error';
import { isSystemFile, MEMBERS_MAX, type Member } from './member';

// This runs in a worker already.
configure({ useWebWorkers: false });

export async function zipMembers(zip: Blob, bounds: Bounds): Promise<Member[]> {
  const found: Member[] = [];
  const reader = new ZipReader(new BlobReader(zip));
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (!isFile(entry) || entry.uncompressedSize === 0 || isSystemFile(entry.filename)) continue;
      const { filename: name, uncompressedSize: size } = entry;
      found.push({
        name,
        size,
        read: () => unpacked(entry, Math.min(entry.compressedSize, zip.size), bounds),
      });
      if (found.length === MEMBERS_MAX) break;
    }
  } catch (error) {
    throw refused('The zip archive is damaged', error);
  }
  return found;
}

const isFile = (entry: Entry): entry is FileEntry => !entry.directory;

/** `packed`: bytes that it takes at most; what the archive says of it may be a lie. */
async function unpacked(entry: FileEntry, packed: number, bounds: Bounds): Promise<Blob> {
  if (entry.encrypted) throw refused(`${entry.filename} needs a password`);
  const parts: Blob[] = [];
  const { maxBytes, maxRatio, stretch } = bounds;
  const most = Math.min(maxBytes, Math.max(stretch, packed * maxRatio));
  let bytesOut = 0;
  const to = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      bytesOut += piece.length;
      if (bytesOut > most) throw refused(`${entry.filename} unpacks to more than ${maxRatio} times its size`);
      parts.push(new Blob([piece]));
    },
  });
  try {
    await entry.getData(to, { checkSignature: true });
  } catch (error) {
    throw error instanceof SourceError ? error : refused(`${entry.filename} cannot be unpacked`, error);
  }
  return new Blob(parts);
}

function refused(what: string, why?: unknown): SourceError {
  const reason = why instanceof Error && why.message !== '' ? `: ${why.message}` : '';
  return new SourceError(`${what}${reason}.`, { advice: 'Unpack it, and open the traces in it.' });
}
