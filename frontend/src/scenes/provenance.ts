/** Where a pane's numbers come from. Every number on screen carries one of these tags. */
export type Provenance = 'published' | 'model' | 'kernel' | 'asif';

interface From {
  provenance: Provenance;
}

/** One is a model and the other a kernel: each can be called by what it is. */
export const mixed = (a: From, b: From): boolean =>
  a.provenance !== b.provenance && a.provenance !== 'asif' && b.provenance !== 'asif';
