/** A lesson's file as text, or a sentence on why it is none. Pure. */
import { SourceError } from '../core/error';
import { LIMITS } from './lesson';

const ADVICE = 'Save it as plain text in UTF-8.';

/** Throws SourceError, with the line where there is one. */
export function lessonText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new SourceError('The file is in UTF-16.', { line: 1, advice: ADVICE });
  const head = bytes.subarray(0, LIMITS.bytes);
  if (head.includes(0))
    throw new SourceError('This is no text: a lesson is a text file in Markdown.', {
      line: 1,
      advice: ADVICE,
    });
  if (bytes.length > LIMITS.bytes)
    throw new SourceError(`A lesson has at most ${LIMITS.bytes / 1024} KiB of text, this has more.`, {
      line: 1,
      advice: 'Make two of it.',
    });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const read = new TextDecoder().decode(bytes);
    const line = read.slice(0, read.indexOf('\uFFFD')).split(/\r\n?|\n/).length;
    throw new SourceError(`Line ${line} has bytes that are no UTF-8.`, { line, advice: ADVICE });
  }
}
