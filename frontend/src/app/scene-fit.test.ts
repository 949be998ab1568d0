/** A scene is offered where it then draws something, and nowhere else: all samples, each in every scene. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { scenes } from '../scenes';
import { draws } from '../scenes/fit';
import { captureInput, openSource } from '../scenes/testing/source';
import { captureText } from '../trace/capture-text';
import { captureReport } from '../trace/report/capture-report';
import { load } from '../trace/testing/loader';
import { samples } from '../trace/testing/samples';
import { traceModules } from '../trace/testing/wasm';
import type { Decision } from '../core/decision';

const readers = new Map<string, Decision>();
const files = import.meta.glob<Decision>('../scenes/*/decision.ts');
beforeAll(async () => {
  for (const [path, read] of Object.entries(files)) {
    readers.set(path.split('/').at(-2) ?? '', await read());
  }
});

it.each(samples)('$id', async ({ path }) => {
  const data = readFileSync(path);
  const { shown } = captureReport(await load(data), 'a');
  const made = await captureText(traceModules, { kind: 'blob', blob: new Blob([data]) }, []);
  const bytes = new Uint8Array(await made.arrayBuffer());
  for (const scene of scenes) {
    const { id } = scene;
    const reader = readers.get(id);
    if (id === 'decisions') continue;
    if (!reader) throw new Error(`${id} has no reader`);
    const { info } = await openSource(id, reader, captureInput(bytes));
    expect([id, info.decisions > 0]).toEqual([id, draws(scene, shown)]);
  }
});
