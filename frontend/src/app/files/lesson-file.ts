/** A lesson from a file of this machine, chosen or dropped. */
import { failureOf, sentence } from '../../core/error';
import { FILE, keepFile } from '../../lessons/text';
import { queryOf } from '../../lessons/position';
import { notice } from '../state/notices';
import { lessonsHref, showPage } from '../links/pages';

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
