/** What concerns the page and no pane: an old link, too many files at once. */
import { createStore } from 'zustand/vanilla';

export const notices = createStore<{ words: string[] }>(() => ({ words: [] }));
