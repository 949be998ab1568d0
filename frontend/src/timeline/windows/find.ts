/** What one searches for in a capture on the server: kinds, by words that must all hold. */
import type { KindTold } from './told';

const ONLY = 'Of a capture on the server only kinds are found, by kind:NAME or a part of the name.';

export interface KindsFound {
  /** Places of the kinds. */
  kinds: number[];
  complaint: string | null;
}

export function kindsOf(text: string, kinds: readonly KindTold[]): KindsFound {
  const words = text.split(/\s+/).filter(Boolean);
  const none = { kinds: [], complaint: null };
  if (words.length === 0) return none;
  const wanted: string[] = [];
  for (const word of words) {
    const [, facet, value = ''] = /^(kind|cpu|task|pid):(.*)$/.exec(word) ?? [];
    if (facet !== undefined && facet !== 'kind') return { kinds: [], complaint: ONLY };
    if (facet === 'kind' && value === '') return { kinds: [], complaint: '“kind:” needs a value behind it.' };
    if (facet === undefined && /[<>=]/.test(word)) return { kinds: [], complaint: ONLY };
    wanted.push(facet === 'kind' ? value : word.toLowerCase());
  }
  const found = kinds.flatMap(({ name, system }, i) =>
    wanted.every((word) => `${system}:${name}`.includes(word)) ? [i] : [],
  );
  return found.length > 0
    ? { kinds: found, complaint: null }
    : { kinds: [], complaint: `No kind is called so. ${ONLY}` };
}
