// Serves and builds datasets/: index.json (scenarios, captures' manifests, published tables), the same of each of
// them alone, evidence.json
// (what captures say of those tables), lessons, small pictures and the captures themselves, under datasets/ beside the page.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { readHead } from '../src/lessons/head.ts';

const ROOT = path.resolve(import.meta.dirname, '../../datasets');
const CAPTURE = '.mmscope.gz';
const EVIDENCE = path.join(ROOT, 'published/derived/evidence.json');

interface Ordered {
  id: string;
  order?: number;
  [more: string]: unknown;
}

/** What the page needs of a capture's manifest; the rest is in the capture itself. */
const SHOWN = ['id', 'order', 'title', 'description', 'scenario', 'rules', 'seeds'];

async function names(folder: string, ending: string): Promise<string[]> {
  const all = await readdir(path.join(ROOT, folder)).catch(() => []);
  return all.filter((n) => n.endsWith(ending)).sort();
}

async function jsons(folder: string): Promise<Ordered[]> {
  const files = await names(folder, '.json');
  const parsed = files.map(
    async (n) => JSON.parse(await readFile(path.join(ROOT, folder, n), 'utf8')) as Ordered,
  );
  return (await Promise.all(parsed)).sort((a, b) => (a.order ?? 99) - (b.order ?? 99));
}

const LIGHT = '.light.svg';

/** Names of small pictures of lists, each of which there is in light and dark. */
const pictures = async () =>
  new Set((await names('pictures', LIGHT)).map((name) => name.slice(0, -LIGHT.length)));

async function captures() {
  const drawn = await pictures();
  const present = new Set(await names('captures', CAPTURE));
  const rows = (await jsons('captures')).filter((c) => present.has(c.id + CAPTURE));
  return Promise.all(
    rows.map(async (row) => {
      const name = row.id + CAPTURE;
      const { size } = await stat(path.join(ROOT, 'captures', name));
      const shown = Object.fromEntries(Object.entries(row).filter(([key]) => SHOWN.includes(key)));
      const picture = drawn.has(`capture-${row.id}`) ? { picture: true } : {};
      return { ...shown, ...picture, file: `datasets/captures/${name}`, bytes: size };
    }),
  );
}

async function index(): Promise<string> {
  const [scenarios, bundled, published] = await Promise.all([
    jsons('scenarios'),
    captures(),
    jsons('published'),
  ]);
  return JSON.stringify({ scenarios, captures: bundled, published });
}

interface Named {
  id: string;
  documents?: string[];
  seeds?: string[];
  scenario?: string;
}
interface Published {
  tables: { source: string; columns: string[]; rows: unknown[][] }[];
}

/** Of the list what one scenario or capture needs, for a page that shows nothing else: by the file's name. */
async function parts(): Promise<Map<string, string>> {
  const {
    scenarios,
    captures: bundled,
    published,
  } = JSON.parse(await index()) as {
    scenarios: Named[];
    captures: Named[];
    published: Published[];
  };
  const concerns =
    (scenario: string | undefined, documents: readonly string[]) =>
    ({ source, columns, rows }: Published['tables'][number]) => {
      const at = columns.indexOf('scenario');
      return documents.includes(source) || (at >= 0 && rows.some((row) => row[at] === scenario));
    };
  const publishedOf = (scenario: string | undefined, documents: readonly string[]) =>
    published
      .map((document) => ({ ...document, tables: document.tables.filter(concerns(scenario, documents)) }))
      .filter(({ tables }) => tables.length > 0);
  const part = (folder: string, one: Named, scenario: string | undefined, documents: readonly string[]) => {
    const empty = { scenarios: [], captures: [] };
    const text = JSON.stringify({ ...empty, [folder]: [one], published: publishedOf(scenario, documents) });
    return [`datasets/${folder}/${one.id}.json`, text] as const;
  };
  return new Map([
    ...scenarios.map((one) => part('scenarios', one, one.id, one.documents ?? [])),
    ...bundled.map((one) => part('captures', one, one.scenario, one.seeds ?? [])),
  ]);
}

const LESSON = '.md';
/** Lessons as the page lists them. */
async function lessons(): Promise<string> {
  const drawn = await pictures();
  const files = (await names('lessons', LESSON)).filter((name) => name !== 'README.md');
  const all = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(path.join(ROOT, 'lessons', name), 'utf8');
      const rows = (text.split('---\n')[1] ?? '').split('\n');
      const { id, order, title, minutes, for: audience, before, goals } = readHead(rows, () => undefined);
      if (id !== name.slice(0, -LESSON.length)) throw new Error(`${name}: the id is not the file's name`);
      return { id, order, title, minutes, for: audience, before, goals, picture: drawn.has(`lesson-${id}`) };
    }),
  );
  return JSON.stringify(all.sort((a, b) => a.order - b.order));
}

export function datasets(): Plugin {
  return {
    name: 'mmscope-datasets',
    configureServer(server) {
      server.middlewares.use('/lessons/index.json', (_, response) => void response.end('[]'));
      server.middlewares.use('/datasets', (request, response, next) => {
        const name = (request.url ?? '').replace(/\?.*/, '');
        const answer = async () => {
          if (name === '/index.json') return index();
          const part = (await parts()).get(`datasets${name}`);
          if (part !== undefined) return part;
          if (name === '/evidence.json') return readFile(EVIDENCE);
          if (name === '/lessons/index.json') return lessons();
          if (/^\/lessons\/[\w-]+\.md$/.test(name)) return readFile(path.join(ROOT, name));
          if (/^\/pictures\/[\w.-]+\.svg$/.test(name)) {
            response.setHeader('content-type', 'image/svg+xml');
            return readFile(path.join(ROOT, name));
          }
          if (/^\/captures\/[\w.-]+\.mmscope\.gz$/.test(name)) return readFile(path.join(ROOT, name));
          return null;
        };
        answer().then(
          (body) => {
            if (body === null) next();
            else response.end(body);
          },
          () => {
            next();
          },
        );
      });
    },
    async generateBundle() {
      // The server answers with a teacher's own; beside files alone, whoever puts lessons there names them.
      this.emitFile({ type: 'asset', fileName: 'lessons/index.json', source: '[]\n' });
      this.emitFile({ type: 'asset', fileName: 'datasets/index.json', source: await index() });
      for (const [fileName, source] of await parts()) this.emitFile({ type: 'asset', fileName, source });
      this.emitFile({ type: 'asset', fileName: 'datasets/evidence.json', source: await readFile(EVIDENCE) });
      this.emitFile({ type: 'asset', fileName: 'datasets/lessons/index.json', source: await lessons() });
      for (const name of await names('lessons', LESSON)) {
        const source = await readFile(path.join(ROOT, 'lessons', name));
        this.emitFile({ type: 'asset', fileName: `datasets/lessons/${name}`, source });
      }
      for (const name of await names('pictures', '.svg')) {
        const source = await readFile(path.join(ROOT, 'pictures', name));
        this.emitFile({ type: 'asset', fileName: `datasets/pictures/${name}`, source });
      }
      for (const name of await names('captures', CAPTURE)) {
        const source = await readFile(path.join(ROOT, 'captures', name));
        this.emitFile({ type: 'asset', fileName: `datasets/captures/${name}`, source });
      }
    },
  };
}
