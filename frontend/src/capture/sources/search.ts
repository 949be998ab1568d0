/** Which sources a person means who types part of a title, an id, a document or a kind. */
import { DOCUMENTS } from './documents';

interface SearchedSource {
  title: string;
  id: string;
  /** What kind of source it is, in a person's words. */
  kind: string;
  detail?: string;
  /** Documents it belongs to, by number. */
  documents?: readonly string[];
}

/** True when every word is in what is known of the source. */
export function matchesSearch(
  { title, id, kind, detail = '', documents = [] }: SearchedSource,
  text: string,
): boolean {
  const of = documents.map((d) => `document ${d} ${DOCUMENTS.find(({ id: own }) => own === d)?.title ?? ''}`);
  const known = [title, id, kind, detail, ...of].join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word));
}
