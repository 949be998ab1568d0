/** The server's answers, as far as they are read here. Times are strings of ns: JSON's numbers are too small. */

/** n, least, greatest and sum; quantiles where there are not too many values. */
export interface SpreadResponse {
  n: number;
  min: number;
  max: number;
  sum: number;
  p50?: number | null;
  p99?: number | null;
}

export interface KindResponse {
  name: string;
  system: string;
  doc: string;
  events: number;
  fields: { name: string; type: string; unit: string; doc: string }[];
  measures: Readonly<Record<string, SpreadResponse>>;
}

export interface OutlineResponse {
  ts_first: string;
  span: string;
  kinds: KindResponse[];
  gaps: { from: string; to: string; cpu: number | null }[];
}

/** Of the capture itself. */
export interface CaptureResponse {
  closed?: boolean;
  /** Events of each kind, in the order of the tables. */
  kinds?: Readonly<Record<string, number>>;
  report?: Readonly<Record<string, unknown>>;
}

export interface StretchResponse {
  kinds: { name: string; count: number; spread: SpreadResponse | null }[];
  spread: SpreadResponse | null;
}

export interface LineResponse {
  kind: string;
  row: number;
  t: string;
  ts: string;
  cpu: number | null;
  pid: number | null;
  comm: string | null;
  line: number | null;
  fields: (string | null)[];
}

export interface LinesResponse {
  total: number;
  first: number;
  lines: LineResponse[];
}
