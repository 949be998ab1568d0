/** Chains of every rule, over models of each machine and bundled captures, by the scenes' own readers. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { NOT_ASKED } from '../../core/asif/chain';
import type { Decision } from '../../core/decision';
import { LocalSource, type SourceInput } from './source';
import type { ParamValues } from '../../core/params';
import { DRIVEN, type ParamName } from '../../core/gen/tables';
import { wasmModule, zstdModule } from '../../core/testing/wasm';

const READERS = import.meta.glob<Decision>('../../scenes/*/decision.ts');
const CAPTURES = new URL('../../../../datasets/captures/', import.meta.url);
const silent = () => undefined;

const start = () =>
  new LocalSource(
    wasmModule,
    (scene) => READERS[`../../scenes/${scene}/decision.ts`]?.() ?? Promise.reject(new Error(scene)),
    zstdModule,
  );
const capture = async (name: string, asif?: ParamValues): Promise<SourceInput> => {
  const blob = new Blob([new Uint8Array(await readFile(new URL(`${name}.mmscope.gz`, CAPTURES)))]);
  return { kind: 'blob', blob, ...(asif ? { asif } : {}) };
};
const SCENARIOS = new URL('../../../../datasets/scenarios/', import.meta.url);
const scenario = async (id: string): Promise<SourceInput> => {
  const { params } = JSON.parse(await readFile(new URL(`${id}.json`, SCENARIOS), 'utf8')) as {
    params: ParamValues;
  };
  return { kind: 'model', params };
};
const model = (params: ParamValues): SourceInput => ({
  kind: 'model',
  params: { stop_decisions: 4000, ...params },
});

async function chainsOf(input: SourceInput, scene: string, of: ParamName, values: number[]) {
  const driven = DRIVEN.find((d) => d.switch === of);
  const core = start();
  const loaded = await core.load(input, scene, silent);
  if (!driven || !loaded.ok) throw new Error('not loaded');
  const found = await core.chains(driven, values, silent);
  if (!found) throw new Error('given up');
  const chains = new Map(found.by.map(([value, f]) => [value, f.ok ? f.value : f.failure.message]));
  return { own: found.own, columns: loaded.value.columns, chains };
}

const swap = (rule: string) => ({ machine: 'swap', rule, seed: 1 });

describe('the chain of the rule in force gives back every decision', () => {
  const own: [string, () => Promise<SourceInput> | SourceInput, string, ParamName][] = [
    [
      'a model by node',
      () => model({ machine: 'swap', rule: 'node', nodes: 4, devices: 4 }),
      'swap-devices',
      'rule',
    ],
    ['a model by turns', () => model({ machine: 'swap', rule: 'roundrobin' }), 'swap-devices', 'rule'],
    ['a model of zones', () => scenario('zones-preferred'), 'zones', 'zone_alloc_policy'],
    ['a model by 4', () => model({ machine: 'interleave', granularity: 4 }), 'interleave', 'granularity'],
    ['a model that polls', () => model({ machine: 'swap_in', swap_poll: 'poll' }), 'swap-in', 'swap_poll'],
    ['a capture by 8', () => capture('interleave-8'), 'interleave', 'granularity'],
    ['a capture as if', () => capture('two-nodes-global', swap('roundrobin')), 'swap-devices', 'rule'],
  ];
  it.each(own)('%s', async (_, input, scene, of) => {
    const { columns, own, chains } = await chainsOf(await input(), scene, of, []);
    const chain = chains.get(own ?? -1);
    if (typeof chain !== 'object') throw new Error(String(chain));
    expect(chain.otherwise).toHaveLength(0);
    expect(chain.asked).toBeGreaterThan(columns.cell.length / 2);
  });
});

it('other rules go elsewhere where the command line says so', async () => {
  const recorded = await capture('two-nodes-node');
  const { own, columns, chains } = await chainsOf(recorded, 'swap-devices', 'rule', [0, 1, 2]);
  expect(own).toBe(0);
  const otherwise = [...chains.values()].map((c) => (typeof c === 'object' ? c.otherwise.length : c));
  expect(otherwise).toEqual([0, 1260, 1311]);
  const roundrobin = chains.get(2);
  if (typeof roundrobin !== 'object') throw new Error(roundrobin);
  const k = roundrobin.otherwise[0] ?? 0;
  const other = roundrobin.cells[roundrobin.cell[k - 1] ?? NOT_ASKED]?.name;
  expect(other).not.toBe(columns.cells[columns.cell[k - 1] ?? NOT_ASKED]?.name);
});

it('where the rule was turned on the way, none is its own', async () => {
  const { own } = await chainsOf(await capture('switch-rule'), 'swap-devices', 'rule', []);
  expect(own).toBeNull();
});

it('a capture without the demand says what is missing', async () => {
  const { chains } = await chainsOf(await capture('interleave-8'), 'interleave', 'rule', [0]);
  expect(chains.get(0)).toMatch(/no walk along a swap list/);
});
