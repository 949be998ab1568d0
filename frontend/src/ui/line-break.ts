/** What stays in one line. */

/** What follows a word without a space, and belongs into its line; and the rest. */
export function splitAtSpace(words: string): [clinging: string, rest: string] {
  const end = words.search(/\s/);
  const at = end < 0 ? words.length : end;
  return [words.slice(0, at), words.slice(at)];
}

/** Longer ones are sentences, and break. */
const SHORT = 20;

/** Facts with commas between them: lines end behind a comma, never within a short fact. */
export const withoutBreaks = (facts: string): string =>
  facts
    .split(', ')
    .map((fact) => (fact.length <= SHORT ? fact.replaceAll(' ', '\u00a0') : fact))
    .join(', ');
