/**
 * docs/adding-a-policy.md says where a sixth policy must be made known; the other guides, how one adds something
 * else. These tests fail
 * - when a file, a folder, a function, a table or a make target that a guide names is gone or has another name;
 * - when a scene's `policy` or a voice gets or loses a field, and the guide does not;
 * - when a file that no guide names lists the policies one by one, be it by their scenes, events, machines or
 *   tunables: then there is one more place to be touched, and nobody would know.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { Decision } from './core/decision';
import { scenes } from './scenes';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const GUIDE = read('docs/adding-a-policy.md');
/** A scene of the policy is registered as any other is. */
const GUIDES = GUIDE + read('docs/adding-a-scene.md');
/** What the guides add, but for a scene, whose guide is compiled (scenes/guide.test.ts). */
const SUBJECTS = ['policy', 'tunable', 'tracepoint', 'command', 'measure'];

/** Files and folders that the project consists of, but for what is made or comes from elsewhere. */
const PATHS = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'backend',
  'datasets',
  'docs',
  'frontend',
  'kernel-patches',
  'mk',
  'tools',
  'tracer',
  'wasm-core',
].flatMap((top) => {
  if (top.endsWith('.md')) return [top];
  const under = (folder: string): string[] =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (/^(\..*|node_modules|dist|build|third_party|__pycache__)$/.test(entry.name)) return [];
      return entry.isDirectory() ? [name, ...under(name)] : [name];
    });
  return [top, ...under(top)];
});
const SOURCES = PATHS.filter(
  (file) => /\.(tsx?|mjs|[ch]|def|py)$/.test(file) && !/\.test\.|\/(gen|testing|tests)\//.test(file),
);

const TARGETS = PATHS.filter((file) => /^mk\/.*\.mk$/.test(file))
  .map(read)
  .join('\n');

const quoted = (text: string) => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, words = '']) => words);
const linked = (text: string) => Array.from(text.matchAll(/\]\((?!http)([^)#]+)/g), ([, to = '']) => to);

/** A path as the guides write it: its end is enough, and a star stands for any name. */
function isPath(written: string, file: string): boolean {
  const end = written.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  return new RegExp(`(^|/)${end}$`).test(file);
}

/** What of the names in a text is not there. */
function missing(text: string): string[] {
  const code = SOURCES.filter((file) => /^(wasm-core|frontend\/src|backend\/src)/.test(file))
    .map(read)
    .join('\n');
  const gone = quoted(text).filter((name) => {
    const [, target] = /^make ([\w-]+)/.exec(name) ?? [];
    if (target !== undefined) return !new RegExp(`^(.* )?${target}( .*)?:`, 'm').test(TARGETS);
    if (/^[a-z]\w*\(\)$/.test(name)) return !new RegExp(`\\b${name.slice(0, -2)}\\(`).test(code);
    if (/^[A-Z][A-Z_a-z]+$/.test(name)) return !new RegExp(`\\b${name}\\b`).test(code);
    return /\/|\.\w+$/.test(name) && !PATHS.some((file) => isPath(name, file));
  });
  return [...gone, ...linked(text).filter((to) => !PATHS.includes(path.join('docs', to)))];
}

/** Names in a file's code: what is quoted and keys of tables in TypeScript, all words elsewhere, but no comment. */
function namesIn(file: string, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  if (/\.(tsx?|mjs)$/.test(file)) {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node)) names.add(path.basename(node.text));
      if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
        names.add(node.name.getText());
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  } else {
    const code = text.replace(/\/\*[^]*?\*\/|"""[^]*?"""|^\s*# .*/gm, '');
    for (const [word] of code.matchAll(/\w+/g)) names.add(word.replace(/^MMS_(KIND|machine)_/, ''));
  }
  return names;
}

/** What each policy is known by: its scene, its machine, its events, its machine's tunables. */
async function policies(): Promise<ReadonlySet<string>[]> {
  const params = read('wasm-core/include/mms/params.def');
  const own = scenes.map(async ({ id, policy }) => {
    if (!policy) return [];
    const scene = path.join(import.meta.dirname, 'scenes', id, 'decision.ts');
    const {
      kinds,
      companions: along = [],
      substitutes: instead = [],
      trail = [],
    } = (await import(/* @vite-ignore */ scene)) as Decision;
    const table = new RegExp(`^#define MMS_PARAMS_${policy.machine.toUpperCase()}\\(P\\)(.*\\\\\n)+.*`, 'm');
    // A name of one word, such as `nodes`, may be anyone's.
    const tunables = [...(table.exec(params)?.[0] ?? '').matchAll(/\bP\((\w+_\w+),/g)].map(
      ([, name = '']) => name,
    );
    expect(tunables.length, policy.machine).toBeGreaterThan(3);
    return [new Set([id, policy.machine, ...(kinds ?? []), ...along, ...instead, ...trail, ...tunables])];
  });
  return (await Promise.all(own)).flat();
}

/** As many make a list of them: two may have something to do with each other. */
const SEVERAL = 3;

/** Does a file list the policies? */
const listing = (names: ReadonlySet<string>, all: readonly ReadonlySet<string>[]) =>
  all.filter((own) => [...own].some((name) => names.has(name))).length >= SEVERAL;

/** The members of an interface, in order. */
function membersOf(file: string, name: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((s) => ts.isInterfaceDeclaration(s) && s.name.text === name);
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no ${name}`);
  return found.members.map((member) => member.name?.getText() ?? '');
}

/** First column of the table below a heading. */
const fieldsBelow = (heading: string) =>
  [...(GUIDE.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(
    ([, field]) => field,
  );

test.each(SUBJECTS)('all that the guide of adding a %s names is there', (what) => {
  const guide = read(`docs/adding-a-${what}.md`);
  expect(quoted(guide).length).toBeGreaterThan(20);
  expect(missing(guide)).toEqual([]);
});

test('a name that is not there is noticed', () => {
  const wrong = '`policy/none.c` `none/` `make none` `mms_none()` `MMS_NONE` `mutate_none*.c` [a](none.md)';
  expect(missing(wrong)).toHaveLength(7);
});

test('the guide lists the fields of a voice and of a policy, in their order', () => {
  expect(fieldsBelow('5. ')).toEqual(membersOf('frontend/src/scenes/voices/voice.ts', 'Voice'));
  expect(fieldsBelow('6. ')).toEqual(membersOf('frontend/src/scenes/scene.ts', 'Policy'));
});

test('no other file knows the policies one by one', async () => {
  const all = await policies();
  expect(all.length).toBeGreaterThan(SEVERAL);
  const lists = SOURCES.filter((file) => listing(namesIn(file, read(file)), all));
  // Some that do, found by a scene, an event, a machine and a tunable.
  for (const file of [
    'trace/doctor/topics.ts',
    'checker/checker.c',
    'machine/machine.c',
    'stage/tunables/tunable-values.ts',
  ])
    expect(lists.filter((list) => isPath(file, list))).toHaveLength(1);
  const named = [...quoted(GUIDES), ...linked(GUIDES)].map((name) => name.replace(/^(\.\.\/)+/, ''));
  expect(lists.filter((file) => !named.some((name) => /\.\w+$/.test(name) && isPath(name, file)))).toEqual(
    [],
  );
});
