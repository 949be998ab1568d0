/** What a misspelt name was meant to be, and what to do about a tunable that there is not. Pure. */
import { PARAM_TEXTS, PARAMS } from './gen/params';
import { enumValues, paramNamed } from './params';

/** Steps from one word to the other: a letter more, less, or another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** `Did you mean “swappiness”?`; '' where nothing is near. */
export function nearestName(word: string, names: readonly string[]): string {
  const given = word.slice(0, 60).toLowerCase();
  const near = names
    .map((name) => ({ name, d: distance(given, name.toLowerCase()) }))
    .filter(({ name, d }) => d <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.d - b.d)[0];
  return near ? `Did you mean “${near.name}”?` : '';
}

/** Of the names of a link's parameters those that nobody reads, and those that stand there twice. `isOther`: has one other readers? */
export function faultsOfNames(
  names: readonly string[],
  known: readonly string[],
  isOther: (name: string) => boolean = () => false,
): { complaints: string[]; advice: string[] } {
  const complaints: string[] = [];
  const advice: string[] = [];
  for (const name of new Set(names)) {
    const cut = name.slice(0, 40);
    if (!known.includes(name) && !isOther(name)) {
      complaints.push(`There is no parameter “${cut}”.`);
      advice.push(nearestName(name, known) || `Parameters are ${known.join(', ')}.`);
    }
    if (names.indexOf(name) < names.lastIndexOf(name)) complaints.push(`“${cut}” is there twice.`);
  }
  return { complaints, advice };
}

const TUNABLES = [...PARAMS, ...PARAM_TEXTS].map(({ name }) => name);

/** What to do about a tunable, or its value, that there is not; '' where nothing can be said. */
export function adviceOfTunable(name: string, value = ''): string {
  const row = paramNamed(name);
  if (!row)
    return TUNABLES.includes(name as never)
      ? ''
      : nearestName(name, TUNABLES) || 'docs/events.md lists them.';
  if (row.enum === null) return '';
  const values = enumValues(row.enum).map(([, known]) => known);
  return values.includes(value) || /^\d+$/.test(value) ? '' : `It can be ${values.join(', ')}.`;
}
