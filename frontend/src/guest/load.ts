/** The guest's files: fetched from where the page is, compared with their hashes, the state unpacked. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import emulatorUrl from 'v86/build/v86.wasm?url';
import stateUrl from '../../../datasets/guest/state.zst?url';
import { zstdModule } from '../capture/local/wasm';
import { Unzstd } from '../capture/local/zstd';
import { SourceError } from '../core/error';
import { GUEST, type GuestFile } from './description';

interface GuestFiles {
  readonly state: ArrayBuffer;
  readonly emulator: WebAssembly.Module;
}

type OnBytes = (bytes: number) => void;

const AGAIN = 'Nothing has started. Try again.';

async function fetched(url: string, what: string, { bytes, sha256: hash }: GuestFile, onBytes: OnBytes) {
  const response = await fetch(url).catch(() => null);
  if (!response?.body)
    throw new SourceError(`${what} cannot be fetched: no server answers.`, { advice: AGAIN });
  if (!response.ok)
    throw new SourceError(`${what} cannot be fetched (${response.status}).`, { advice: AGAIN });
  const whole = new Uint8Array(bytes);
  const sum = sha256.create();
  let at = 0;
  try {
    const reader = response.body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (at + read.value.length <= bytes) whole.set(read.value, at);
      at += read.value.length;
      sum.update(read.value);
      onBytes(read.value.length);
    }
  } catch {
    throw new SourceError(`${what} was cut off after ${at} of ${bytes} bytes.`, { advice: AGAIN });
  }
  if (at < bytes)
    throw new SourceError(`${what} was cut off after ${at} of ${bytes} bytes.`, { advice: AGAIN });
  if (bytesToHex(sum.digest()) !== hash)
    throw new SourceError(`${what} is not the one that belongs to this page: its hash is another.`, {
      advice: 'Load the page again, then try again.',
    });
  return whole;
}

async function unpacked(packed: Uint8Array): Promise<ArrayBuffer> {
  const unzstd = await Unzstd.create(await zstdModule());
  const parts: Uint8Array[] = [];
  // Each is there until the next one is asked for.
  for (const part of unzstd.push(packed)) parts.push(part.slice());
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.buffer;
}

/** Throws SourceError. `onBytes`: of both files together, as they come. */
export async function loadGuest(onBytes: OnBytes): Promise<GuestFiles> {
  let sum = 0;
  const add = (bytes: number) => {
    sum += bytes;
    onBytes(sum);
  };
  const { state, emulator } = GUEST.files;
  const [packed, wasm] = await Promise.all([
    fetched(stateUrl, 'The saved state', state, add),
    fetched(emulatorUrl, 'The emulator', emulator, add),
  ]);
  const [plain, module] = await Promise.all([unpacked(packed), WebAssembly.compile(wasm)]);
  return { state: plain, emulator: module };
}
