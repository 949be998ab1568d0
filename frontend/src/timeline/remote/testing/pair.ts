/** A capture on a server, and the same text read here. The answers are a real server's. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadTrace } from '../../../trace/loader';
import { traceModules } from '../../../trace/testing/wasm';
import { LocalCapture } from '../../worker/local-capture';
import { Capture } from '../../model/capture';
import { levelFor } from '../../model/series/tiles';
import { idleProgress } from '../../testing/progress';
import { RemoteCapture } from '../remote-capture';
import { fakeServer, TEXT, URL } from './server';

export const never = new AbortController().signal;
export const { store, report } = await loadTrace(
  traceModules,
  { kind: 'blob', blob: new Blob([TEXT]) },
  () => undefined,
);
export const localCapture = new LocalCapture(await Capture.of(store, idleProgress));
export const { span } = store;
export const VIEWS = [
  { t0: -1000, t1: span + 1000 },
  { t0: span * 0.3, t1: span * 0.5 },
  { t0: span * 0.71, t1: span * 0.7101 },
];

/** The track of a kind as it is read here. */
export const localTrack = (name: string) =>
  localCapture.tracks.findIndex((t) => t.group === 'kind' && t.name === name);

/** For each test of a file a server, which has an answer to all that is asked. */
export function remoteCapture() {
  const at = { server: fakeServer(), changes: 0 };
  beforeEach(() => {
    Object.assign(at, { server: fakeServer(), changes: 0 });
    vi.stubGlobal('fetch', at.server.fetch);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    expect([...at.server.unknown]).toEqual([]);
  });
  const far = (waits: (words: string) => void = () => undefined) =>
    new RemoteCapture({ kind: 'server', url: URL }, { changed: () => at.changes++, waits });
  return {
    /** The server of this test. */
    server: () => at.server,
    far,
    opened: async () => {
      const held = far();
      await held.open(never);
      return held;
    },
    /** Until nothing in view is rough. */
    sharp: async (held: RemoteCapture, view: { t0: number; t1: number }, width = 512) => {
      const level = levelFor((view.t1 - view.t0) / width);
      while (held.want(view, level, width)) {
        const before = at.changes;
        await vi.waitUntil(() => at.changes > before, { interval: 1 });
      }
      return level;
    },
  };
}
