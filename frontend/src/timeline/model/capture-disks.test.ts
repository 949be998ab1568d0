/** Disks by the names that /proc/partitions gives them. */
import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { Reporter } from '../../trace/report/reporter';
import { deviceNames } from '../../trace/statistics/devices';
import { load } from '../../trace/testing/loader';
import { samples } from '../../trace/testing/samples';
import { idleProgress } from '../testing/progress';
import { Capture } from './capture';

/** As a machine with two NVMe disks, of which one has a partition, writes it. */
const PARTITIONS = `major minor  #blocks  name

 254        0  268435456 vda
 254        1  268434432 vda1
 259        0     262144 nvme0n1
 259        1     262144 nvme1n1
`;

const named = async (...texts: string[]) =>
  deviceNames(await Promise.all(texts.map(async (text) => (await load(text)).store)));

it('every line names a device; of two files the later counts; lines that cannot be read name none', async () => {
  expect([...(await named(PARTITIONS))]).toEqual([
    [254 * 2 ** 20, 'vda'],
    [254 * 2 ** 20 + 1, 'vda1'],
    [259 * 2 ** 20, 'nvme0n1'],
    [259 * 2 ** 20 + 1, 'nvme1n1'],
  ]);
  const again = 'major minor  #blocks  name\n\n 259        0     262144 nvme7n1\n 259 x 1 bad\n';
  expect((await named(PARTITIONS, again)).get(259 * 2 ** 20)).toBe('nvme7n1');
});

it('tracks and report of a recorded trace call disks so', async () => {
  const sample = samples.find(({ id }) => id === 'ftrace/numa-reclaim');
  const loaded = await load(readFileSync(sample?.path ?? ''));
  const capture = await Capture.of(loaded.store, idleProgress);
  const disks = () =>
    capture.tracks.flatMap(({ group, name }) => (group === 'disks' || group === 'device' ? [name] : []));
  const before = disks();
  expect(before.every((name) => /^(254:0|259:[01])( |$)/.test(name))).toBe(true);
  const reported = new Reporter(loaded);
  reported.add({ name: 'partitions', ...(await load(PARTITIONS)) });
  capture.nameDisks(reported.devices());
  const called: Record<string, string> = { '254:0': 'vda', '259:0': 'nvme0n1', '259:1': 'nvme1n1' };
  const after = disks();
  expect(after).toEqual(before.map((name) => name.replace(/^[\d:]+/, (number) => called[number] ?? '')));
  expect(new Set(reported.report('x').derived.disks.map(({ name }) => name))).toEqual(
    new Set(Object.values(called)),
  );
});

it('a name that another track has, or another disk, stands with the number', async () => {
  const request = (dev: string, t: number) =>
    `           cc-1      [000] .....   1.00000${t}: block_rq_issue: ${dev} R 4096 () 8 + 8 [cc]\n`;
  const { store } = await load(`# tracer: nop\n#\n${request('8,0', 1)}${request('8,16', 2)}`);
  const capture = await Capture.of(store, idleProgress);
  capture.nameDisks(await named('major minor  #blocks  name\n\n 8 0 1 sda\n 8 16 1 sda\n'));
  expect(capture.tracks.flatMap(({ group, name }) => (group === 'device' ? [name] : []))).toEqual([
    'sda',
    'sda 8:16',
  ]);
});
