/** What is asked further ahead, in every scene, of models and captures: drawn by seed, answered by the core's own frames. */
import { EVERYTHING } from '../core/model-coverage';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isRight, revealOf } from './answers';
import type { Decision } from '../core/decision';
import { textOf } from '../core/message';
import { LocalSource, type SourceInput } from '../capture/local/source';
import { wasmModule, zstdModule } from '../core/testing/wasm';
import { scenes } from '../scenes';
import type { SourceInfo, Forecast } from '../scenes/scene';
import type { Question } from '../scenes/question';
import { forecastAt } from './forecast';
import { isForecast, questionSet, SET_SIZE, random } from './question-set';
import { solutionOf } from './state';

const READERS = import.meta.glob<Decision>('../scenes/*/decision.ts');
const DATASETS = new URL('../../../datasets/', import.meta.url);

const capture = async (name: string): Promise<SourceInput> => ({
  kind: 'blob',
  blob: new Blob([new Uint8Array(await readFile(new URL(`captures/${name}.mmscope.gz`, DATASETS)))]),
});
const model = async (name: string): Promise<SourceInput> => {
  const { params } = JSON.parse(await readFile(new URL(`scenarios/${name}.json`, DATASETS), 'utf8')) as {
    params: Record<string, number>;
  };
  return { kind: 'model', params };
};

/** Sets that are tried of each pane, until enough was asked. */
const SEEDS = 12;
const ENOUGH = 6;

async function opened(scene: string, name: string) {
  const core = new LocalSource(
    wasmModule,
    (id) => READERS[`../scenes/${id}/decision.ts`]?.() ?? Promise.reject(new Error(id)),
    zstdModule,
  );
  const [kind, id = ''] = name.split(':');
  const loaded = await core.load(await (kind === 'model' ? model(id) : capture(id)), scene, () => undefined);
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const own = await scenes.find((one) => one.id === scene)?.questions?.();
  if (!own) throw new Error(`${scene} asks nothing`);
  const { decisions, kinds, columns } = loaded.value;
  const provenance = kind === 'model' ? 'model' : 'kernel';
  const info: SourceInfo = {
    ...{ provenance, id, title: '', decisions, kinds, facts: [], params: null, totals: null },
    coverage: EVERYTHING,
  };
  const run = { info, columns, frame: (k: number) => Promise.resolve(core.frame(k)) };
  const askAt = async (from: number, seed: number, only: (one: Forecast) => boolean = () => true) => {
    const frame = core.frame(from);
    const forecasts = frame ? (own.questions.forecasts?.(frame, info) ?? []) : [];
    return forecastAt(forecasts.filter(only), from, run, random(seed));
  };
  return { core, columns, askAt };
}

function expectSound(question: Question, from: number, decisions: number) {
  const { k } = question;
  expect(k).toBeGreaterThan(from);
  expect(k).toBeLessThanOrEqual(decisions);
  expect(textOf(question.title)).toMatch(/\?$/);
  const said = [question.title, question.lead, question.hint].map(textOf).join(' ');
  expect(said).not.toMatch(/undefined|NaN|null/);
  expect(structuredClone(question)).toEqual(question);
  // The answer is close to itself; what was there before is not: it would be no prediction.
  expect(isRight(question, solutionOf(question))).toBe(true);
  expect(isRight(question, null)).toBe(false);
  const { said: both, why } = revealOf(question, solutionOf(question));
  expect(`${both} ${why}`).not.toMatch(/undefined|NaN/);
  expect(why).toMatch(/[.!?]$/);
  if (question.form === 'order') expect([...question.items].sort()).toEqual([...question.solution].sort());
  if (question.form === 'curve')
    for (const { value } of question.solution) expect(value).toBeLessThanOrEqual(question.max);
  if (question.form === 'number' && question.max !== null)
    expect(question.solution).toBeLessThanOrEqual(question.max);
}

