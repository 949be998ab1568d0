/**
 * A lesson's questions as GIFT, which Moodle and others read: each as one of a few choices, as a class answers it, with what
 * is said to each. Pure.
 */
import type { BuiltStep } from './builder';
import { oneLine, platformQuestions } from './platform';

/** `href`: where a step is, as a whole address, since a question is about its picture. */
export function giftOf(
  title: string,
  steps: readonly Pick<BuiltStep, 'title' | 'questions'>[],
  href: (step: number) => string,
): string {
  const questions = platformQuestions(title, steps).map(({ title: name, ask, step, choices, took }) => {
    const lines = choices.map(({ words, right, why }, i) => {
      // One is right in full; where others are, too, they count as much.
      const mark = i === took ? '=' : right ? '~%100%' : '~';
      return `\t${mark}${plain(words)}#${plain(why)}`;
    });
    return `::${plain(name)}::${plain(`${ask} (The picture: ${href(step)} )`)}{\n${lines.join('\n')}\n}\n`;
  });
  return `// ${oneLine(title)}\n\n${questions.join('\n')}`;
}

/** What means something in GIFT is said with a backslash. */
const plain = (words: string): string => oneLine(words).replace(/[\\~=#{}:]/g, (sign) => `\\${sign}`);
