/**
 * The glossary for readers: words of memory management, each explained for someone who has never met them. One list,
 * `datasets/glossary.json`, for the app, lessons and docs. Fetched after the first drawing: import only the types from
 * modules that are needed before it.
 */
import words from '../../../datasets/glossary.json';

export type TermName = keyof typeof words;

interface GlossaryEntry {
  /** What it is, in a few sentences. */
  what: string;
  /** How else text writes it: plurals, short forms. Case does not matter. */
  as: readonly string[];
}

export const glossary: Readonly<Record<TermName, GlossaryEntry>> = words;

export const TERM_NAMES = Object.keys(words) as readonly TermName[];

const byForm = new Map<string, TermName>(
  TERM_NAMES.flatMap((name) =>
    [name, ...glossary[name].as].map((form) => [form.toLowerCase(), name] as const),
  ),
);

/** The term that a word stands for, as `[[word]]` of a lesson does; null where the glossary has none. */
export const termNamed = (word: string): TermName | null => byForm.get(word.trim().toLowerCase()) ?? null;

/** Text, or a word of it that the glossary explains. */
export type Piece = string | { term: TermName; words: string };

const escaped = (form: string) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Longest first, so that "swap slots" is not read as "swap"; whole words only. */
const FORMS = new RegExp(
  `(?<![\\p{L}\\p{N}_.-])(?:${[...byForm.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\p{L}\\p{N}_(-]|\\.\\p{L})`,
  'giu',
);

/** A text in pieces: each term where it is read first. `explained`: terms explained before; those found are added. */
export function piecesOf(text: string, explained = new Set<TermName>()): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(FORMS)) {
    const term = termNamed(found);
    if (!term || explained.has(term)) continue;
    explained.add(term);
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push({ term, words: found });
    end = index + found.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** The same of several texts that are read one after the other: a term is marked in the first that has it. */
export function piecesOfAll(texts: readonly string[]): Piece[][] {
  const explained = new Set<TermName>();
  return texts.map((text) => piecesOf(text, explained));
}
