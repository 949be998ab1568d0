/** Archives: those that the tar command makes, and zip. What is hostile or damaged is refused in words. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { afterAll, describe, expect, it } from 'vitest';
import { TRACE_BOUNDS } from '../reader/input';
import { traceModules } from '../testing/wasm';
import { membersOf } from './members';

const LONG = `${'a-folder-with-a-long-name/'.repeat(6)}trace.txt`;
const FILES: Record<string, string> = {
  'trace.txt': '# tracer: nop\n'.repeat(300),
  'run/zoneinfo.txt': 'Node 0, zone DMA\n',
  [LONG]: 'the last\n',
};

const folder = mkdtempSync(join(tmpdir(), 'mms-archive-'));
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}
writeFileSync(join(folder, '.DS_Store'), 'not one of them');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const tarred = (...options: string[]) =>
  execFileSync('tar', ['-C', folder, ...options, '-cf', '-', '.DS_Store', 'trace.txt', 'run', LONG]);

const listed = (data: Uint8Array, bounds = TRACE_BOUNDS) =>
  membersOf(new Blob([new Uint8Array(data)]), traceModules.zstd, bounds);

async function contents(data: Uint8Array): Promise<Record<string, string> | null> {
  const members = await listed(data);
  if (!members) return null;
  const read = members.map(async ({ name, read }) => [name, await (await read()).text()] as const);
  return Object.fromEntries(await Promise.all(read));
}

async function zipped(files: Record<string, string>, options = {}): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, ...options });
  for (const [name, text] of Object.entries(files)) await writer.add(name, new TextReader(text));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

describe('tar', () => {
  it.each(['ustar', 'gnu', 'pax'])('as %s has it, plain and packed', async (format) => {
    const tar = tarred(`--format=${format}`);
    for (const data of [tar, gzipSync(tar), zstdCompressSync(tar)])
      expect(await contents(data)).toEqual(FILES);
  });

  it('that is cut off has what is there, the last file as far as it goes', async () => {
    const tar = tarred();
    const at = tar.indexOf('# tracer');
    const part = await listed(tar.subarray(0, at + 100));
    expect(part?.map(({ name, size }) => [name, size])).toEqual([['trace.txt', 100]]);
  });

  it('that is damaged is refused, with the byte', async () => {
    const tar = Buffer.from(tarred());
    const at = tar.indexOf('run/zoneinfo');
    tar[at] = 0x78;
    await expect(listed(tar)).rejects.toThrow(`The tar archive is damaged at byte ${at}.`);
    const endless = Buffer.from(tarred());
    endless.fill('9', 124, 135);
    await expect(listed(endless)).rejects.toThrow('damaged at byte 0');
  });

  it('of ever so many files is listed as far as one can read', async () => {
    const head = execFileSync('tar', ['-C', folder, '-cf', '-', 'trace.txt']);
    const entry = head.subarray(0, 512 + Math.ceil((FILES['trace.txt']?.length ?? 0) / 512) * 512);
    const members = await listed(Buffer.concat(Array.from({ length: 5000 }, () => entry)));
    expect(members?.length).toBe(4096);
  });
});

describe('zip', () => {
  it('gives its files', async () => {
    expect(await contents(await zipped(FILES))).toEqual(FILES);
    expect(await contents(await zipped({ ...FILES, '__MACOSX/._trace.txt': 'x' }, { level: 0 }))).toEqual(
      FILES,
    );
    expect(await contents(await zipped({}))).toEqual({});
  });

  it('that is cut off, needs a password or is a bomb is refused in words', async () => {
    const zip = await zipped(FILES);
    await expect(listed(zip.subarray(0, zip.length - 30))).rejects.toThrow(/^The zip archive is damaged/);
    const [locked] = (await listed(await zipped(FILES, { password: 'x' }))) ?? [];
    await expect(locked?.read()).rejects.toThrow('trace.txt needs a password.');
    const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
    await writer.add('bomb.txt', new Uint8ArrayReader(new Uint8Array(64 << 20)));
    const bomb = new Uint8Array(await (await writer.close()).arrayBuffer());
    const [member] = (await listed(bomb)) ?? [];
    await expect(member?.read()).rejects.toThrow(/bomb\.txt unpacks to more than 200 times its size/);
  });
});

it('other files are none', async () => {
  const trace = readFileSync(join(folder, 'trace.txt'));
  for (const data of [trace, gzipSync(trace), Buffer.from('PK'), Buffer.alloc(0)]) {
    expect(await listed(data)).toBeNull();
  }
  expect(await listed(gzipSync(tarred()).subarray(0, 20))).toBeNull();
});
