/**
 * What one searches for: words that must all hold, with blanks between them.
 *   kind:vmscan  cpu:3  task:kswapd0  nr_reclaimed=0  lat>1000  readahead
 * A bare word is looked for in the names of kinds and tasks and in the texts of fields.
 */

export type QueryWord =
  | { of: 'kind' | 'task'; value: string }
  | { of: 'cpu' | 'pid'; value: string; number: number }
  | { of: 'field'; name: string; sign: string; value: string }
  /** In lower case. */
  | { of: 'any'; value: string };

interface Read {
  words: QueryWord[];
  /** What could not be read first, in words. */
  complaint: string | null;
}

/** `hasField`: whether any kind of the capture has it. */
export function queryWords(text: string, hasField: (name: string) => boolean): Read {
  const words: QueryWord[] = [];
  let complaint: string | null = null;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const read = wordOf(word, hasField);
    if (typeof read === 'string') complaint ??= read;
    else words.push(read);
  }
  return { words, complaint };
}

function wordOf(word: string, hasField: (name: string) => boolean): QueryWord | string {
  const [, facet, value = ''] = /^(kind|cpu|task|pid):(.*)$/.exec(word) ?? [];
  if (facet !== undefined && value === '') return `“${facet}:” needs a value behind it.`;
  if (facet === 'kind' || facet === 'task') return { of: facet, value };
  if (facet === 'cpu' || facet === 'pid') {
    const number = Number(value);
    return Number.isInteger(number)
      ? { of: facet, value, number }
      : `“${value}” is not the number of a ${facet === 'cpu' ? 'CPU' : 'task'}.`;
  }
  const [, key] = /^([a-z_]+):/.exec(word) ?? [];
  if (key !== undefined)
    return hasField(key)
      ? `“${key}:” is a field: write ${key}=… for its value.`
      : `“${key}:” is not one of kind:, task:, cpu: and pid:.`;
  const [, name, sign = '', than = ''] = /^([a-z_]\w*)(<=|>=|!=|=|<|>)(.+)$/.exec(word) ?? [];
  if (name === undefined) return { of: 'any', value: word.toLowerCase() };
  return hasField(name)
    ? { of: 'field', name, sign, value: than }
    : `No kind of this capture has a field “${name}”.`;
}
