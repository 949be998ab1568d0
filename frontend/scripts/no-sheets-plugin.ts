/** What a module's own style sheet says reaches a shadow tree through embed/style.ts; the page's it must not reach. */
import type { Plugin } from 'vite';

export const noSheets: Plugin = {
  name: 'mmscope-no-sheets',
  enforce: 'pre',
  load: (id) => (/src\/.*\.css$/.test(id) ? '' : null),
};
