/**
 * Which kernels decide so is said in one table, datasets/eras.json. Code takes badges from what is made of it and types
 * none; prose may say "since 4.8", but only of a boundary that the table has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { before, eraOf, OLDEST, readEras, spanWords } from '../scripts/eras.mjs';
import { ERAS } from './core/gen/eras';
import { ERA_NAMES, eraNamed } from './ui/era';

const ROOT = join(import.meta.dirname, '../..');
const TABLE = readEras();

/** Files below a folder, by their paths from the root of the repository. */
function filesOf(folder: string, name: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const RELEASE = String.raw`[2-7]\.\d{1,2}`;
/** "4.14 to 6.18", "before 4.14", "until 4.7". */
const SPAN = new RegExp(
  String.raw`\b(?:(${RELEASE}) to (${RELEASE}|today)|(before|since|from|until|kernel) (${RELEASE}))\b`,
  'gi',
);

interface Said {
  words: string;
  /** Releases with which something comes or goes, as these words have it. */
  boundaries: string[];
}

const next = (release: string) =>
  Object.values(TABLE.boundaries).find((one) => before(one.release) === release)?.release ??
  `after ${release}`;

/** What is said of releases: prose wraps its lines. */
function spansIn(prose: string): Said[] {
  return [...prose.replace(/\s+/g, ' ').matchAll(SPAN)].map(
    ([words, from, to, preposition, release = '']) => {
      if (from !== undefined)
        return { words, boundaries: [from, ...(to === undefined || to === 'today' ? [] : [next(to)])] };
      return { words, boundaries: [preposition?.toLowerCase() === 'until' ? next(release) : release] };
    },
  );
}

describe('code', () => {
  // The tables of tracepoints have releases of their own: what stock kernels print, not what they decide.
  const FILES = filesOf('frontend/src', /\.tsx?$/).filter(
    (path) => !/\.test\.tsx?$|\/gen\/|\/testing\/|frontend\/src\/trace\//.test(path),
  );

  /** Badges in string literals; comments may say what they like. */
  function typed(code: string): string[] {
    const found: string[] = [];
    const visit = (node: ts.Node) => {
      if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node))
        found.push(...spansIn(node.text).map(({ words }) => words));
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile('a.tsx', code, ts.ScriptTarget.Latest, true));
    return found;
  }

  test('types no badge', () => {
    expect(FILES.length).toBeGreaterThan(300);
    expect(FILES.flatMap((path) => typed(text(path)).map((words) => `${path}: ${words}`))).toEqual([]);
  });

  test('would be found to', () => {
    expect(typed(`const era = { words: '4.14 to 6.18', from: 4.14 };`)).toEqual(['4.14 to 6.18']);
    expect(typed('<p>Woken below low: before 3.12</p>')).toEqual(['before 3.12']);
    expect(typed('// since 4.8\nconst a = `from 6.9 ${1}`;')).toEqual(['from 6.9']);
  });

  test('of the core types none either', () => {
    expect(spansIn(text('wasm-core/include/mms/enums.def'))).toEqual([]);
  });
});

describe('prose', () => {
  const KNOWN = new Set([OLDEST, ...Object.values(TABLE.boundaries).map(({ release }) => release)]);
  const FILES = [
    ...filesOf('docs/policies', /\.md$/),
    ...filesOf('datasets/lessons', /\.md$/),
    ...filesOf('datasets/scenarios', /\.json$/),
    ...filesOf('datasets/published', /^\w+\.json$/),
    'datasets/glossary.json',
    'README.md',
    'docs/lessons.md',
    'docs/evidence.md',
    'wasm-core/include/mms/params.def',
  ];
  const strange = (prose: string) =>
    spansIn(prose).filter(({ boundaries }) => boundaries.some((release) => !KNOWN.has(release)));

  test('says of releases what the table says', () => {
    const found = FILES.flatMap((path) => strange(text(path)).map(({ words }) => `${path}: ${words}`));
    expect(found).toEqual([]);
    expect(FILES.flatMap((path) => spansIn(text(path))).length).toBeGreaterThan(30);
  });

  test('would be found not to', () => {
    expect(strange('woken below high since\n3.10').map(({ words }) => words)).toEqual(['since 3.10']);
    expect(strange('4.14 to 6.17')).toHaveLength(1);
    expect(strange('4.14 to 6.18, until 4.7, Before 3.12, 6.19 to today')).toEqual([]);
  });
});

describe('the table', () => {
  test.each([
    ['rule.node', '4.14 to 6.18', 4.14, 6.18],
    ['rule.global', 'before 4.14', null, 4.13],
    ['rule.roundrobin', 'from 6.19', 6.19, null],
    ['zone_policy.fair', '3.12 in part', 3.12, 3.12],
    ['zone_policy.fair_local', '3.13 to 4.7', 3.13, 4.07],
    ['wake_mark.zone', 'woken below the zone’s high: 3.12 to 4.7', 3.12, 4.07],
    ['wake_mark.high', 'woken below high of every zone: from 4.8', 4.08, null],
    ['any.kernel', 'every kernel since 3.0', null, null],
  ])('%s: %s', (name, words, from, to) => {
    expect(eraNamed(name)).toMatchObject({ words, from, to });
  });

  test('preferred went and came back; the granularity never lived', () => {
    expect(ERAS.zone_policy.preferred).toMatchObject({ to: 3.11, again: { from: 4.08, to: null } });
    expect(ERAS.param.granularity).toMatchObject({ words: 'never merged', lived: false });
  });

  test('where one rule of a decision goes, another comes', () => {
    for (const list of ['rule', 'zone_policy', 'wake_mark', 'lru', 'dirtyable', 'reclaim']) {
      const rows = Object.values(TABLE.eras[list] ?? {});
      const release = (key?: string) => (key === undefined ? [] : [TABLE.boundaries[key]?.release]);
      const came = rows.flatMap((row) => [...release(row.came), ...release(row.returned)]);
      expect(new Set(rows.flatMap((row) => release(row.went))), list).toEqual(new Set(came));
    }
  });

  test('an unknown boundary is an error, not an empty badge', () => {
    expect(() => spanWords({ came: '0123456789ab' }, TABLE)).toThrow('no boundary is 0123456789ab');
    expect(() => eraOf({ went: '0123456789ab' }, TABLE)).toThrow();
  });

  test('documents and lessons name its rules', () => {
    const named = [
      ...filesOf('datasets/published', /^\w+\.json$/).flatMap((path) =>
        [...text(path).matchAll(/"era": "(.*?)"/g)].map(([, name]) => name),
      ),
      ...filesOf('datasets/lessons', /\.md$/).flatMap((path) =>
        [...text(path).matchAll(/^era: (.*)$/gm)].map(([, name]) => name),
      ),
    ];
    expect(named.length).toBe(9);
    expect(named.filter((name) => !ERA_NAMES.includes(name ?? ''))).toEqual([]);
  });
});
