/** What is said of a machine. Distances and orders, never a judgement. Pure. */
import { ERAS } from '../../core/gen/eras';
import { listed, plain, textOf } from '../../core/message';
import { grouped } from '../../core/number';
import type {
  Answer,
  AnswerZone,
  AxisPart,
  Distance,
  MinFree,
  Moment,
  Piece,
  Report,
  Span,
  Swap,
  SwapList,
  WalkZone,
} from './answer';
import type { Request } from './settings';
import { devicesOf, ordersOf, type NodeOrder } from './swap-order';
import type { DrawnZone } from './zones';

const KIB = 1024;
const MIB = KIB * KIB;

/** "760", "12.4", "0.3": three digits at most, as many as one reads. */
export function short(n: number): string {
  if (n >= 100 || n === 0) return grouped(Math.round(n));
  return grouped(Number(n.toFixed(n >= 10 ? 1 : 2)));
}

/** Bytes as one says them: "760 MiB", "31.2 GiB", "48 KiB". */
export function bytes(n: number): string {
  if (n >= KIB * MIB) return `${short(n / KIB / MIB)} GiB`;
  if (n >= MIB) return `${short(n / MIB)} MiB`;
  return n === 0 ? '0' : `${short(n / KIB)} KiB`;
}

/** The same of KiB. */
export const kibibytes = (n: number): string => bytes(n * KIB);

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;

/** "9,100", or "9,100 to 9,104". */
export const span = ([lo, hi]: Span): string =>
  lo === hi ? grouped(lo) : `${grouped(lo)} to ${grouped(hi)}`;

/** The same in bytes, with the unit once where both have it. */
export function spanBytes([lo, hi]: Span, page: number): string {
  const [a, b] = [bytes(lo * page), bytes(hi * page)];
  if (a === b) return a;
  const [number = '', unit] = a.split(' ');
  return b.endsWith(` ${unit ?? ''}`) ? `${number} to ${b}` : `${a} to ${b}`;
}

/** The two lines above the drawing. */
export interface Caption {
  title: string;
  lead: string;
}

/** What comes when: of requests of one kind, if nothing is freed meanwhile. */
export function distanceCaption(distance: Distance | null, page: number): Caption {
  if (!distance) return { title: 'How far it is to kswapd', lead: '' };
  const { to_kswapd: low, to_min: min, after_kswapd: after, reason, then = '' } = distance;
  if (!low || !min || !after)
    return { title: 'How far it is to kswapd is not in this text.', lead: sentence(reason) };
  const what = then === 'the request fails' ? 'the request fails' : 'a task must reclaim for itself';
  const lead = `If nothing is freed meanwhile, by requests of this kind alone.${balanceWords(distance, page)}`;
  if (min[1] === 0) return { title: `No zone is above min and reserve: ${what} at once.`, lead };
  if (distance.wakes === false)
    return {
      title: `This request wakes no kswapd. After another ${spanBytes(min, page)}, ${what}.`,
      lead: `Its flags are without __GFP_KSWAPD_RECLAIM: zones give down to min, and only another request wakes kswapd. ${lead}`,
    };
  if (distance.given_up)
    return {
      title: `kswapd has given up, and is not woken. After another ${spanBytes(min, page)}, ${what}.`,
      lead: `It reclaimed nothing 16 times in a row (node_unreclaimable), and sleeps until a task has reclaimed something for itself. ${lead}`,
    };
  const boosted = distance.zones.filter(({ boost = 0 }) => boost > 0);
  if (boosted.length > 0) {
    const names = boosted.map((zone) => `${zoneName(zone)} by ${bytes((zone.boost ?? 0) * page)}`);
    return {
      title: `Marks are boosted, and kswapd has been woken for that. After another ${spanBytes(min, page)}, ${what}.`,
      lead: `Boosted until kswapd has reclaimed so much: ${names.join(', ')}. ${lead}`,
    };
  }
  if (low[1] === 0)
    return {
      title: `No zone is above low and reserve: kswapd is woken. After another ${spanBytes(after, page)}, ${what}.`,
      lead,
    };
  return {
    title: `kswapd wakes after another ${spanBytes(low, page)}. ${spanBytes(after, page)} later, ${what}.`,
    lead,
  };
}

