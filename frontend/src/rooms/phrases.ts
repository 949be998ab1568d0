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
  'This network blocks WebSockets, and a room needs one. Use another network, or tell whoever runs the server: its proxy has to pass them.';

/** Below so many who answered, shares say more than there is: counts only. */
export const FEW_PEOPLE = 5;

/** "28 %" */
export const share = (n: number, all: number): string => `${all === 0 ? 0 : Math.round((100 * n) / all)} %`;

/** "187 of 203 answered"; who has answered and left counts. */
export const answeredWords = (answered: number, members: number): string =>
  `${grouped(answered)} of ${grouped(Math.max(members, answered))} answered`;

/** What the class said, in one sentence, for those who listen. */
export function countsWords(labels: readonly string[], counts: readonly number[]): string {
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all === 0) return 'Nobody has answered.';
  const words = (n: number) => (all < FEW_PEOPLE ? grouped(n) : `${grouped(n)}, ${share(n, all)}`);
  return `${labels.map((label, i) => `${label}: ${words(counts[i] ?? 0)}`).join('; ')}.`;
}

/** An emoji tag sequence, as the server takes it: a flag, the code of a part of a country in tags, the end. */
const FLAG =
  /\u{1F3F4}(?:[\u{E0061}-\u{E007A}]{2}|[\u{E0030}-\u{E0039}]{3})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}/u;
const UNSEEN = new RegExp(`(${FLAG.source})|(?![\\u200c\\u200d])[\\p{Cc}\\p{Cf}\\p{Cs}]`, 'gu');

/**
 * What the class is asked, as a room takes it: of a lesson's text, wide and narrow spaces and line ends are spaces, and
 * what cannot be seen is left out, but for the joiners and flags that words and emoji have. At most so many characters.
 */
export const plain = (text: string, most: number): string => {
  const seen = (some: string) => some.replace(UNSEEN, (_, flag: string | undefined) => flag ?? '');
  // Once more: what is cut off may leave half a flag.
  return seen(seen(text.replace(/[\p{Z}\t\r\n]/gu, ' ')).slice(0, most));
};
