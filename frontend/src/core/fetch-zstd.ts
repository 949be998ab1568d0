/** mmzstd.wasm, in a thread that reads files. */
import zstdUrl from '../../../wasm-core/dist/mmzstd.wasm?url';
import { fetched } from './fetched';

export const zstdModule = fetched(zstdUrl, 'mmzstd.wasm');