/** When kswapd of the node that asks sleeps again, if it is awake. */
function balanceWords({ balance: [first] = [] }: Distance, page: number): string {
  if (!first) return '';
  const [least, most] = first.above;
  if (least > 0)
    return ` If kswapd of node ${first.node} is awake, it may sleep: ${first.zone} is above high and its reserve.`;
  if (most > 0) return '';
  const short = spanBytes([1 - most, 1 - least], page);
  return ` kswapd of node ${first.node} sleeps when one of its zones is above high and its reserve: ${first.zone} is nearest, ${short} short.`;
}

/** The same, and what would be with other sysctls. */
export function asIfCaption(base: Distance | null, asif: Distance | null, page: number): Caption {
  const caption = distanceCaption(base, page);
  if (!asif) return caption;
  const { title } = distanceCaption(asif, page);
  const lowered = title.startsWith('kswapd') ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return { ...caption, lead: `As if: ${lowered}` };
}

/** "GFP_KERNEL, 8 pages, from a CPU of node 1, bind 0-1, cpuset 0-3". */
export const requestWords = ({ gfp, order, node, policy = '', nodes = '', cpuset = '' }: Request): string =>
  [
    gfp,
    order === 0 ? 'one page' : count(2 ** order, 'page'),
    `from a CPU of node ${node}`,
    ...(policy === '' ? [] : [`${policy} ${nodes}`]),
    ...(cpuset === '' ? [] : [`cpuset ${cpuset}`]),
  ].join(', ');

/** "node 0 Normal": what people call a zone. */
export const zoneName = ({ node, zone }: { node: number; zone: string }): string => `node ${node} ${zone}`;

/** Verdict of a zone's marks. */
export function verdict({
  marks,
  reason,
  computed,
}: Pick<AnswerZone, 'marks' | 'reason' | 'computed'>): string {
  if (marks === 'exact') return reason === '' ? 'exact' : `exact, ${reason}`;
  if (marks === 'drift' && computed) return reason;
  return `not from this text, because ${reason}`;
}

