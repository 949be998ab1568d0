/** A pane's worker: the core, and the decision reader of the scene that asks. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../../wasm-core/dist/mmscope.wasm?url';
import type { Decision } from '../../core/decision';
import { wasmLoader } from '../../core/wasm/wasm';
import { zstdModule } from '../../capture/local/wasm';
import { LocalSource, type SourceInput, type Progress } from '../../capture/local/source';
import { PaneSource } from '../../capture/pane-source';

/** Each scene's decision.ts, fetched when the scene is first used. */
const READERS = import.meta.glob<Decision>('../../scenes/*/decision.ts');

const coreModule = wasmLoader(wasmUrl, 'mmscope.wasm');

function readerFor(scene: string): Promise<Decision> {
  const load = READERS[`../../scenes/${scene}/decision.ts`];
  if (!load) throw new Error(`There is no scene “${scene}”.`);
  return load();
}

/** Hands the columns over instead of copying them. */
class TransferringCore extends LocalSource {
  override async load(input: SourceInput, scene: string, onProgress: (p: Progress) => void) {
    const outcome = await super.load(input, scene, onProgress);
    if (!outcome.ok) return outcome;
    const { ts, cell } = outcome.value.columns;
    return Comlink.transfer(outcome, [ts.buffer, cell.buffer]);
  }
}

const here = new TransferringCore(coreModule, readerFor, zstdModule);
Comlink.expose(new PaneSource(here, coreModule, readerFor));
