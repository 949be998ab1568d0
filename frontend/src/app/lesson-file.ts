/** A lesson from a file of this machine, chosen or dropped. */
import { failureOf, sentence } from '../core/error';
import { FILE, keepFile } from '../lessons/opened';
import { queryOf } from '../lessons/place';
import { notice } from './notices';
import { lessonsHref, showPage } from './pages';

export const isLesson = ({ name }: File): boolean => /\.(md|markdown)$/i.test(name);

export async function openLesson(file: File): Promise<void> {
  try {
    await keepFile(file);
    showPage(lessonsHref(FILE, queryOf({ step: 0 })));
  } catch (error) {
    const { message, advice } = failureOf(error);
    notice([`${sentence(message)} ${advice}`.trim()]);
  }
}
