import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Session } from '../../core/session';
import { wasmModule } from '../../core/testing/wasm';
import type { Catalogue, Scenario } from './catalogue';
import type { PublishedDocument } from './published-document';
import { DRIVEN } from '../../core/gen/tables';
import { settingsOf, type Switch } from '../../core/manifest';
import { asifLimitsOf } from './asif';
import { parseTunable } from './tunable';
import { manifestFacts } from './manifest-facts';
import { resolveSource } from './resolver';
import { publishedFor, tablesOf } from './published-results';
import { isWithinLimits } from '../remote/server';
import { formatSpec, parseSpec, sameSpec, withTunables } from './spec';

const DATASETS = new URL('../../../../datasets/', import.meta.url);

async function jsons<T>(folder: string): Promise<T[]> {
  const names = (await readdir(new URL(folder, DATASETS))).filter((n) => n.endsWith('.json'));
  return Promise.all(
    names.map(async (n) => JSON.parse(await readFile(new URL(folder + n, DATASETS), 'utf8')) as T),
  );
}

const catalogue: Catalogue = {
  scenarios: await jsons<Scenario>('scenarios/'),
  captures: [{ id: 'c', title: 'C', file: 'datasets/captures/c.mmscope.gz', bytes: 1 }],
  published: await jsons<PublishedDocument>('published/'),
};

describe('every scenario', () => {
  it.each(catalogue.scenarios.map((s) => [s.id, s] as const))('%s is accepted by the core', async (id) => {
    const { input, title } = resolveSource(
      { kind: 'model', id, overrides: { stop_decisions: 50 } },
      catalogue,
      'http://x/',
    );
    if (input.kind !== 'model') throw new Error('not a model');
    const session = await Session.create(await wasmModule());
    session.beginModel(input.params);
    session.runModel(50);
    expect(title).not.toBe('');
  });
});

it('a capture is asked what another switch would have done', () => {
  const spec = parseSpec('capture:c', { rule: 'global' });
  expect(formatSpec('a', spec)).toEqual([
    ['a', 'capture:c'],
    ['a.rule', 'global'],
  ]);
  expect(sameSpec(spec, parseSpec('capture:c', {}))).toBe(false);
  expect(sameSpec(withTunables(spec, {}), parseSpec('capture:c', {}))).toBe(true);
  expect(resolveSource(spec as { kind: 'capture'; id: string }, catalogue, 'http://x/')).toMatchObject({
    title: 'As if rule global: C',
    input: { kind: 'url', asif: { machine: 'swap', rule: 'global', seed: 1 } },
  });
  const strange = { kind: 'capture', id: 'c', asif: { swappiness: 3 } } as const;
  expect(() => resolveSource(strange, catalogue, 'http://x/')).toThrow(/cannot be asked about “swappiness”/);
});

it('who holds the events of a capture on the server is in its link; its size decides by itself', () => {
  for (const text of ['server:u-1', 'server:u-1/windows', 'server:u-1/page']) {
    expect(formatSpec('a', parseSpec(text, {}))).toEqual([['a', text]]);
  }
  expect(parseSpec('server:u-1/windows', {})).toEqual({ kind: 'server', id: 'u-1', by: 'windows' });
  for (const text of ['server:u-1/nothing', 'server:/windows', 'capture:c/windows', 'server:a/page/page']) {
    expect(() => parseSpec(text, {})).toThrow('names no source');
  }
  expect(isWithinLimits({ title: '', events: 1e7, bytes: 1 })).toBe(true);
  expect(isWithinLimits({ title: '', events: 1e7 + 1, bytes: 1 })).toBe(false);
  expect(isWithinLimits({ title: '', events: 1, bytes: 2 ** 29 })).toBe(false);
});

it('what the answer is worth is said by switch: times are the record’s, but for swap-in', () => {
  for (const { switch: name } of DRIVEN) {
    const worth = asifLimitsOf({ [name]: 1 });
    expect(worth?.limits, name).toMatch(/policy core/);
    expect(worth?.kept.includes('times assumed'), name).toBe(name === 'swap_poll');
  }
  expect(asifLimitsOf({ swappiness: 3 })).toBeNull();
});

it('a published result is found by its scenario, device by device', () => {
  const devices = ['zram0', 'zram1', 'zram2', 'zram3'];
  const found = publishedFor(catalogue, 'published-node', devices);
  expect(found?.used).toEqual([
    ['zram0', '15.7G'],
    ['zram1', '3.4G'],
    ['zram2', '3.4G'],
    ['zram3', '2.6G'],
  ]);
  expect(found?.citation).toMatch(/round robin/);
  expect(publishedFor(catalogue, 'four-nodes', devices)).toBeNull();
});

