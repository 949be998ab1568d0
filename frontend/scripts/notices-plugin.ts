/**
 * Ships THIRD-PARTY-NOTICES.txt with the page, and fails the build where it does not name exactly the packages that the
 * page is made from (tools/notices.py writes it).
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FILE = new URL('../../THIRD-PARTY-NOTICES.txt', import.meta.url);
const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const ENTRY = /^ {2}npm +(\S+) /gm;

/** One for the page, one for its workers, which are built first. */
export function notices(): { page: Plugin; worker: () => Plugin } {
  const used = new Set<string>();
  const note = (ids: Iterable<string>) => {
    for (const id of ids) {
      const name = PACKAGE.exec(id.replaceAll('\\', '/'))?.[1];
      if (name !== undefined) used.add(name);
    }
  };
  return {
    worker: () => ({
      name: 'notices-worker',
      apply: 'build',
      generateBundle() {
        note(this.getModuleIds());
      },
    }),
    page: {
      name: 'notices',
      apply: 'build',
      generateBundle(_, bundle) {
        note(this.getModuleIds());
        // Fonts, which only style sheets name.
        for (const file of Object.values(bundle)) if (file.type === 'asset') note(file.originalFileNames);
        const source = readFileSync(FILE, 'utf8');
        const named = new Set([...source.matchAll(ENTRY)].map(([, name]) => name ?? ''));
        const wrong = [...used].filter((n) => !named.has(n)).concat([...named].filter((n) => !used.has(n)));
        if (wrong.length > 0)
          this.error(
            `BUNDLED in tools/notices.py is wrong about ${wrong.sort().join(', ')}; then run make gen`,
          );
        this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source });
      },
    },
  };
}
