/** Words of the glossary as a lesson writes them: in the singular or the plural, small or capital. Pure. */
import { textOf } from '../core/message';
import { TERMS, type TermName } from '../scenes/terms';

const BY_NAME = new Map(Object.entries(TERMS).map(([name, told]) => [name.toLowerCase(), { name, told }]));

/** How a lesson may call it. */
const ALSO: Readonly<Record<string, TermName>> = {
  key: 'plist key',
  watermark: 'watermarks',
  'page frame': 'page',
};

function entryOf(word: string) {
  const given = word.toLowerCase();
  const small = Object.hasOwn(ALSO, given) ? (ALSO[given] ?? given) : given;
  return BY_NAME.get(small) ?? BY_NAME.get(small.replace(/s$/, '')) ?? BY_NAME.get(`${small}s`);
}

export const isTerm = (word: string): boolean => entryOf(word) !== undefined;

/** What the glossary says of it; null where it says nothing. */
export function termOf(word: string): { name: string; text: string } | null {
  const entry = entryOf(word);
  return entry ? { name: entry.name, text: textOf(entry.told) } : null;
}
