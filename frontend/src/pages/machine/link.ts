/**
 * A machine as the end of a link: the numbers of one moment, its sysctls, its swap devices and how far its nodes are from
 * each other, without a name of anything. Read back it is a text as the one command and `numactl -H` print it, which the
 * core reads as any other. Pure.
 *
 *     numbers=4096;0:2,9g,,2s,…;s0,1fg;w0,4xk,0,-2;d0,1,a.l;d1,1,l.a
 *
 * The size of a page, then zones (node, zone, fields by their place, in base 36), sysctls, devices, and a row of distances
 * for each node: whether it has CPUs, and how far the nodes of all rows are. Links before the rows have none.
 */
import type { Answer, AnswerZone, Moment, NodeRow } from './answer';
import { ZONES } from './zones';

/** By their place in a link: new ones are LATER. The first of each is the answer's name, the other the text's. */
const FIELDS = [
  ['free', 'free'],
  ['boost', 'boost'],
  ['min', 'min'],
  ['low', 'low'],
  ['high', 'high'],
  ['promo', 'promo'],
  ['present', 'present'],
  ['managed', 'managed'],
  ['free_cma', 'nr_free_cma'],
  ['reserved_highatomic', 'nr_reserved_highatomic'],
  ['free_highatomic', 'nr_free_highatomic'],
  ['inactive_file', 'nr_inactive_file'],
  ['anon', 'nr_anon_pages'],
  ['file', 'nr_file_pages'],
] as const;
/** Behind the reserves, where links before it end. */
const LATER = [['node_unreclaimable', 'node_unreclaimable:']] as const;
const SETS = [
  ['cpus', 'cpus'],
  ['held', 'held'],
  ['most', 'batch'],
  ['threshold', 'threshold'],
] as const;
const SYSCTLS = [
  'min_free_kbytes',
  'watermark_scale_factor',
  'watermark_boost_factor',
  'swappiness',
  'zone_reclaim_mode',
  'extra_free_kbytes',
  'lowmem_reserve_ratio',
];
const KINDS = ['partition', 'file', 'zram'];
const kindOf = (name: string, type: string): number =>
  KINDS.indexOf(`${name} ${type}`.includes('zram') ? 'zram' : type.startsWith('file') ? 'file' : 'partition');
/** What a link may be, in letters. */
export const LINK_MOST = 8000;
const LINK = /^\d{4,5}(;[0-9a-z:.,-]{1,400}){0,400}$/;

/** A row of distances. No zone begins so: behind the node of one there is a colon. */
const ROW = /^d([0-9a-z]{1,2}),([01]),([0-9a-z.]+)$/;
/** The kernel has a byte for a distance, the core room for so many nodes. */
const DISTANCE_MOST = 255;
const NODES_MOST = 64;

const coded = (n: number | undefined): string => (n === undefined ? '' : n.toString(36));

function codedZone(zone: AnswerZone): string {
  const sets = zone.pagesets;
  const numbers = [
    ...FIELDS.map(([name]) => coded(zone[name])),
    ...SETS.map(([name]) => coded(sets?.[name])),
    (zone.lowmem_reserve ?? []).map(coded).join('.'),
    ...LATER.map(([name]) => coded(zone[name])),
  ];
  return `${coded(zone.node)}:${ZONES.indexOf(zone.zone)},${numbers.join(',')}`;
}

/** Those of the nodes shown; a row that is missing makes all others useless. Of one node there is nothing to say. */
function codedRows(rows: readonly NodeRow[], zones: readonly AnswerZone[]): string[] {
  const shown = new Set(zones.map(({ node }) => node));
  const of = rows.filter(({ node }) => shown.has(node));
  if (of.length < Math.max(2, shown.size)) return [];
  return of.map(
    ({ node, cpus, to }) =>
      `d${coded(node)},${Number(cpus)},${to
        .filter((_, i) => shown.has(rows[i]?.node ?? -1))
        .map(coded)
        .join('.')}`,
  );
}

/** '' where nothing of it can be in a link; of a machine with so many nodes that it would be too long, none of the rows is. */
export function numbersOf(answer: Answer, moment: Moment): string {
  const zones = answer.zones.filter((zone) => zone.moment === moment.moment);
  const sysctls = answer.machines === 1 ? Object.entries(answer.sysctls) : [];
  const devices = answer.machines === 1 ? answer.swaps.filter(({ list }) => list === 1) : [];
  const link = [
    String(moment.page),
    ...zones.map(codedZone),
    ...sysctls.map(([name, value]) => `s${SYSCTLS.indexOf(name)},${[value].flat().map(coded).join('.')}`),
    ...devices.map(
      ({ name, type, size = 0, used = 0, priority, node }) =>
        `w${kindOf(name, type)},${[size, used, priority].map(coded).join(',')}${node === undefined ? '' : `,${coded(node)}`}`,
    ),
  ].join(';');
  if (zones.length === 0 || link.length > LINK_MOST) return '';
  const whole = [link, ...(answer.machines === 1 ? codedRows(answer.distances, zones) : [])].join(';');
  return whole.length <= LINK_MOST ? whole : link;
}

