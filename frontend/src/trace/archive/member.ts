/** A file in an archive, and what can be asked of it. */
export interface Member {
  /** As the archive has it, with its folders. */
  name: string;
  /** Bytes, unpacked. */
  size: number;
  /** Its bytes. Throws SourceError. */
  read: () => Promise<Blob>;
}

/** So many files are listed at most. */
export const MEMBERS_MAX = 4096;

/** Not what somebody packed: what their system added. */
export const isSystemFile = (name: string): boolean =>
  /(^|\/)(__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$)/.test(name);
