/** docs/adding-a-scene.md, followed to the letter in a copy of the front end. */
import { EVERYTHING } from '../core/model-coverage';
import { Blob } from 'node:buffer';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decision } from '../core/decision';
import { LocalSource } from '../capture/local/source';
import { zones } from '../core/testing/policies.mjs';
import { leftOut } from '../core/testing/trials';
import { wasmModule, zstdModule } from '../core/testing/wasm';
import { fittingScene } from './fit';
import type { DrawingProps, Scene, SourceInfo } from './scene';
import { texts } from './testing/narration';

const FRONTEND = path.join(import.meta.dirname, '../..');
const GUIDE = path.join(FRONTEND, '../docs/adding-a-scene.md');
const MINUTES = 400_000;

let copy: string;
let folder: string;
beforeAll(async () => {
  const guide = await readFile(GUIDE, 'utf8');
  const blocks = [...guide.matchAll(/^```tsx? (\S+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => [
    name,
    text,
  ]);
  copy = await mkdtemp(path.join(tmpdir(), 'mms-guide-'));
  await mkdir(path.join(copy, 'frontend'));
  for (const name of ['wasm-core', 'datasets', 'tracer'])
    await symlink(path.join(FRONTEND, '..', name), path.join(copy, name));
  await symlink(path.join(FRONTEND, 'node_modules'), path.join(copy, 'frontend/node_modules'));
  for (const name of ['src', 'scripts', 'tsconfig.base.json', 'tsconfig.app.json'])
    await cp(path.join(FRONTEND, name), path.join(copy, 'frontend', name), { recursive: true });
  folder = path.join(copy, 'frontend/src/scenes/wake-ups');
  await mkdir(folder);
  for (const [name = '', text = ''] of blocks) {
    if (name !== 'registration') await writeFile(path.join(copy, name), text);
    else await register(text);
  }
}, MINUTES);
afterAll(() => rm(copy, { recursive: true }));

/** The import, and its name at the end of the list. */
async function register(line: string): Promise<void> {
  const name = /import \{ (\w+) \}/.exec(line)?.[1] ?? '';
  const file = path.join(copy, 'frontend/src/scenes/index.ts');
  const before = await readFile(file, 'utf8');
  const after = before.replace(/(?=^import)/m, line).replace(/(?=\s*\];)/, `, ${name}`);
  expect(after).not.toBe(before);
  await writeFile(file, after);
}

test.skipIf(leftOut)(
  'a scene that follows the guide type-checks with all the rest unchanged',
  { timeout: MINUTES },
  async () => {
    const tsc = path.join(FRONTEND, 'node_modules/typescript/bin/tsc');
    const args = [tsc, '-p', 'tsconfig.app.json', '--tsBuildInfoFile', path.join(copy, 'info.json')];
    const run = promisify(execFile)(process.execPath, args, { cwd: path.join(copy, 'frontend') });
    await expect(run).resolves.toMatchObject({ stdout: '' });
  },
);

test('it is registered, opens what it is made for, and draws a frame', { timeout: MINUTES }, async () => {
  const load = <T>(file: string) => import(/* @vite-ignore */ path.join(folder, '..', file)) as Promise<T>;
  const { scenes } = await load<{ scenes: readonly Scene[] }>('index.ts');
  const scene = scenes.find((s) => s.id === 'wake-ups');
  if (!scene) throw new Error('not registered');
  const reader = await load<Decision>('wake-ups/decision.ts');
  const core = new LocalSource(wasmModule, () => Promise.resolve(reader), zstdModule);
  const blob = new Blob([zones(20)]) as globalThis.Blob;
  const outcome = await core.load({ kind: 'blob', blob }, scene.id, () => undefined);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { decisions, kinds, noun } = outcome.value;
  expect({ decisions, noun }).toEqual({ decisions: 20, noun: ['check', 'checks'] });
  const wakes = { kinds: { kswapd_wake: kinds.kswapd_wake ?? 0 } };
  expect(fittingScene([scene], scene, wakes)).toBe(scene);
  const frame = core.frame(3);
  if (!frame) throw new Error('no frame');
  const info = {
    provenance: 'kernel',
    id: '',
    title: '',
    decisions,
    kinds,
    coverage: EVERYTHING,
    facts: [],
    params: null,
    totals: null,
  } as const satisfies SourceInfo;
  const props: DrawingProps = {
    pane: 'A',
    label: '',
    info,
    frame,
    other: null,
    width: 480,
    animate: false,
    ghost: null,
    targets: null,
    seek: () => undefined,
  };
  const [{ narrate: tell }, { Drawing }] = await Promise.all([scene.narration(), scene.drawing()]);
  expect(renderToStaticMarkup(createElement(Drawing, props))).toMatch(/<svg.*node \d.* of /s);
  const narration = texts(tell(props, null));
  expect(narration.title).toMatch(/^kswapd is /);
  expect(narration.sentences.join('\n')).toMatch(/above|runs already|in a row/);
  expect(narration.places).toMatchObject([{ fn: 'mm/vmscan.c:wakeup_kswapd()', kind: 'unchecked' }]);
  expect(narration.twin.rows[0]).toHaveLength(narration.twin.columns.length);
});
