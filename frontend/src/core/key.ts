/** What drawings, words, tables and strip all show, each in its own way: one key wherever it stands, in `data-of`. */
export type EntityKind = 'device' | 'node' | 'zone';
/** A device by its swap type, a node and a zone by their numbers. */
export type Entity = `${EntityKind}:${number}`;
