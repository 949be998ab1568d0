/**
 * What a capture can show of a scene, and what it cannot: plain data, made by the capture doctor
 * (trace/doctor/doctor.ts), drawn by the report and beside a scene's drawing.
 */

/** Command lines that record what a capture lacks. */
export interface CommandLine {
  /** What it is, in a word or two. */
  tool: string;
  lines: readonly string[];
  /** They fail for anyone but root. */
  root?: boolean;
}

export interface Finding {
  /** As the end of "This capture shows …". */
  what: string;
  /** Events that say it, 0 for files of /proc; null where the capture cannot tell. */
  events: number | null;
  /** What even the right events leave open; '' for nothing. */
  limit: string;
  /** Ways to record it, where it is missing. */
  add: readonly CommandLine[];
}

export interface Diagnosis {
  /** Its id. */
  scene: string;
  findings: readonly Finding[];
}
