/** The documents the policies come from, as the core's table of policies names them. */
import { ENUM_DOCS } from '../../core/gen/docs';
import type { BundledCapture, Scenario } from './catalogue';

export interface Document {
  /** e.g. "004" */
  id: string;
  /** What it is about, e.g. "Interleave and its granularity". */
  title: string;
}

export const DOCUMENTS: readonly Document[] = Object.values(ENUM_DOCS.policy).flatMap((doc) => {
  const [, title, id] = /^(.*) \(document (\d+)\)$/.exec(doc) ?? [];
  return title === undefined || id === undefined
    ? []
    : [{ id, title: title.slice(0, 1).toUpperCase() + title.slice(1) }];
});

export interface Group<T> {
  /** Null for what names no document. */
  document: Document | null;
  items: T[];
}

/** Documents that a capture or a scenario names. */
type Named = Pick<BundledCapture, 'seeds'> | Pick<Scenario, 'documents'>;
const named = (item: Named) => ('documents' in item ? item.documents : (item.seeds ?? []));

/** By the first document they name, in the order of the documents; those without one last. */
export function byDocument<T extends Named>(items: readonly T[]): Group<T>[] {
  const known = new Map(DOCUMENTS.map((d) => [d.id, d]));
  const of = (item: T) => known.get(named(item).find((id) => known.has(id)) ?? '') ?? null;
  return [...DOCUMENTS, null].flatMap((document) => {
    const own = items.filter((item) => of(item) === document);
    return own.length > 0 ? [{ document, items: own }] : [];
  });
}
