/** mmzstd.wasm, in a thread that reads files. */
import zstdUrl from '../../../../wasm-core/dist/mmzstd.wasm?url';
import { wasmLoader } from '../../core/wasm/wasm';

export const zstdModule = wasmLoader(zstdUrl, 'mmzstd.wasm');