const number = (text: string): number | null => (/^-?[0-9a-z]{1,11}$/.test(text) ? parseInt(text, 36) : null);

const put = (name: string, text: string | undefined): string[] => {
  const value = text === undefined ? null : number(text);
  return value === null ? [] : [`${name}=${value}`];
};

interface Place {
  node: number;
  zone: string;
  /** As it is written. */
  code: string;
}

function placeOf(part: string): Place | null {
  const [code = ''] = part.split(',');
  const [node = '', zone = ''] = code.split(':');
  const name = /^\d$/.test(zone) ? ZONES[Number(zone)] : undefined;
  const nid = number(node);
  return name === undefined || nid === null ? null : { node: nid, zone: name, code };
}

/** The zones of a link. */
export const placesIn = (link: string): Place[] =>
  link
    .split(';')
    .map(placeOf)
    .filter((place) => place !== null);

function zoneLine(part: string): string | null {
  const [, ...numbers] = part.split(',');
  const place = placeOf(part);
  if (!place) return null;
  const own = FIELDS.flatMap(([, text], i) => put(text, numbers[i]));
  const sets = SETS.flatMap(([, text], i) => put(text, numbers[FIELDS.length + i]));
  const behind = FIELDS.length + SETS.length;
  const later = LATER.flatMap(([, text], i) => put(text, numbers[behind + 1 + i]));
  const reserve = (numbers[behind] ?? '').split('.').map(number);
  const prot = reserve.includes(null) ? [] : [`prot=(${reserve.join(',')})`];
  return `zone ${place.node},${place.zone} ${[...own, ...sets, ...prot, ...later, 'start_pfn:=0'].join(' ')}`;
}

function otherLine(part: string, device: number): string | null {
  const [head = '', ...numbers] = part.split(',');
  const values = numbers.flatMap((text) => text.split('.')).map(number);
  if (values.includes(null)) return null;
  if (head.startsWith('s')) {
    const name = SYSCTLS[Number(head.slice(1))];
    return name === undefined ? null : `vm.${name}=${values.join(' ')}`;
  }
  const kind = KINDS[Number(head.slice(1))];
  const [size, used, priority, node] = values;
  if (!head.startsWith('w') || kind === undefined || priority === undefined) return null;
  const of = node === undefined ? '' : ` node=${node}`;
  return `swap${device} ${kind} size_kB=${size} used_kB=${used} prio=${priority}${of}`;
}

const isRow = (part: string): boolean => part.startsWith('d') && !part.includes(':');

/** The rows of distances as `numactl -H` prints them; null where they are not of each node to each, once. */
function rowLines(parts: readonly string[]): string[] | null {
  const rows = parts.map((part) => {
    const [, node = '', cpus, to = ''] = ROW.exec(part) ?? [];
    return { node: parseInt(node, 36), cpus: cpus === '1', to: to.split('.').map(number) };
  });
  const nodes = rows.map(({ node }) => node);
  const isFar = (far: number | null) => far !== null && far > 0 && far <= DISTANCE_MOST;
  const whole = rows.every(
    ({ node, to }) => node < NODES_MOST && to.length === nodes.length && to.every(isFar),
  );
  if (!whole || new Set(nodes).size < nodes.length) return null;
  if (nodes.length === 0) return [];
  return [
    ...rows.filter(({ cpus }) => cpus).map(({ node }) => `node ${node} cpus: 0`),
    'node distances:',
    `node ${nodes.join(' ')}`,
    // A line that begins with a figure may be the rest of the one before it.
    ...rows.map(({ node, to }) => `  ${node}: ${to.join(' ')}`),
  ];
}

/** The text of a link; '' where it is none. */
export function textOfNumbers(link: string): string {
  if (link.length > LINK_MOST || !LINK.test(link)) return '';
  const [page = '', ...all] = link.split(';');
  const rows = rowLines(all.filter(isRow));
  const parts = all.filter((part) => !isRow(part));
  let devices = 0;
  const lines = parts.map((part) =>
    /^[sw]\d/.test(part) && !part.includes(':')
      ? otherLine(part, part.startsWith('w') ? ++devices : 0)
      : zoneLine(part),
  );
  if (rows === null || lines.includes(null)) return '';
  return [`mmscope/1 link page=${page}`, ...lines, ...rows, ''].join('\n');
}
