/** The documents the policies come from, as the core's table of policies names them. */
import { ENUM_DOCS } from '../core/gen/tables';
import type { BundledCapture } from './catalog';

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

export interface CaptureGroup {
  /** Null for captures that name no document. */
  document: Document | null;
  captures: BundledCapture[];
}

/** Captures by the first document they name, in the order of the documents; those without one last. */
export function byDocument(captures: readonly BundledCapture[]): CaptureGroup[] {
  const known = new Map(DOCUMENTS.map((d) => [d.id, d]));
  const of = (c: BundledCapture) => known.get(c.seeds?.find((id) => known.has(id)) ?? '') ?? null;
  return [...DOCUMENTS, null].flatMap((document) => {
    const own = captures.filter((c) => of(c) === document);
    return own.length > 0 ? [{ document, captures: own }] : [];
  });
}
