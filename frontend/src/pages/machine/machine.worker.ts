/** Reads what was pasted beside the page. Nothing is sent anywhere, and nothing is kept. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../../wasm-core/dist/mmpaste.wasm?url';
import { wasmLoader } from '../../core/wasm/wasm';
import { PasteReader } from './module';

const module = wasmLoader(wasmUrl, 'mmpaste.wasm');

let reader: PasteReader | null = null;

const api = {
  read: async (text: string) => {
    reader = null;
    const next = await PasteReader.of(await module());
    const answer = next.read(new TextEncoder().encode(text));
    reader = next;
    return answer;
  },
  /** Of the text that was read last; null where there is none. */
  ask: (requests: readonly string[]) => reader && requests.map((request) => reader?.ask(request) ?? null),
};
export type MachineWorker = typeof api;
Comlink.expose(api);
