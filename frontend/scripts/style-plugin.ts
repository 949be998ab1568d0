/** What a module's own style sheet says reaches a shadow tree through embed/element/style.ts; the page's it must not reach. */
import type { Plugin } from 'vite';

/**
 * For older ones light-dark() is written as what follows the reader's system, which the page around a figure need not. These
 * are of the spring of 2024.
 */
export const KNOWS_PAGES_COLOURS = ['chrome123', 'firefox120', 'safari17.5'];

const NOTHING = '\0no-sheet';

export const noSheets: Plugin = {
  name: 'mmscope-no-sheets',
  enforce: 'pre',
  // No empty sheet either: a page whose policy refuses sheets would refuse what is fetched with it. A document has its own.
  resolveId: (source, importer) =>
    source.endsWith('.css') && importer?.endsWith('.html') === false ? NOTHING : null,
  load: (id) => (id === NOTHING ? 'export {};' : null),
};
