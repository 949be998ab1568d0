/** What mmpaste.wasm says of a text (wasm-core/paste): numbers of pages, unless said. */

/** From, to; both the same where it is known exactly. */
export type Span = readonly [number, number];

export const PIECES = [
  'zoneinfo',
  'report',
  'swaps',
  'sysctl',
  'meminfo',
  'buddyinfo',
  'nodes',
  'command',
  'pagetypeinfo',
  'numastat',
  'vmstat',
  'sar',
] as const;

export interface Piece {
  kind: (typeof PIECES)[number];
  /** From 1, the last one included. */
  lines: Span;
}

/** What the zone keeps back from requests that may use the zone `from`. */
export interface Reserve {
  from: string;
  /** As printed, and as it would be with the zones' pages of today: sum / ratio. */
  pages: number;
  now: number;
  sum: number;
  ratio: number;
}

export interface AnswerZone {
  machine: number;
  moment: number;
  node: number;
  zone: string;
  lines: Span;
  free?: number;
  boost?: number;
  min?: number;
  low?: number;
  high?: number;
  promo?: number;
  present?: number;
  managed?: number;
  free_cma?: number;
  reserved_highatomic?: number;
  free_highatomic?: number;
  /** Of the node, which prints them with its first zone. */
  inactive_file?: number;
  anon?: number;
  file?: number;
  /** 1: kswapd of the node has given up. */
  node_unreclaimable?: number;
  /** Pages on CPUs’ own lists; `most`: that one takes from the zone at a time. */
  pagesets?: { cpus: number; held: number; most: number; threshold: number };
  lowmem_reserve?: readonly number[];
  reserves?: readonly Reserve[];
  marks: 'exact' | 'drift' | 'not told';
  reason: string;
  /** Where the marks are the rule's. `gaps`: from min to low, and from low to high; own: a rule of its own for min. */
  computed?: {
    managed: Span;
    min: number;
    boost: number;
    quarter: number;
    gaps: Span;
    rule: 'share' | 'own';
  };
}

export interface MinFree {
  kib: Span;
  pages: Span;
  sum: Span;
  name: 'by hand' | 'khugepaged' | 'default';
  page: number;
  zones?: number;
  lowmem: number;
  default: number;
  sysctl?: number;
  reason: string;
}

export interface Moment {
  moment: number;
  machine: number;
  from: 'report' | 'zoneinfo';
  lines: Span;
  /** Bytes. */
  page: number;
  min_free_kbytes?: MinFree;
  /** The rule before 4.6, without a watermark_scale_factor. */
  old_gaps?: boolean;
  watermark_scale_factor?: Span;
}

/** The sum of a zone that the kernel's check makes: passes where `left` is above 0. */
export interface Check {
  eligible: boolean;
  free?: number;
  unusable?: number;
  /** Where the text does not have it: `unusable` is the least it can be, this the most. */
  unusable_most?: number;
  mark?: number;
  reserve?: number;
  needed?: number;
  left?: number;
  /** Against high instead. */
  left_high?: number;
  above?: boolean;
  /** Has it a free block of the order? */
  block?: boolean;
}

export type ReportZone = Omit<AnswerZone, 'machine' | 'moment'> & { check?: Check };

export interface Report {
  machine: number;
  moment: number;
  lines: Span;
  page: number;
  /** Of the nodes that it may use. */
  free: number;
  event: string;
  class: string;
  /** What kept the request from other nodes. */
  confined: '' | 'cpuset' | 'memory policy';
  order?: number;
  gfp?: string;
  explained: boolean;
  /** Which one decided: the last try before the OOM killer asks for high. */
  mark: 'min' | 'high';
  reason: string;
  reclaim: Reclaim;
  /** Bytes of the text. */
  counted: readonly Span[];
  zones: readonly ReportZone[];
}

/** What a report says of all memory that could be reclaimed: pages, and of swap KiB. */
export interface Reclaim {
  active_anon?: number;
  inactive_anon?: number;
  active_file?: number;
  inactive_file?: number;
  slab_reclaimable?: number;
  swap_free?: number;
  swap_total?: number;
  /** kswapd of a node had given up. */
  given_up: boolean;
}

export const RULES = ['global', 'node', 'roundrobin'] as const;
export type Rule = (typeof RULES)[number];

export interface SwapList {
  list: number;
  lines: Span;
  rule: Rule | 'not told';
  releases: string;
  next: readonly string[];
  then: readonly string[];
  every_node: boolean;
  /** The nodes on which another device may come first, and −1: all others. None: which node a disk sits on is not told. */
  nodes: readonly {
    node: number;
    /** Of its devices, as they are in the text. */
    ranks: readonly number[];
    /** As if the rule were that of 4.14 to 6.18. */
    under_node: readonly number[];
  }[];
  /** The line of a device that could not be read, or may be full, so that nothing is next; 0: none. */
  cut: number;
  reason: string;
  mend: string;
}

