import { Blob } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LocalSource, type LoadedSource } from '../../capture/local/source';
import { Session } from '../../core/session';
import { CAPTURE, wasmModule, zstdModule } from '../../core/testing/wasm';
import type { Scenario } from '../../capture/sources/catalogue';
import * as reader from '../../scenes/decisions/decision';
import { replicaOf } from './replica';

const DATASETS = new URL('../../../../datasets/', import.meta.url);
const scenarios = readdirSync(new URL('scenarios/', DATASETS))
  .map((name) => JSON.parse(readFileSync(new URL(`scenarios/${name}`, DATASETS), 'utf8')) as Scenario)
  .sort((a, b) => (a.order ?? 99) - (b.order ?? 99));

/** What a capture is like. */
async function like(bytes: string | Buffer, known = scenarios) {
  const core = new LocalSource(wasmModule, () => Promise.resolve(reader), zstdModule);
  const blob = new Blob([bytes]) as globalThis.Blob;
  const outcome = await core.load({ kind: 'blob', blob }, 'decisions', () => undefined);
  const beginning = core.beginning();
  if (!outcome.ok || !beginning) throw new Error('not read');
  const loaded: LoadedSource = outcome.value;
  return { ...(await replicaOf(beginning, loaded, known)), beginning };
}

/** The first decision of the model that comes of it. */
async function decides(found: Awaited<ReturnType<typeof like>>) {
  if ('cannot' in found) throw new Error(found.cannot);
  const scenario = scenarios.find((s) => s.id === found.scenario);
  const session = await Session.create(await wasmModule());
  session.beginModel({ ...scenario?.params, ...found.params });
  for (let done = false; !done && session.decisions === 0;) done = session.runModel(100);
  return session.frame(1);
}

const bundled = (id: string) => readFileSync(new URL(`captures/${id}.mmscope.gz`, DATASETS));

it('a model like a capture has its nodes, devices and rule, and runs', async () => {
  const found = await like(CAPTURE);
  expect(found).toMatchObject({
    params: { nodes: 2, devices: 2, dev_pages: [1024, 2048], dev_name: ['sdA', 'sdB'] },
  });
  const { before } = await decides(found);
  const devices = (dev: typeof before.dev) =>
    dev.map(({ prio, node_id, pages }) => ({ prio, node_id, pages }));
  expect(devices(before.dev)).toEqual(devices(found.beginning.state.dev));
});

it('one of zones has the zones of each node', async () => {
  const bare = { id: 'z', title: '', summary: '', documents: [], params: { machine: 'zones' } };
  const found = await like(bundled('cache-fair'), [bare]);
  expect(found).toMatchObject({
    words: expect.stringMatching(/zones/) as string,
    params: { node_pages: [3840 + 24031 + 47043, 96509], dma32_pages: 24031, zone_alloc_policy: 'fair' },
  });
});

it('one of interleaving has the policy and the limit of the disk', async () => {
  const found = await like(bundled('interleave-8'));
  const { before } = await decides(found);
  expect(before.node.filter((n) => n.present === 1)).toHaveLength(2);
  const none = await like(bundled('interleave-none'));
  expect(none).toMatchObject({ params: { mempolicy: 'default' } });
});

it('one of reads from swap waits as the kernel did', async () => {
  const found = await like(bundled('swap-in-hybrid'));
  expect(found).toMatchObject({ params: { swap_poll: 'hybrid', page_cluster: 0, faults: 6042 } });
  expect((await decides(found)).event?.kind).toMatch(/^swap_/);
});

it('it says so where it cannot', async () => {
  const empty = 'mmscope-capture 1\nmanifest {}\nend events=0 lost=0 manifest={}\n';
  expect(await like(empty)).toMatchObject({ cannot: expect.stringMatching(/no decisions/) as string });
  expect(await like(bundled('swap-in-hybrid'), [])).toMatchObject({
    cannot: expect.stringMatching(/scenario/) as string,
  });
});
