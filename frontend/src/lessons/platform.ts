/**
 * A lesson as learning platforms take it: words, pictures, and questions as one of a few choices each, with what is said to
 * every choice. What all formats have in common (gift, qti, scorm).
 */
import { isRight } from '../quiz/answers';
import { choicesOf, classRevealOf, solutionIndexOf } from '../quiz/choices';
import type { BuiltStep } from './builder';
import { wordsOf } from './markdown';

interface PlatformChoice {
  words: string;
  /** In full. Where the kernel could have taken others, they count as much. */
  right: boolean;
  why: string;
}

export interface PlatformQuestion {
  /** From 0: its step, and which of that step's questions it is. */
  step: number;
  nth: number;
  /** Unique in its lesson. */
  title: string;
  ask: string;
  choices: readonly PlatformChoice[];
  /** The place of the one that came. */
  took: number;
}

/** Of these steps, those that can be answered by a choice. */
export function platformQuestions(
  title: string,
  steps: readonly Pick<BuiltStep, 'title' | 'questions'>[],
): PlatformQuestion[] {
  return steps.flatMap((of, step) =>
    of.questions.flatMap(({ question, ask }, nth) => {
      const choices = choicesOf(question);
      const took = solutionIndexOf(question);
      if (took < 0 || choices.length < 2) return [];
      return {
        ...{ step, nth, took },
        title: oneLine(`${title} ${step + 1}.${nth + 1}: ${of.title}`),
        ask: oneLine(wordsOf(ask)),
        choices: choices.map(({ words, answer }, i) => ({
          words: oneLine(words),
          right: i === took || (question.form === 'choice' && isRight(question, answer)),
          why: oneLine(classRevealOf(question, i).why),
        })),
      };
    }),
  );
}

export const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim();

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** As text or as an attribute of XML and HTML; what XML 1.0 does not allow is left out. */
export const escaped = (words: string): string =>
  words
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Files of a package, by their path in it. */
export type PackageFiles = Readonly<Record<string, string>>;

/** Of small files: a thread of its own is not worth it. */
export async function zipOf(files: PackageFiles): Promise<Blob> {
  // What packs is the browser's own.
  const { BlobReader, BlobWriter, configure, ZipWriter } =
    await import('@zip.js/zip.js/lib/zip-core-custom.js');
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new BlobWriter('application/zip'));
  for (const [name, text] of Object.entries(files)) await zip.add(name, new BlobReader(new Blob([text])));
  return zip.close();
}
