/** No file imports itself by way of others, for types neither: layers within a folder are layers too. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = import.meta.dirname;
const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .map((file) => path.join(ROOT, file))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
const known = new Set(FILES);

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const target = path.join(path.dirname(file), fileName);
    const found = ['', '.ts', '.tsx', '/index.ts'].map((end) => target + end).find((f) => known.has(f));
    return found === undefined ? [] : [found];
  });
}

/** The first circle that is met, as the files along it; null where there is none. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const found = visit(next, [...way, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return null;
}

test('the files of src import one way', () => {
  const graph = new Map(FILES.map((file) => [file, importsOf(file)]));
  expect([...graph.values()].flat().length).toBeGreaterThan(1000);
  expect(circle(graph)?.map((file) => path.relative(ROOT, file)) ?? []).toEqual([]);
});

test('a circle is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['d', 'b']],
    ['d', []],
  ]);
  expect(circle(graph)).toEqual(['b', 'c', 'b']);
});