describe('asked further ahead', () => {
  it.each([
    ['swap-devices', 'model:four-nodes', ['amount', 'curve']],
    ['swap-devices', 'capture:device-fills-up', ['amount', 'curve']],
    ['swap-devices', 'capture:two-nodes-roundrobin', ['amount', 'curve', 'order']],
    ['zones', 'model:zones-preferred', ['curve', 'amount']],
    // Its shares hardly move: there is something to ask at few places.
    ['zones', 'capture:zones-fair', ['amount'], 1],
    ['zones', 'capture:wake-low', ['curve']],
    ['interleave', 'model:interleave-8', ['amount']],
    ['interleave', 'capture:interleave-weighted', ['amount']],
    ['swap-in', 'model:swap-in-hybrid', ['number']],
    ['swap-in', 'capture:swap-in-hybrid', ['number']],
    ['swap-in', 'capture:swap-in-readahead', ['number', 'curve']],
  ] as [string, string, string[], number?][])('%s, %s: %j', async (scene, name, kinds, least = ENOUGH) => {
    const { columns, askAt } = await opened(scene, name);
    const decisions = columns.cell.length;
    const seen = new Set<string>();
    let found = 0;
    const enough = () => found >= least && kinds.every((kind) => seen.has(kind));
    for (let seed = 1; seed <= SEEDS && !enough(); seed++) {
      for (const k of questionSet(columns, seed)) {
        const asked = await askAt(k - 1, seed);
        if (!asked) continue;
        found++;
        seen.add(asked.kind);
        expectSound(asked, k - 1, decisions);
        expect(await askAt(k - 1, seed)).toEqual(asked);
      }
    }
    expect(found).toBeGreaterThanOrEqual(least);
    for (const kind of kinds) expect([...seen]).toContain(kind);
  });

  it('a level is what the core has at that decision', async () => {
    const { core, askAt } = await opened('swap-devices', 'capture:device-fills-up');
    let checked = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const asked = await askAt(40 + seed * 10, seed, ({ kind }) => kind === 'amount');
      if (asked?.form !== 'number') continue;
      checked++;
      const used = core.frame(asked.k ?? 0)?.after.dev.map((row) => row.used);
      expect(used).toContain(asked.solution);
    }
    expect(checked).toBeGreaterThan(5);
  });

  it('“until kswapd is woken” ends where it is', async () => {
    const { core, columns, askAt } = await opened('zones', 'model:zones-preferred');
    let checked = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const from = 1 + Math.floor(random(seed)() * (columns.cell.length - 2));
      const asked = await askAt(from, seed, ({ until }) => until !== undefined);
      if (!asked) continue;
      checked++;
      const event = core.frame(asked.k ?? 0)?.event;
      expect(event).toMatchObject({ kind: 'kswapd_wake', verdict: 'woken' });
      expect(textOf(asked.title)).toContain('until kswapd of node');
    }
    expect(checked).toBeGreaterThan(0);
  });

  it('reaches over no lost events, and not behind the end', async () => {
    const { core, columns } = await opened('swap-devices', 'capture:device-fills-up');
    const wanted: Forecast[] = [
      {
        ...{ kind: 'amount', value: 'used', of: 'sdb', within: 0 },
        title: () => ({ text: '', values: [] }),
        hint: { text: '', values: [] },
        because: () => ({ text: '', values: [] }),
      },
    ];
    const info = { provenance: 'kernel' } as SourceInfo;
    const reads: number[] = [];
    const run = {
      info,
      columns: { ...columns, gaps: [{ k: 120, n: 3 }] },
      frame: (k: number) => {
        reads.push(k);
        return Promise.resolve(core.frame(k));
      },
    };
    for (let seed = 1; seed <= 20; seed++) await forecastAt(wanted, 90, run, random(seed));
    expect(reads.length).toBeGreaterThan(0);
    expect(Math.max(...reads)).toBeLessThanOrEqual(120);
    reads.length = 0;
    await forecastAt(wanted, columns.cell.length - 3, run, random(1));
    expect(reads.every((k) => k <= columns.cell.length)).toBe(true);
  });
});

it('a set asks further ahead at a few of its places, never at the first', () => {
  const set = Array.from({ length: SET_SIZE }, (_, i) => 10 * (i + 1));
  const ahead = set.filter((k) => isForecast(set, k));
  expect(ahead.length).toBeGreaterThan(1);
  expect(ahead.length).toBeLessThan(SET_SIZE / 2);
  expect(isForecast(set, set[0] ?? 0)).toBe(false);
  expect(isForecast(set, 999)).toBe(false);
});
