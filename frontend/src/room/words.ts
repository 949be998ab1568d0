/** Words of a room that more than one view says. Pure. */
import { grouped } from '../core/number';

/** "482 913": as it is said. */
export const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The six digits of what somebody typed or pasted; null where there are not six. */
export function codeOf(typed: string): string | null {
  const digits = typed.replace(/[\s.,-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** What the server says begins small and has no full stop. */
export const asSentence = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** What to do where no WebSocket gets through. */
export const BLOCKED =
  'This network lets no WebSocket through, and a room needs one. Use another network, or tell whoever runs the server: its proxy has to pass them.';

/** "28 %" */
export const share = (n: number, all: number): string => `${all === 0 ? 0 : Math.round((100 * n) / all)} %`;

/** "187 of 203 answered" */
export const answeredWords = (answered: number, members: number): string =>
  `${grouped(answered)} of ${grouped(members)} answered`;

/** What the class said, in one sentence, for those who listen. */
export function countsWords(labels: readonly string[], counts: readonly number[]): string {
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all === 0) return 'Nobody has answered.';
  return `${labels.map((label, i) => `${label}: ${grouped(counts[i] ?? 0)}, ${share(counts[i] ?? 0, all)}`).join('; ')}.`;
}

/**
 * What the class is asked, as a room takes it: of a lesson's text, wide and narrow spaces and line ends are spaces, and
 * what cannot be seen is left out, but for the joiners that words and emoji have. At most so many characters.
 */
export const plain = (text: string, most: number): string =>
  text
    .replace(/[\p{Z}\t\r\n]/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '');
