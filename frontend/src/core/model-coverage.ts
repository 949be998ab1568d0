import type { Coverage } from './coverage';

/** What a model can be asked about. */
export const EVERYTHING: Coverage = { by: 'model', has: [], lost: null, comm: '' };
