/** Small work on trace files, apart from the workers that hold captures: what a file is, its text for scenes. */
import * as Comlink from 'comlink';
import { failureOf, type Failure } from '../core/error';
import { captureText } from './capture-text';
import { zstdModule } from '../core/fetch-zstd';
import { traceModule, traceModules } from './fetch-module';
import type { TraceInput } from './input';
import { recognise, type Recognised } from './recognise';
import { warmUp } from './warm';

const work = {
  /** Fetches what the rest needs, so that it goes on when the page's server is gone. */
  async prepare(): Promise<void> {
    await traceModule();
  },

  /** The same of what only some files need. */
  async prepareMore(): Promise<void> {
    await zstdModule();
  },

  /** Makes the reader fast, in every worker of the page, before there is a file. */
  async warmUp(): Promise<void> {
    await warmUp(await traceModule());
  },

  async recognise(blob: Blob): Promise<Recognised> {
    return recognise(await traceModules(), { kind: 'blob', blob });
  },

  /** `snapshots`: files of /proc that belong to it. */
  async captureText(
    input: TraceInput,
    snapshots: readonly Blob[],
  ): Promise<{ ok: true; blob: Blob } | { ok: false; failure: Failure }> {
    try {
      return { ok: true, blob: await captureText(await traceModules(), input, snapshots) };
    } catch (error) {
      return { ok: false, failure: failureOf(error) };
    }
  },
};

export type TraceWork = typeof work;

Comlink.expose(work);
