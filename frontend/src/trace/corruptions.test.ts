/** 300 damaged captures through the browser's readers: taken in or refused in words, and in good time. */
import { expect, it } from 'vitest';
import { readPlain } from '../capture/local/compression';
import { SourceError } from '../core/error';
import { Session } from '../core/session';
import { some } from '../core/testing/trials';
import { wasmModule, zstdModule } from '../core/testing/wasm';
import { loadTrace } from './loader';
import { recognise } from './file-format';
import { corruptions } from './testing/corruptions.mjs';
import { traceModules } from './testing/wasm';

/** Of one of them, on a machine that does other things too. */
const MOST_MS = 20_000;

/** Null where it was taken in. */
async function refusal(read: () => Promise<unknown>): Promise<SourceError | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

/** As the scenes open it. */
async function readSession(blob: Blob): Promise<void> {
  const session = await Session.create(await wasmModule());
  session.beginCapture();
  await readPlain(
    blob.stream(),
    zstdModule,
    (plain) => {
      session.feed(plain);
    },
    () => undefined,
  );
  session.endCapture();
}

it('damage is refused with its line or byte, or read around', { timeout: 300_000 }, async () => {
  const problems: string[] = [];
  const counts = { taken: 0, refused: 0 };
  const damaged = some([...corruptions()]);
  for (const { name, bytes } of damaged) {
    const blob = new Blob([new Uint8Array(bytes)]);
    const input = { kind: 'blob', blob } as const;
    const readers = {
      columns: async () => {
        const { store, report } = await loadTrace(traceModules, input, () => undefined);
        const kinds = store.kinds.filter((k) => !k.own);
        expect(kinds.map((k) => [k.name, k.rows])).toEqual(report.kinds.map((k) => [k.name, k.count]));
        for (const { line } of report.bad) expect(line, name).toBeGreaterThan(0);
      },
      format: () => recognise(traceModules, input),
      session: () => readSession(blob),
    };
    for (const [reader, read] of Object.entries(readers)) {
      const began = performance.now();
      const error = await refusal(read);
      const ms = performance.now() - began;
      if (ms > MOST_MS) problems.push(`${name}, ${reader}: ${ms.toFixed(0)} ms`);
      counts[error ? 'refused' : 'taken']++;
      if (!error) continue;
      const placed = error.line !== null || /byte \d/.test(`${error.message} ${error.advice}`);
      if (!placed || !/^[\x20-\x7e’–]+$/.test(error.message))
        problems.push(`${name}, ${reader}: ${error.message}`);
    }
  }
  expect(problems).toEqual([]);
  expect(counts.taken + counts.refused).toBe(3 * damaged.length);
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(damaged.length / 3);
});
