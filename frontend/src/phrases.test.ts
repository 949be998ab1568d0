/**
 * A sentence may not deny the file. Every phrase that says no, never, all or the like is made by `denial` (or one of
 * its kind), which takes the kinds of event it depends on, or stands in phrases.json with the reason why it needs none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import phrases from './phrases.json';

/** Where the words for traces are. */
const FOLDERS = ['scenes', 'timeline', 'trace/report', 'trace/statistics', 'trace/doctor', 'pages/report'];
const WORDS = /\b(nobody|no|none|never|nothing|yet|(?<!in )all|always|every|only)\b/i;
/** What takes the kinds of event (core/coverage.ts), and what hands its words to one of these. */
const MAKERS = new Set(['denial', 'denialLabels', 'ifComplete', 'noRequest']);

const ROOT = import.meta.dirname;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' || entry.name === 'gen' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? [path] : [];
  });
}

/** What a literal says; values as {}. */
function wordsOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('');
}

const isMaker = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && MAKERS.has(node.expression.text);

/** Its phrases of more than a word, as `made` by one of the makers or not. */
function phrasesOf(text: string, name = 'a.tsx'): { words: string; made: boolean }[] {
  const found: { words: string; made: boolean }[] = [];
  const visit = (node: ts.Node, made: boolean) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const words = wordsOf(node)?.trim().replace(/\s+/g, ' ') ?? '';
    if (words.includes(' ') && WORDS.test(words)) found.push({ words, made });
    ts.forEachChild(node, (child) => {
      visit(child, made || isMaker(node));
    });
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true), false);
  return found;
}

const listed = new Set(Object.values(phrases.said).flat());

test('each has its kinds of event, or a reason why it needs none', () => {
  const bare = FOLDERS.flatMap(sources).flatMap((path) =>
    phrasesOf(readFileSync(join(ROOT, path), 'utf8'), path).flatMap(({ words, made }) =>
      made ? [] : [{ path, words }],
    ),
  );
  const unknown = bare.filter(({ words }) => !listed.has(words));
  expect(unknown, 'make these by denial() of core/coverage.ts, or give a reason in phrases.json').toEqual([]);
  const used = new Set(bare.map(({ words }) => words));
  expect([...listed].filter((words) => !used.has(words))).toEqual([]);
  expect(Object.keys(phrases.said).filter((reason) => !(reason in phrases.reasons))).toEqual([]);
});

test('a new one is found, wherever its words stand', () => {
  const text =
    "const a = [msg`no ${x} asked`, 'none of it', denial(c, ['zone'], msg`nothing at all`, of), <p>Nobody asked</p>]";
  expect(phrasesOf(text)).toEqual([
    { words: 'no {} asked', made: false },
    { words: 'none of it', made: false },
    { words: 'nothing at all', made: true },
    { words: 'Nobody asked', made: false },
  ]);
});