/** The same for all zones of a moment, in a few words. */
export function verdicts(zones: readonly Pick<AnswerZone, 'marks'>[]): string {
  const of = (marks: AnswerZone['marks']) => zones.filter((z) => z.marks === marks).length;
  const [exact, drift, open] = [of('exact'), of('drift'), of('not told')];
  const parts = [
    exact > 0 ? `${exact} of ${zones.length} zones exact` : '',
    drift > 0 ? `${drift} exact if managed was different then` : '',
    open > 0 ? `${open} not from this text` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Of zones whose marks are drawn as printed: first of all that is said. */
export function asPrintedWords(zones: readonly Pick<AnswerZone, 'marks' | 'node' | 'zone'>[]): string {
  const open = zones.filter(({ marks }) => marks === 'not told');
  if (open.length === 0) return '';
  const of =
    open.length > 2
      ? `${open.length} of ${zones.length} zones`
      : textOf(listed(open.map((zone) => plain(zoneName(zone)))));
  return `The marks of ${of} are as printed: the rule does not give them from this text. `;
}

/** Where min_free_kbytes is from. */
export function minFreeWords({
  kib,
  name,
  zones,
  page,
  default: byDefault,
  sysctl,
  reason,
}: MinFree): string {
  const value = `${span(kib)} kB`;
  const blocks = zones === undefined ? '' : `: 11 page blocks for each of ${zones} zones`;
  const from = {
    khugepaged: `khugepaged raised it when huge pages came on${blocks === '' ? ', to a twentieth of memory, its most' : blocks}. By size alone it would be about ${grouped(byDefault)} kB`,
    default: `the kernel computed it from the memory’s size, √(16 × kB), which is about ${grouped(byDefault)} kB`,
    'by hand': `somebody set it: by size alone it would be about ${grouped(byDefault)} kB`,
  }[name];
  const said = sysctl === undefined ? '' : ` The sysctl in the text is ${grouped(sysctl)} kB.`;
  const odd = reason === '' ? '' : ` ${sentence(reason)}`;
  return `These marks come from a min_free_kbytes of ${value}, with pages of ${page / KIB} kB: ${from}.${said}${odd}`;
}

/** Of a sysctl that the text gives beside marks that were not computed from it. */
export function otherScaleWords(scale: Span | undefined, sysctl: unknown): string {
  const odd = scale && typeof sysctl === 'number' && (sysctl < scale[0] || sysctl > scale[1]);
  return odd
    ? `The text has vm.watermark_scale_factor = ${grouped(sysctl)}, which these marks were not computed from.`
    : '';
}

export function scaleWords({ watermark_scale_factor: scale, old_gaps: old }: Moment): string {
  if (old)
    return 'These gaps are of the older rule, which has no watermark_scale_factor: low is min + min ÷ 4, high min + min ÷ 2.';
  if (!scale) return 'The gaps do not show a watermark_scale_factor.';
  const [lo, hi] = scale;
  if (lo === 0)
    return `Min ÷ 4 is the larger part of every gap, so watermark_scale_factor is at most ${grouped(hi)}; the default is 10.`;
  return `The gaps come from a watermark_scale_factor of ${span(scale)}${lo <= 10 && hi >= 10 ? ', as by default' : '; the default is 10'}.`;
}

/** A sentence of the core's, as one begins and ends. */
export function sentence(said: string): string {
  if (said === '') return '';
  const words = said.replace(/(?<=\s)-(?=\d)/g, '−');
  // A name of the kernel's stays as it is.
  const first = /^[a-z]+_/.test(words) ? words.charAt(0) : words.charAt(0).toUpperCase();
  return `${first}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}

const NAMES: Readonly<Record<Piece['kind'], string>> = {
  zoneinfo: '/proc/zoneinfo',
  report: 'report',
  swaps: 'swap devices',
  sysctl: 'sysctl vm',
  meminfo: '/proc/meminfo',
  buddyinfo: '/proc/buddyinfo',
  nodes: 'nodes',
  command: 'the one command',
  pagetypeinfo: '/proc/pagetypeinfo',
  numastat: 'numastat -m',
  vmstat: 'vmstat',
  sar: 'sar',
};

export interface Chip {
  key: string;
  name: string;
  about: string;
  lines: Span;
}

/** A chip for each piece that was read; neighbours of one kind are one. */
export function chipsOf(answer: Answer): Chip[] {
  const chips: (Chip & { kind: Piece['kind'] })[] = [];
  // Of a meminfo only some lines are pieces.
  const near = (kind: Piece['kind']) => (kind === 'meminfo' ? Infinity : 2);
  for (const { kind, lines } of answer.pieces) {
    const last = chips.at(-1);
    if (last?.kind === kind && lines[0] <= last.lines[1] + near(kind)) last.lines = [last.lines[0], lines[1]];
    else chips.push({ kind, key: `${kind} ${lines[0]}`, name: NAMES[kind], about: '', lines });
  }
  return chips.map(({ kind, key, name, lines }) => ({
    key,
    name,
    lines,
    about: aboutPiece(answer, kind, lines),
  }));
}

function aboutPiece(answer: Answer, kind: Piece['kind'], [from, to]: Span): string {
  const inside = (line: number) => line >= from && line <= to;
  if (kind === 'zoneinfo' || kind === 'command') {
    const zones = answer.zones.filter(({ lines }) => inside(lines[0]));
    const nodes = new Set(zones.map(({ node }) => node)).size;
    const cut = zones.filter(({ min, low, high }) => [min, low, high].includes(undefined)).length;
    const lost = cut === 0 ? '' : `, ${cut} without its marks`;
    return zones.length === 0 ? '' : `${count(zones.length, 'zone')}, ${count(nodes, 'node')}${lost}`;
  }
  if (kind === 'report') {
    const reports = answer.reports.filter(({ lines }) => inside(lines[0]));
    return reports.length > 1 ? count(reports.length, 'report') : (reports[0]?.event ?? '');
  }
  if (kind === 'vmstat' || kind === 'sar')
    return count(
      answer.series.reduce((sum, one) => sum + (inside(one.first) ? one.rows : 0), 0),
      'row',
    );
  if (kind === 'swaps') return count(answer.swaps.filter(({ line }) => inside(line)).length, 'device');
  return '';
}

/** For those who listen. */
export function readAloud(answer: Answer): string {
  if (answer.notice !== '') return answer.notice;
  return chipsOf(answer)
    .map(({ name, about }) => (about === '' ? name : `${name}, ${about}`))
    .join('; ');
}

export function machinesWords({ machines }: Answer): string {
  return machines > 1
    ? `Zones of the same name have ${machines} sizes in this text: it is from as many machines, or memory was added in between. Each is drawn by itself.`
    : '';
}

/** Of what does not agree in the text. */
export const noteWords = ({ line, said }: Answer['notes'][number]): string =>
  `Line ${grouped(line)}: ${said}.`;

export interface ReclaimRow {
  what: string;
  words: string;
  bytes: string;
}

/** What was left to reclaim, as far as the report says. */
export function reclaimRows({ reclaim, page, zones }: Report): ReclaimRow[] {
  const { active_anon, inactive_anon, active_file, inactive_file, slab_reclaimable } = reclaim;
  const rows: ReclaimRow[] = [];
  const row = (what: string, pages: number, words: string) => {
    rows.push({ what, words, bytes: bytes(pages * page) });
  };
  if (active_file !== undefined && inactive_file !== undefined)
    row(
      'files',
      active_file + inactive_file,
      `${grouped(inactive_file)} inactive, ${grouped(active_file)} active`,
    );
  if (active_anon !== undefined && inactive_anon !== undefined)
    row('anonymous', active_anon + inactive_anon, swapWords(reclaim, zones));
  if (slab_reclaimable !== undefined)
    row('slab', slab_reclaimable, `${count(slab_reclaimable, 'page')} said to be reclaimable`);
  return rows;
}

/** Without swap anonymous pages of several nodes may still be demoted: mm/vmscan.c:can_reclaim_anon_pages(). */
export const unlessDemoted = (of: readonly { node: number }[]): string =>
  new Set(of.map(({ node }) => node)).size > 1 ? ', unless demotion to a node of slower memory is on' : '';

function swapWords({ swap_free, swap_total }: Report['reclaim'], zones: Report['zones']): string {
  const none = `none can be reclaimed${unlessDemoted(zones)}`;
  if (swap_total === 0) return `no swap is on: ${none}`;
  if (swap_free === undefined || swap_total === undefined) return 'how much swap is free is not in the text';
  const of = `of ${kibibytes(swap_total)} of swap`;
  return swap_free === 0 ? `all ${of} is full: ${none}` : `${kibibytes(swap_free)} ${of} are free`;
}

/** Where no zone says more. */
const EVENT_TITLES: Readonly<Record<string, string>> = {
  oom: 'The OOM killer was invoked.',
  cgroup: 'The OOM killer was invoked for a memory cgroup.',
  'allocation failure': 'A request failed.',
  vmalloc: 'vmalloc failed.',
  stall: 'A request waited long for memory.',
};

/** What a report comes to. */
export function reportCaption(report: Report): Caption {
  const free = bytes(report.free * report.page);
  // Other nodes may have had more.
  const were = `${free} were free${report.confined === '' ? '' : ' on the nodes that it may use'}`;
  const lead = sentence(report.reason);
  if (!report.zones.length || !report.zones.some(({ check }) => check?.eligible))
    return { title: EVENT_TITLES[report.event] ?? 'Memory was printed, and not for which request.', lead };
  if (report.class === 'page fault') return { title: `${free} were free, and no zone was asked.`, lead };
  if (report.free === 0) return { title: 'No page was free.', lead };
  if (report.class === 'fragmentation') {
    const listed = report.zones.some(({ check }) => check?.block === false);
    const where = listed
      ? ', but in no block large enough that this request may take'
      : '; what it lacked was a block of its order';
    return { title: `${were}${where}.`, lead };
  }
  if (report.explained) return { title: `${were}, and none of it was for this request.`, lead };
  return { title: `${were} when this was printed.`, lead };
}

/** May more be unusable than is counted? */
export const isAtLeast = (check: Check | undefined): boolean => check?.unusable_most !== undefined;

/** The sum of a zone; `of`: what the report is of, and which mark its zones are against. */
export function zoneCheckWords(
  { zone, node, check }: { zone: string; node: number; check?: Check },
  { mark: name, class: kind }: Pick<Report, 'mark' | 'class'>,
): string {
  const of = zoneName({ node, zone });
  if (!check) return `${of}: what was asked for is not in the text.`;
  if (!check.eligible) return `${of}: this request may not use it.`;
  const { free, unusable = 0, mark, reserve = 0, left, above, block } = check;
  if (free === undefined || mark === undefined || left === undefined)
    return `${of}: not all of the sum is in the text.`;
  const less =
    unusable > 0
      ? ` less ${isAtLeast(check) ? 'at least ' : ''}${grouped(unusable)} that are not for it`
      : '';
  const kept = reserve > 0 ? ` and ${grouped(reserve)} kept from such requests` : '';
  const sum = `${of}: ${grouped(free)} free${less}, against ${name} ${grouped(mark)}${kept}`;
  const rest = `${signed(left)} left${isAtLeast(check) ? ' at most' : ''}`;
  if (!above) return `${sum}: ${rest}, not above 0.`;
  if (block === false) return `${sum}: enough pages, but no block of this order that it may take.`;
  if (kind === 'fragmentation' && !block)
    return `${sum}: enough pages; whether one block is of this order is not in the text.`;
  return `${sum}: ${rest}, above 0.`;
}

type Check = NonNullable<Report['zones'][number]['check']>;

/** "node 0"; "every other node" beside others. */
export const nodeWords = ({ node }: NodeOrder, orders: readonly NodeOrder[]): string =>
  node >= 0 ? `node ${node}` : orders.length > 1 ? 'every other node' : 'every node';

/** "zram0, sda2 and sdb1" */
const names = (devices: readonly string[]): string =>
  textOf(listed(devices.map((name) => plain(shortName(name)))));

/** "zram0", "zram0 and sda2 by turns". */
const turnsWords = (group: readonly Swap[]): string =>
  `${names(group.map(({ name }) => name))}${group.length > 1 ? ' by turns' : ''}`;

/** Who is next: "Node 0 swaps to nvme0n1p3 next, node 1 to nvme1n1p1." */
export function swapCaption(swapList: SwapList, swaps: readonly Swap[]): Caption {
  const { next, then } = swapList;
  const lead = sentence(swapList.reason);
  if (swapList.cut > 0) return { title: 'Which device is next is not in this text.', lead };
  if (devicesOf(swaps, swapList).length === 0) return { title: 'No swap is on.', lead };
  if (next.length === 0) return { title: 'Nothing is swapped out next: no device has room.', lead };
  const orders = ordersOf(swapList, devicesOf(swaps, swapList));
  if (orders.length > 1) {
    const parts = orders.map(
      (order, i) =>
        `${nodeWords(order, orders)} ${i > 0 ? 'to' : 'swaps to'} ${turnsWords(order.groups[0] ?? [])}${i > 0 ? '' : ' next'}`,
    );
    return { title: sentence(parts.join(', ')), lead };
  }
  const turns = next.length > 1;
  const title = turns
    ? `${names(next)} take turns.`
    : `${shortName(next[0] ?? '')} is next${swapList.every_node ? '' : ', but for nodes with a disk of their own'}.`;
  const until = turns ? `${next.length > 2 ? 'all' : 'both'} are` : 'it is';
  const waits =
    then.length > 0
      ? ` ${then.map(shortName).join(', ')} ${then.length > 1 ? 'wait' : 'waits'} until ${until} full.`
      : '';
  return { title: title + waits, lead };
}

/** "/dev/nvme0n1p3" as "nvme0n1p3". */
export const shortName = (name: string): string => name.replace(/^\/dev\//, '');

export const RULE_WORDS = {
  global: {
    kernels: ERAS.rule.global.words,
    title: 'one list',
    words: 'Devices without a priority get −1, −2, −3 in the order of swapon.',
  },
  node: {
    kernels: ERAS.rule.node.words,
    title: 'a list for each node',
    words: 'Devices without one begin at −2; on each node its own disk counts as −1.',
  },
  roundrobin: {
    kernels: ERAS.rule.roundrobin.words,
    title: 'all by turns',
    words: 'Devices without a priority get −1, and all of them take turns.',
  },
} as const;

/** "2 nodes, 4 zones with pages, 31.2 GiB". */
export function sizeWords({ page }: Pick<Moment, 'page'>, zones: readonly AnswerZone[]): string {
  const nodes = new Set(zones.map(({ node }) => node)).size;
  const pages = zones.reduce((sum, { managed = 0 }) => sum + managed, 0);
  const size = pages > 0 ? `, ${bytes(pages * page)}` : '';
  return `${count(nodes, 'node')}, ${count(zones.length, 'zone')} with pages${size}`;
}

/** The same of one of several in a text. */
export const momentWords = (moment: Moment, zones: readonly AnswerZone[]): string =>
  `${sizeWords(moment, zones)}, line ${grouped(moment.lines[0])}`;

/** The drawing as a table. */
export const ZONE_TABLE = {
  title: 'Zones, in pages',
  columns: ['zone', 'free', 'min', 'low', 'high', 'reserve', 'marks'],
} as const;

/** With a minus as it is set in a text; a dash where it is not known. */
export const signed = (n: number | null | undefined): string =>
  n === null || n === undefined ? '–' : grouped(n).replace('-', '−');

export const zoneCells = ({ nid, name, free, reserve, of }: DrawnZone): string[] => [
  zoneName({ node: nid, zone: name }),
  ...[free, of.min, of.low, of.high, reserve].map(signed),
  verdict(of),
];

/** Of a request for more than a page, where the text has no free lists. */
export const unlistedWords = (order: number): string =>
  `Free lists (/proc/buddyinfo) are not in the text: whether a block of ${grouped(2 ** order)} pages is free is not known.`;

/** One look of a walk, as a sentence; `unlisted`: which blocks are free is not in the text, and the request asks for one. */
export function lookWords(look: WalkZone, unlisted = false): string {
  const { free, unusable, low, reserve, to_low: more } = look;
  // What the text does not print may be any number of those that are free.
  const not: Span = [Math.min(unusable[0], free), Math.min(unusable[1], free)];
  const less = not[1] > 0 ? `, less ${span(not)} that are not for it,` : '';
  const kept = reserve > 0 ? ` + reserve ${grouped(reserve)}` : '';
  const what = `${zoneName(look)}: ${grouped(free)} free${less}`;
  if (more[0] > 0) return `${what} is above low ${grouped(low)}${kept}: take.`;
  const is = unlisted && free - not[1] > low + reserve ? 'is' : 'may be';
  const block = unlisted ? '; whether it has a block of this order is not in the text' : '';
  if (more[1] > 0) return `${what} ${is} above low ${grouped(low)}${kept}${block}.`;
  return `${what} is not above low ${grouped(low)}${kept}: skip.`;
}

/** Zones that a request asks, up to the first that is sure to give. */
export function lookedAt({ zones }: Distance): readonly WalkZone[] {
  const sure = zones.findIndex(({ to_low }) => to_low[0] > 0);
  return sure < 0 ? zones : zones.slice(0, sure + 1);
}

/** What comes of the walk. */
export function walkWords({ zones, wakes, given_up }: Distance): string {
  const most = Math.max(...zones.map(({ to_low }) => to_low[1]));
  if (zones.some(({ to_low }) => to_low[0] > 0)) return 'One zone passes, so no kswapd is woken by it.';
  const passes = most > 0 ? 'No zone is sure to pass' : 'No zone passes';
  const may = most > 0 ? 'may ' : '';
  if (wakes === false || given_up)
    return `${passes}: zones ${may}give down to min, and no kswapd is woken by it.`;
  return `${passes}: kswapd of every node that it may use ${most > 0 ? 'may be' : 'is'} woken, and zones ${may}give down to min.`;
}

/** A place on the axis: where its part `at` ends, from 1; 0 is now. */
export function axisPlaceWords({ axis = [], then, wakes }: Distance, at: number, page: number): string {
  const part = axis[at - 1];
  if (!part) return 'Now: nothing has been given out.';
  const woken = part.until === 'low' && axis[at]?.until !== 'low' && wakes !== false;
  const last = then === 'the request fails' ? ' The request fails.' : ' A task reclaims for itself.';
  const stalls = at === axis.length ? last : '';
  return `${spanBytes(part.ends, page)} given out: ${zoneName(part)} is down to ${part.until}.${woken ? ' kswapd wakes.' : ''}${stalls}`;
}

/** Between two places. */
export const givingWords = (part: AxisPart): string =>
  sentence(`${zoneName(part)} gives, until it is down to ${part.until}`);

/** A part of the axis of pages given out. */
export const axisWords = (part: AxisPart, page: number): string =>
  `${zoneName(part)} gives ${spanBytes(part.pages, page)} down to ${part.until}, up to ${spanBytes(part.ends, page)} in all`;
