/** The core for what scenes ask of it on the page itself, without a run: what a value of a tunable makes of a mark. */
import wasmUrl from '../../../../wasm-core/dist/mmscope.wasm?url';
import { wasmLoader } from '../../core/wasm/wasm';

export const coreModule = wasmLoader(wasmUrl, 'mmscope.wasm');
