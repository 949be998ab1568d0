/**
 * Ships THIRD-PARTY-NOTICES.txt with the page, and fails the build where it does not name exactly the packages that the
 * page is made from (tools/gen/notices.py writes it).
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FILE = new URL('../../THIRD-PARTY-NOTICES.txt', import.meta.url);
const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const ENTRY = /^ {2}(npm|embed) +(\S+) /gm;

/** What the notices name, by where it is. */
const namedIn = (text: string) => (where: string) =>
  [...text.matchAll(ENTRY)].flatMap(([, at, name]) => (at === where && name !== undefined ? [name] : []));

const packageOf = (id: string): string | undefined => PACKAGE.exec(id.replaceAll('\\', '/'))?.[1];

/** Fails the build of the element where it is made from a package that is named neither for it nor for the page. */
export const embeddedNotices: Plugin = {
  name: 'notices-embed',
  apply: 'build',
  generateBundle() {
    const used = new Set([...this.getModuleIds()].flatMap((id) => packageOf(id) ?? []));
    const named = namedIn(readFileSync(FILE, 'utf8'));
    const [own, shared] = [named('embed'), named('npm')];
    const wrong = [...used]
      .filter((name) => !own.includes(name) && !shared.includes(name))
      .concat(own.filter((name) => !used.has(name)));
    if (wrong.length > 0)
      this.error(
        `EMBEDDED in tools/gen/notices.py is wrong about ${wrong.sort().join(', ')}; then run make gen`,
      );
  },
};

/** One for the page, one for its workers, which are built first. */
export function notices(): { page: Plugin; worker: () => Plugin } {
  const used = new Set<string>();
  const note = (ids: Iterable<string>) => {
    for (const id of ids) {
      const name = packageOf(id);
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
        const named = new Set(namedIn(source)('npm'));
        const wrong = [...used].filter((n) => !named.has(n)).concat([...named].filter((n) => !used.has(n)));
        if (wrong.length > 0)
          this.error(
            `BUNDLED in tools/gen/notices.py is wrong about ${wrong.sort().join(', ')}; then run make gen`,
          );
        this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source });
      },
    },
  };
}
