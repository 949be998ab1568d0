/**
 * A lesson's questions as GIFT, which Moodle and others read: each as one of a few choices, as a class answers it, with what
 * is said to each. Pure.
 */
import { choicesOf, classRevealOf, solutionIndexOf } from '../quiz/choices';
import { isRight } from '../quiz/answers';
import type { BuiltStep } from './builder';
import { wordsOf } from './markdown';

/** `href`: where a step is, as a whole address, since a question is about its picture. */
export function giftOf(
  title: string,
  steps: readonly Pick<BuiltStep, 'title' | 'questions'>[],
  href: (step: number) => string,
): string {
  const questions = steps.flatMap((step, at) =>
    step.questions.flatMap(({ question, ask }, nth) => {
      const choices = choicesOf(question);
      const took = solutionIndexOf(question);
      if (took < 0 || choices.length < 2) return [];
      const name = `${title} ${at + 1}.${nth + 1}: ${step.title}`;
      const text = `${wordsOf(ask)} (The picture: ${href(at)} )`;
      const lines = choices.map(({ words, answer }, i) => {
        const right = i === took || (question.form === 'choice' && isRight(question, answer));
        // One is right in full; where others are, too, they count as much.
        const mark = i === took ? '=' : right ? '~%100%' : '~';
        return `\t${mark}${plain(words)}#${plain(classRevealOf(question, i).why)}`;
      });
      return `::${plain(name)}::${plain(text)}{\n${lines.join('\n')}\n}\n`;
    }),
  );
  return `// ${title.replace(/\s+/g, ' ')}\n\n${questions.join('\n')}`;
}

/** What means something in GIFT is said with a backslash. */
const plain = (words: string): string =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\~=#{}:]/g, (sign) => `\\${sign}`);
