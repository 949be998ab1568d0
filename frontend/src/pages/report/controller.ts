/** What the report's page can do, and the result. */
export interface ReportController {
  /** What a scene is called; null where this page has none of that name. */
  titleOf: (scene: string) => string | null;
  /** Is there anything of the capture that the scene would draw? */
  draws: (scene: string) => boolean;
  /** Shows in a scene what it can show of the capture. */
  openIn: (scene: string) => void;
  /** Adds files of /proc that belong to the capture. */
  add: (files: readonly File[]) => void;
  /** Counts events of these names as their tracepoints', and those of others as what they are called. */
  count: (names: readonly string[]) => void;
  /** Of the timeline. */
  timeline: string;
  /** What opening in a scene or adding files came to, in words; '' for nothing. */
  said: string;
}
