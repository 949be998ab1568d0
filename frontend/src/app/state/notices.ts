/** What concerns the page and no pane: an old link, too many files at once, a scene that changed by itself. */
import { createStore } from 'zustand/vanilla';

interface Notice {
  words: readonly string[];
  /** Puts back what was before; null where nothing changed. */
  undo: (() => void) | null;
}

const NOTHING: Notice = { words: [], undo: null };

export const notices = createStore<Notice>(() => NOTHING);

/** In place of what was said before. */
export function notice(words: readonly string[], undo: Notice['undo'] = null): void {
  notices.setState({ words, undo });
}

export const dismiss = (): void => {
  notices.setState(NOTHING);
};
