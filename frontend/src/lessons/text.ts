/** Where a lesson's text comes from: the page's own, a file of this machine, or this server. */
import { SourceError } from '../core/error';
import { LIMITS, readLesson } from './lesson';

export interface LessonEntry {
  id: string;
  title: string;
  minutes: number;
  for: string;
  before: string;
  goals: readonly string[];
  /** There is a small one of it. */
  picture: boolean;
}

const ADVICE = 'Save it as plain text in UTF-8.';

/** Throws SourceError, with the line where there is one. */
export function lessonText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new SourceError('The file is in UTF-16.', { line: 1, advice: ADVICE });
  const head = bytes.subarray(0, LIMITS.bytes);
  if (head.includes(0))
    throw new SourceError('This is not text: a lesson is a text file in Markdown.', {
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

/** Addresses are relative to the page, wherever that lies. */
export async function listLessons(base: string): Promise<LessonEntry[]> {
  const response = await fetch(new URL('datasets/lessons/index.json', base));
  if (!response.ok) throw new SourceError(`The list of lessons cannot be fetched (${response.status}).`);
  return (await response.json()) as LessonEntry[];
}

/** A lesson that was put on this server. */
export interface OwnLesson extends Omit<LessonEntry, 'id' | 'before' | 'picture'> {
  src: string;
}

/** Of more, those are listed that come first by name. */
const OWN_MOST = 60;

/** What lies in the server's folder of lessons; none where there is no such folder, or nothing in it is a lesson. */
export async function listOwnLessons(base: string): Promise<OwnLesson[]> {
  const response = await fetch(new URL('lessons/index.json', base));
  const names: unknown = response.ok ? await response.json() : [];
  const files = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  const read = async (name: string): Promise<OwnLesson[]> => {
    const src = `lessons/${name}`;
    const { text } = await textOf(FROM, src, base);
    const { lesson } = readLesson(text);
    if (!lesson) return [];
    const { title, minutes, for: audience, goals } = lesson;
    return [{ src, title, minutes, for: audience, goals }];
  };
  const all = await Promise.allSettled(files.slice(0, OWN_MOST).map(read));
  return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** Files that were opened, as long as the page lives. */
let file: { name: string; text: string; nth: number } | null = null;

/** Which of them is open; 0: none. */
export const fileNumber = (): number => file?.nth ?? 0;
export const FILE_OPENED = 'mmscope-lesson-reopened';

/** The name that stands in the link for a file of this machine, and for one that `src` leads to. */
export const FILE = 'file';
export const FROM = 'from';

export async function keepFile(given: File): Promise<void> {
  file = { name: given.name, text: await readText(given), nth: fileNumber() + 1 };
  dispatchEvent(new Event(FILE_OPENED));
}

async function readText(blob: Blob): Promise<string> {
  // One byte more than there may be is enough to know it.
  return lessonText(new Uint8Array(await blob.slice(0, LIMITS.bytes + 1).arrayBuffer()));
}

/** The text of a lesson; throws SourceError in a sentence. */
export async function textOf(id: string, src: string, base: string): Promise<{ name: string; text: string }> {
  if (id === FILE) {
    if (file) return file;
    throw new SourceError(
      'The lesson was read from a file of your machine, so a reload cannot bring it back.',
      {
        advice: 'Open the file again.',
      },
    );
  }
  const url = id === FROM ? new URL(src, base) : new URL(`datasets/lessons/${id}.md`, base);
  if (url.origin !== new URL(base).origin || (src === '') === (id === FROM))
    throw new SourceError('A lesson opens from this server alone.', {
      advice: 'Save it as a file, and open that.',
    });
  const response = await fetch(url, { credentials: 'same-origin' }).catch(() => null);
  const type = response?.headers.get('content-type') ?? '';
  if (!response?.ok || type.includes('text/html'))
    throw new SourceError(`There is no lesson “${(src || id).slice(0, 80)}” here.`, {
      advice:
        id === FROM ? 'The address is wrong, or the file is not on this server.' : 'Choose one of the list.',
    });
  return { name: url.pathname.split('/').at(-1) ?? id, text: await readText(await response.blob()) };
}
