/** A text of several recordings gives a text of each; any other text is left alone. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { recognise } from '../file-format';
import { traceModules } from '../testing/wasm';
import { recordingsOf } from './recordings';

const HOST = [
  '            dd-1970  [000]   266.608235: mm_vmscan_wakeup_kswapd: nid=0 order=0 gfp_flags=GFP_KERNEL\n',
  '       kswapd1-348   [001]   266.608260: mm_vmscan_kswapd_wake: nid=1 order=0\n',
];
const GUEST = [
  '        kswapd0-47    [001]   266.608254: mm_vmscan_kswapd_wake: nid=0 order=0\n',
  '        kswapd0-47    [001]   266.709254: mm_vmscan_kswapd_sleep: nid=0\n',
];
const mixed = (host: string, guest: string) =>
  HOST.map((line, at) => host + line + guest + (GUEST[at] ?? '')).join('');

const isTrace = async (blob: Blob) =>
  (await recognise(traceModules, { kind: 'blob', blob })).format !== 'unknown';

async function texts(text: string | Uint8Array): Promise<Record<string, string> | null> {
  const data = typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);
  const members = await recordingsOf(new Blob([data]), traceModules.zstd, isTrace);
  if (!members) return null;
  const read = members.map(async ({ name, size, read }) => {
    const blob = await read();
    expect(blob.size).toBe(size);
    return [name, await blob.text()] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

describe('the lines of several recordings', () => {
  it('are told apart by the names before them, plain and packed', async () => {
    const text = mixed('    trace.dat:', '  guest1.dat:');
    const apart = { 'trace.dat': HOST.join(''), 'guest1.dat': GUEST.join('') };
    expect(await texts(text)).toEqual(apart);
    expect(await texts(gzipSync(text))).toEqual(apart);
    expect(await texts(text.trimEnd())).toEqual({ ...apart, 'guest1.dat': GUEST.join('').trimEnd() });
  });

  it('keep the lines that name none, each', async () => {
    const text = `cpus=8\n${mixed('a.dat:', 'b.dat:')}[no more]\n`;
    expect(await texts(text)).toEqual({
      'a.dat': `cpus=8\n${HOST.join('')}[no more]\n`,
      'b.dat': `cpus=8\n${GUEST.join('')}[no more]\n`,
    });
  });

  it('of a folder have names that are no paths', async () => {
    expect(Object.keys((await texts(mixed('run/one:', 'run/two:'))) ?? {})).toEqual(['run-one', 'run-two']);
  });

  it('are all there, of a text larger than what is kept waiting', async () => {
    const times = 20_000;
    const read = await texts(mixed('a.dat:', 'b.dat:').repeat(times));
    expect(read?.['a.dat']).toBe(HOST.join('').repeat(times));
    expect(read?.['b.dat']).toBe(GUEST.join('').repeat(times));
  });
});

it.each([
  ['one recording', HOST.join('') + GUEST.join('')],
  ['one file', mixed('a.dat:', 'a.dat:')],
  ['tasks that look like files', '   kworker/0:1-9  [000]  1.5: mm_vmscan_kswapd_sleep: nid=0\n'.repeat(3)],
  ['prose', 'see a.txt: it is here\nb.txt: as well\n'],
  ['nothing', ''],
])('a text of %s stays whole', async (_, text) => {
  expect(await texts(text)).toBeNull();
});
