/** What is said of a sweep: pure. */
import { sentence } from '../../core/error';
import { grouped } from '../../core/number';
import { tunableLabel } from '../../capture/sources/tunable-phrases';
import { isAssumed } from './asif';
import { labelOf, runsOf, type Question } from './question';
import { conclusion, measureNamed, partWords, type Series } from './table';

const FAILURES_SHOWN = 3;

/** "rule node: this capture tells …": each once. */
export function failuresOf(question: Question, failed: ReadonlyMap<number, string>): string[] {
  if (failed.size === 0) return [];
  const runs = runsOf(question);
  const failures = [
    ...new Set([...failed].map(([i, why]) => `${labelOf(question.x)} ${runs[i]?.x ?? ''}: ${why}`)),
  ];
  const more = failures.length - FAILURES_SHOWN;
  const words = failures.slice(0, FAILURES_SHOWN).map(sentence);
  return more > 0 ? [...words, `So ${more === 1 ? 'does one more' : `do ${grouped(more)} more`}.`] : words;
}

/** "123 of 200 runs". */
export function progressWords(done: number, all: number, running: boolean): string {
  if (running) return `${grouped(done)} of ${grouped(all)} runs`;
  if (done === 0 && all > 0) return `${grouped(all)} ${all === 1 ? 'run' : 'runs'}, not begun`;
  if (done < all) return `stopped at ${grouped(done)} of ${grouped(all)} runs`;
  return `${grouped(all)} ${all === 1 ? 'run' : 'runs'}`;
}

export const words = (name: string): string => name.replaceAll('_', ' ');

export const partName = ({ measure, part }: Series): string => partWords(measureNamed(measure).part, part);

/** Of x or y, as one reads it. */
export const axisName = (axis: Question['x']): string => tunableLabel(labelOf(axis));

/** Head of a column: measure, part and unit. */
export function headOf(series: Series): string {
  const { unit } = measureNamed(series.measure);
  const name = words(series.measure);
  return [name, partName(series), unit === name ? '' : unit].filter(Boolean).join(' ');
}

/** The finding where a measure has one number; else ''. */
export function conclusionOf(question: Question, own: readonly Series[]): string {
  const [first] = own;
  if (!first || own.length !== 1) return '';
  return conclusion(first, isAssumed(question.x.name) ? null : axisName(question.x));
}

/** The finding of the first measure that has one, other than how many decisions there were; else ''. */
export function headlineOf(question: Question, series: readonly Series[]): string {
  const names = [...new Set(series.map(({ measure }) => measure))].filter((name) => name !== 'decisions');
  const said = names.map((name) =>
    conclusionOf(
      question,
      series.filter((s) => s.measure === name),
    ),
  );
  const found = said.find((sentence) => sentence !== '') ?? '';
  return `${found.charAt(0).toUpperCase()}${found.slice(1)}`;
}

/** "granularity 8, max segments 40". */
export function whereWords({ x, y }: Question, at: number, row: number): string {
  const other = y ? `, ${labelOf(y)} ${y.values[row] ?? ''}` : '';
  return words(`${labelOf(x)} ${x.values[at] ?? ''}${other}`);
}
