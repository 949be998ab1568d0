import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LocalSource, type Progress } from './source';
import { CAPTURE, wasmModule, zstdModule } from '../../core/testing/wasm';

const reader = {
  kinds: null,
  tables: [],
  cell: () => ({ letter: 'x', node: 0, name: 'x' }),
  tick: () => null,
};
const start = () => new LocalSource(wasmModule, () => Promise.resolve(reader), zstdModule);
const file = (text: string) => ({ kind: 'blob', blob: new Blob([new Uint8Array(gzipSync(text))]) }) as const;
const silent = () => undefined;

describe('a pane', () => {
  it('loads a capture, answers frames, checks', async () => {
    const core = start();
    const outcome = await core.load(file(CAPTURE), 'any', silent);
    expect(outcome).toMatchObject({ ok: true, value: { decisions: 3, params: null } });
    expect(core.frame(2)?.event).toMatchObject({ seq: 4 });
    expect(await core.check()).toMatchObject({
      totals: { decisions: 3, same: 3 },
      modes: [{ mode: 'node', decisions: 3, same: 3 }],
    });
    expect(core.frame(2)?.verdict).toMatchObject({ check: 'same' });
  });

  it('decides the demand of a capture as if under another rule', async () => {
    const core = start();
    const asif = { machine: 'swap', rule: 'roundrobin', seed: 1 };
    const outcome = await core.load({ ...file(CAPTURE), asif }, 'any', silent);
    expect(outcome).toMatchObject({ ok: true, value: { decisions: 3, params: null } });
    expect([1, 2, 3].map((k) => core.frame(k)?.event)).toMatchObject([
      { mode: 'roundrobin', type: 0 },
      { mode: 'roundrobin', type: 1 },
      { mode: 'roundrobin', type: 0 },
    ]);
    const other = { machine: 'interleave', granularity: 8, seed: 1 };
    expect(await core.load({ ...file(CAPTURE), asif: other }, 'any', silent)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/no allocation under interleave/) as string },
    });
    expect(core.frame(1)?.event).toMatchObject({ mode: 'roundrobin' });
  });

  it('sends a page of decisions once, and again when its verdicts are there', async () => {
    const paged = { ...reader, page: () => ({ first: 1, count: 3 }) };
    const core = new LocalSource(wasmModule, () => Promise.resolve(paged), zstdModule);
    await core.load(file(CAPTURE), 'any', silent);
    const first = core.steps(1, 1, 1, '')[0];
    expect(first?.frame.neighbours).toHaveLength(3);
    const next = core.steps(2, 1, 1, first?.page ?? '')[0];
    expect(next).toMatchObject({ page: first?.page, frame: { k: 2, neighbours: [] } });
    await core.check();
    expect(core.steps(2, 1, 1, first?.page ?? '')[0]?.frame.neighbours[0]?.verdict).toMatchObject({
      check: 'same',
    });
  });

  it('keeps what it shows when the next file is bad', async () => {
    const core = start();
    await core.load(file(CAPTURE), 'any', silent);
    const before = core.frame(3);
    const outcome = await core.load(file(CAPTURE.replace('batch=64', 'batch=')), 'any', silent);
    expect(outcome).toMatchObject({ ok: false, cancelled: false, failure: { line: 8 } });
    expect(core.frame(3)).toEqual(before);
  });

  it('gives up when it is asked to, and says that it was', async () => {
    const core = start();
    const steps: Progress[] = [];
    const loading = core.load({ kind: 'model', params: { stop_decisions: 200000 } }, 'any', (p) => {
      steps.push(p);
      core.cancel();
    });
    expect(await loading).toMatchObject({ ok: false, cancelled: true });
    expect(steps[0]).toMatchObject({ step: 'run' });
    expect(core.frame(1)).toBeNull();
  });

  it('lets the later of two loads win', async () => {
    const core = start();
    const first = core.load({ kind: 'model', params: { stop_decisions: 100000 } }, 'any', silent);
    const second = core.load(file(CAPTURE), 'any', silent);
    expect(await second).toMatchObject({ ok: true });
    expect(await first).toMatchObject({ ok: false, cancelled: true });
    expect(core.frame(9)?.k).toBe(3);
  });
});
