/** Words of the glossary as a lesson writes them, in any of their forms. Pure. */
import { glossary, TERM_NAMES, termNamed } from '../scenes/terms';

export const terms: readonly string[] = TERM_NAMES;

export const isTerm = (word: string): boolean => termNamed(word) !== null;

/** What the glossary says of it; null where it says nothing. */
export function termOf(word: string): { name: string; text: string } | null {
  const name = termNamed(word);
  return name === null ? null : { name, text: glossary[name].what };
}
