/** What is in an archive: zip, or tar, also in gzip or zstd. */
import { blobStream } from '../../capture/local/streams';
import { compressionOf, readPlain, type Bounds } from '../../capture/local/compression';
import type { ZstdModule } from '../../capture/local/zstd';
import { readPrefix } from '../reader/prefix';
import type { Member } from './member';
import { isTar, tarMembers } from './tar';

const HEAD = 512;

/** Null where it is no archive. Throws SourceError. */
export async function membersOf(file: Blob, zstd: ZstdModule, bounds: Bounds): Promise<Member[] | null> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  if (head.length === 0) return null;
  if (isZip(head)) return (await import('./zip')).zipMembers(file, bounds);
  if (compressionOf(head) === 'none') return isTar(head) ? tarMembers(file) : null;
  return (await isTarWithin(file, zstd, bounds)) ? tarMembers(await unpacked(file, zstd, bounds)) : null;
}

/** A file, or an archive of none. */
const isZip = ([p, k, a, b]: Uint8Array): boolean =>
  p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));

async function isTarWithin(file: Blob, zstd: ZstdModule, bounds: Bounds): Promise<boolean> {
  const head = new Uint8Array(HEAD);
  let length = 0;
  const take = (piece: Uint8Array) => {
    head.set(piece, length);
    length += piece.length;
  };
  try {
    await readPrefix(
      HEAD,
      (sink) => readPlain(blobStream(file).stream, zstd, sink, () => undefined, bounds),
      take,
    );
  } catch {
    // Whatever is wrong with it is said by the reader of traces.
    return false;
  }
  return isTar(head);
}

async function unpacked(file: Blob, zstd: ZstdModule, bounds: Bounds): Promise<Blob> {
  const parts: Blob[] = [];
  const take = (plain: Uint8Array) => {
    parts.push(new Blob([plain.slice()]));
  };
  await readPlain(blobStream(file).stream, zstd, take, () => undefined, bounds);
  return new Blob(parts);
}