it('the tables of a document are those of its file, with its citation', () => {
  const [iostat, words] = tablesOf(catalogue, ['004']);
  expect([iostat?.id, words?.id]).toEqual(['iostat', 'interleave-statements']);
  expect(iostat?.citation).toMatch(/interleave allocation granularity/);
  expect(iostat?.rows[0]?.slice(0, 2)).toEqual(['none', 'sdc']);
  expect(tablesOf(catalogue, [])).toEqual([]);
});

it('settings of a manifest are those that are text', () => {
  const settings = { '/sys/a': '40', '/sys/b': 7, '/sys/c': {}, '/sys/d': '' };
  expect(settingsOf({ start: { settings }, end: null })).toEqual({ '/sys/a': '40', '/sys/b': '7' });
  expect(settingsOf({ start: null, end: null })).toEqual({});
});

it('what cannot be opened is refused with advice', () => {
  const base = 'http://x/';
  expect(() => resolveSource({ kind: 'model', id: 'nope', overrides: {} }, catalogue, base)).toThrow(/nope/);
  const leftOut = [{ id: 'large', title: 'A large one', bytes: 2_600_000 }];
  expect(() => resolveSource({ kind: 'capture', id: 'large' }, { ...catalogue, leftOut }, base)).toThrow(
    'The capture “A large one” (2.6 MB) was too large for this copy of mmscope.',
  );
  expect(() => resolveSource({ kind: 'file', name: 'mine.gz', blob: null }, catalogue, base)).toThrow(
    /on your machine only/,
  );
  expect(resolveSource({ kind: 'capture', id: 'c' }, catalogue, 'http://x/y/').input).toEqual({
    kind: 'url',
    url: 'http://x/y/datasets/captures/c.mmscope.gz',
  });
});

const SWITCHES: readonly Switch[] = [
  { label: 'rule', name: 'swap_device_select', values: 'rule', of: ['swap_select'] },
  { label: 'slots cache', name: 'swap_slots_cache', values: 'on or off', of: ['swap_select'] },
  { label: 'swap poll', name: 'swap_poll', values: 'swap_poll', of: ['swap_in'] },
  { label: 'granularity', name: 'numa_interleave_granularity', values: 'as written', of: ['interleave'] },
];

describe('facts', () => {
  const sysctls = (rule: string) => ({
    sysctls: { 'vm.swap_device_select': rule, 'vm.swap_slots_cache': '0' },
  });

  it('are taken from the manifest, with what changed on the way', () => {
    const start = { ...sysctls('node'), kernel: { release: '6.12.1' } };
    const facts = new Map(
      manifestFacts(SWITCHES, { start, end: sysctls('roundrobin') }, { swap_select: 9 }, 3, true),
    );
    expect(Object.fromEntries(facts)).toEqual({
      rule: 'node, then round robin',
      'slots cache': 'off',
      'lost events': '3',
      kernel: '6.12.1',
    });
  });

  it('are those that bear on what was decided', () => {
    const start = {
      sysctls: {
        'vm.swap_device_select': 'node',
        'vm.swap_poll': '2',
        'vm.numa_interleave_granularity': '8',
      },
    };
    const facts = (kinds: Parameters<typeof manifestFacts>[2]) =>
      Object.fromEntries(manifestFacts(SWITCHES, { start, end: null }, kinds, 0, true));
    expect(facts({ interleave: 5 })).toMatchObject({ granularity: '8' });
    expect(facts({ interleave: 5 })).not.toHaveProperty('rule');
    expect(facts({ swap_in: 5, swap_ra: 5 })).toMatchObject({ 'swap poll': 'hybrid' });
  });

  it('of a manifest that is nonsense are dashes', () => {
    const start = { sysctls: [1, { a: 1 }], kernel: { release: { deep: true } } };
    const facts = manifestFacts(SWITCHES, { start, end: null }, { swap_select: 9 }, 0, false);
    expect(facts.map(([, value]) => value)).toEqual(['–', '–', '0', '–', 'cut off']);
  });

  it('of a manifest with endless texts are cut', () => {
    const facts = manifestFacts(SWITCHES, { start: { kernel: 'x'.repeat(1e6) }, end: null }, {}, 0, true);
    expect(facts.at(-1)?.[1].length).toBeLessThan(100);
  });
});

it('a tunable of several values is a list of them, a name as well as a number', () => {
  expect(parseTunable('dev_name', 'sda,sdb')).toEqual(['dev_name', ['sda', 'sdb']]);
  expect(parseTunable('demand', '4')).toEqual(['demand', [4]]);
  expect(parseTunable('nodes', '2')).toEqual(['nodes', 2]);
  expect(() => parseTunable('colour', '1')).toThrow('there is no tunable “colour”');
});