/** Sizes in KiB. */
export interface Swap {
  list: number;
  line: number;
  name: string;
  /** partition, file; of the one command zram, nvme, sda, file-dm. */
  type: string;
  /** That its disk sits on; −1: none. */
  node?: number;
  size?: number;
  used?: number;
  free?: number;
  priority: number;
  full: boolean;
  next: boolean;
  /** From 1; equals take turns; 0: full. On nodes that have no disk of their own, where there are such. */
  rank: number;
  under: Readonly<Record<Rule, number>>;
}

/** Rows of vmstat or sar. */
export interface Series {
  kind: 'vmstat' | 'sar';
  /** In another unit than KiB, by `vmstat -S`. */
  scaled: boolean;
  rows: number;
  /** Rows that were cut. */
  lost: number;
  first: number;
  last: number;
  columns: readonly {
    name: string;
    values: readonly number[];
    /** Rows with less free memory than the sum of low, or of min, of all zones. */
    below_low?: number;
    below_min?: number;
  }[];
}

/** A row of `numactl -H`: how far each node with a row is, in the order of the rows. */
export interface NodeRow {
  node: number;
  /** Has it CPUs? */
  cpus: boolean;
  to: readonly number[];
}

export interface Answer {
  notice: string;
  machines: number;
  pieces: readonly Piece[];
  moments: readonly Moment[];
  zones: readonly AnswerZone[];
  reports: readonly Report[];
  swap_lists: readonly SwapList[];
  swaps: readonly Swap[];
  series: readonly Series[];
  /** As the text has them, by name. */
  sysctls: Readonly<Record<string, number | readonly number[]>>;
  distances: readonly NodeRow[];
  /** Where parts of the text do not agree. */
  notes: readonly { line: number; said: string }[];
  missing: readonly { what: string; tells: string }[];
}

export interface WalkZone {
  node: number;
  zone: string;
  free: number;
  /** Of the free pages, those that are not for the request. */
  unusable: Span;
  /** Where its marks are boosted. */
  boost?: number;
  low: number;
  reserve: number;
  to_low: Span;
  to_min: Span;
}

/** Pages that a zone still has free at a place of the axis. */
export interface Left {
  node: number;
  zone: string;
  free: number;
}

export interface AxisPart extends Left {
  until: 'low' | 'min';
  pages: Span;
  /** Where on the axis it ends. */
  ends: Span;
  /** Others that have given since the part before: those of an interleave take turns. */
  zones: readonly Left[];
}

/** One way in which kubelet counts a node. */
export interface KubeletCount {
  counts: 'anon + file' | 'MemTotal - MemFree';
  releases: string;
  working_set: number;
  available: number;
  /** From where it is due to where the next look sees it at the latest. */
  eviction: Span;
  first: 'eviction' | 'reclaim' | 'either';
  /** The least evictionHard with which it comes first. */
  needed: number;
}

/** What comes first while a pod takes memory and never frees it: bytes; places are bytes that it has taken. */
export interface Kubelet {
  reason: string;
  from?: 'zoneinfo' | 'meminfo';
  capacity?: number;
  free?: number;
  inactive_file?: number;
  anon?: number;
  file?: number;
  /** Sums of the marks of all zones. */
  low?: number;
  min?: number;
  /** All that comes once no inactive file is left comes later by what goes there. */
  swap_free?: number;
  threshold?: number;
  rate?: number;
  look_s?: number;
  kswapd?: Span;
  files?: Span;
  reclaim?: Span;
  counts?: readonly KubeletCount[];
}

/** A number of two moments. */
export interface Pair {
  before?: number;
  after?: number;
  change?: number;
}

export const COMPARED = ['free', 'min', 'low', 'high', 'boost', 'managed', 'present', 'reserve'] as const;

export type ComparedZone = { node: number; zone: string; only: '' | 'before' | 'after' } & Partial<
  Record<(typeof COMPARED)[number], Pair>
>;

export interface Comparison {
  before: number;
  after: number;
  reason: string;
  same_machine?: boolean;
  zones?: readonly ComparedZone[];
}

/** How far a request is from kswapd. */
export interface Distance {
  moment: number;
  reason: string;
  /** In the order in which they are asked. */
  zones: readonly WalkZone[];
  /** Every kswapd has: none is woken before a task that reclaims for itself has freed something. */
  given_up?: boolean;
  /** Are nodes asked by the distances that the text has? */
  distances?: boolean;
  /** Do its flags wake kswapd? */
  wakes?: boolean;
  to_kswapd?: Span;
  to_min?: Span;
  after_kswapd?: Span;
  then?: string;
  /** Are the lists of CPUs in the text? */
  lists?: boolean;
  /** Of each node, its zone that is furthest above high and reserve, and by how many pages: kswapd sleeps where one is. */
  balance?: readonly { node: number; zone: string; above: Span }[];
  axis?: readonly AxisPart[];
  kubelet?: Kubelet;
  asif: {
    reason: string;
    min_free_kbytes?: number;
    watermark_scale_factor?: number;
    lowmem_reserve_ratio: readonly number[];
    zones: readonly { node: number; zone: string; min: number; low: number; high: number }[];
  };
}

export interface Distances {
  notice: string;
  moments: readonly Distance[];
  comparison?: Comparison;
}
