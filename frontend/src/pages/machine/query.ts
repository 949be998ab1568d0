/**
 * What stands behind `machine?` in a link: the numbers of a machine (link.ts), then the words of a request where they are
 * not the first ones, as `mmscope machine --request` takes them, what is set of kubelet and how it counts, and the zone whose
 * marks are shown. Pure.
 *
 *     numbers=4096;…&gfp=GFP_KERNEL&order=3&node=1&bind=0-1&cpuset=0-3&watermark_scale_factor=100&evictionHard=532Mi&rate=40Mi&zone=1:2
 */
import { SourceError } from '../../core/error';
import type { Answer, Moment } from './answer';
import { COUNT_NAMES, EVICTION_RANGE, RATE_RANGE, type KubeletSetting } from './kubelet';
import { LINK_MOST, numbersOf, placesIn, textOfNumbers } from './link';
import {
  firstRequest,
  isNode,
  isNodeList,
  NO_CHANGE,
  ORDERS,
  POLICIES,
  RANGES,
  requestText,
  type Change,
  type Request,
} from './settings';
import { zoneId } from './zones';

/** What a reader has set. */
export interface Asked {
  request: Request;
  change: Change;
  /** Whose marks are shown; null: of the first. */
  zone: number | null;
  /** Left out: nothing. */
  kubelet?: KubeletSetting;
}

export interface Opened extends Asked {
  /** The query, as it is written here. */
  query: string;
  /** The numbers as a text. */
  text: string;
}

interface Word {
  /** What it must be, in words. */
  must: string;
  is: (text: string) => boolean;
}

const isNumber = (text: string, [least, most]: readonly [number, number]): boolean =>
  /^\d{1,8}$/.test(text) && Number(text) >= least && Number(text) <= most;

const numberWord = (range: readonly [number, number]): Word => ({
  must: `a number from ${range[0]} to ${range[1]}`,
  is: (text) => isNumber(text, range),
});

const mebibytes = (range: readonly [number, number]): Word => ({
  must: `a number from ${range[0]}Mi to ${range[1]}Mi`,
  is: (text) => text.endsWith('Mi') && isNumber(text.slice(0, -2), range),
});

/** By their words in a link. */
const COUNTS = new Map(
  (Object.keys(COUNT_NAMES) as (keyof typeof COUNT_NAMES)[]).map((counts) => [
    counts.replaceAll(' ', ''),
    counts,
  ]),
);

const LIST: Word = { must: 'a list of nodes, such as 0-1,4', is: isNodeList };

/** Which names of flags there are, the core says. */
const WORDS: Readonly<Record<string, Word>> = {
  gfp: {
    must: 'names of flags, or their number',
    is: (text) => text.length <= 120 && /^(0x[0-9a-f]{1,8}|[A-Z_0-9]+(\|[A-Z_0-9]+)*)$/i.test(text),
  },
  order: numberWord([0, ORDERS - 1]),
  bind: LIST,
  preferred: { must: 'a node', is: isNode },
  interleave: LIST,
  cpuset: LIST,
  min_free_kbytes: numberWord(RANGES.min_free_kbytes),
  watermark_scale_factor: numberWord(RANGES.watermark_scale_factor),
  lowmem_reserve_ratio: {
    must: 'a list of numbers, such as 256,256,32',
    is: (text) => /^\d{1,8}(,\d{1,8}){0,7}$/.test(text),
  },
  evictionHard: mebibytes(EVICTION_RANGE),
  rate: mebibytes(RATE_RANGE),
  counts: { must: `one of ${[...COUNTS.keys()].join(', ')}`, is: (text) => COUNTS.has(text) },
};

/** Behind a request that has nothing set. */
export const firstAsked = (nodes: readonly number[]): Asked => ({
  request: firstRequest(nodes),
  change: NO_CHANGE,
  zone: null,
});

const kubeletWords = ({ evictionHard, rate, counts }: KubeletSetting): string[] => [
  ...(evictionHard === undefined ? [] : [`evictionHard=${evictionHard}Mi`]),
  ...(rate === undefined ? [] : [`rate=${rate}Mi`]),
  ...(counts === undefined ? [] : [`counts=${counts.replaceAll(' ', '')}`]),
];

/** What of it is not as at first, for a machine with these nodes. */
export function queryOf(numbers: string, { request, change, zone, kubelet = {} }: Asked): string {
  const places = placesIn(numbers);
  const words = (of: Request, set: Change) => `gfp=${requestText(of, set)}`.split(' ');
  const first = words(firstRequest(places.map(({ node }) => node)), NO_CHANGE);
  const shown = places.find((place) => zoneId(place) === zone);
  return [
    `numbers=${numbers}`,
    ...words(request, change).filter((word) => !first.includes(word)),
    ...kubeletWords(kubelet),
    ...(shown ? [`zone=${shown.code}`] : []),
  ].join('&');
}

/** Words of a query by name. Throws SourceError. The command line's engine has no URLSearchParams. */
function wordsIn(query: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = decoded(pair).split('=');
    if (words.has(name)) throw new SourceError('This link has a word twice.');
    words.set(name, value.join('='));
  }
  return words;
}

/** What is not encoded well stays, and is no word. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a link to this moment has behind it; '' where none of it can be in one. `asked` null: nothing was set. */
export function linkTo(answer: Answer, moment: Moment, asked: Asked | null): string {
  const numbers = numbersOf(answer, moment);
  if (numbers === '') return '';
  return queryOf(numbers, asked ?? firstAsked(placesIn(numbers).map(({ node }) => node)));
}

/** Throws SourceError where anything in it is wrong. */
export function openedOf(query: string): Opened {
  const given = wordsIn(query);
  const numbers = given.get('numbers') ?? '';
  const text = textOfNumbers(numbers);
  if (text === '')
    throw new SourceError('This link has no numbers of a machine: it may have been cut.', {
      advice: `Copy a link with them from the page “Your machine”, whole: at most ${LINK_MOST} letters of numbers.`,
    });
  const places = placesIn(numbers);
  const nodes = places.map(({ node }) => node);
  if (nodes.length === 0) throw new SourceError('These numbers are of no zone that has pages.');
  const all: Readonly<Record<string, Word>> = {
    ...WORDS,
    numbers: { must: 'numbers', is: () => true },
    node: { must: 'one of its nodes', is: (word) => isNode(word) && nodes.includes(Number(word)) },
    zone: { must: 'one of its zones', is: (word) => places.some(({ code }) => code === word) },
  };
  for (const [name, value] of given) {
    const word = Object.hasOwn(all, name) ? all[name] : undefined;
    if (!word)
      throw new SourceError('This link has a word that is not known here: a newer mmscope may know it.');
    if (!word.is(value)) throw new SourceError(`In this link ${name} is not ${word.must}.`);
  }
  const policies = POLICIES.filter((name) => given.has(name));
  if (policies.length > 1) throw new SourceError('This link has two memory policies.');
  const asked = askedIn(given, nodes, policies[0]);
  const zone = places.find(({ code }) => code === given.get('zone'));
  const opened = { ...asked, zone: zone ? zoneId(zone) : null };
  return { ...opened, text, query: queryOf(numbers, opened) };
}

function askedIn(given: ReadonlyMap<string, string>, nodes: readonly number[], policy: Request['policy']) {
  const first = firstRequest(nodes);
  const number = (name: string) => (given.has(name) ? Number(given.get(name)) : undefined);
  const mebi = (name: string) => (given.has(name) ? parseInt(given.get(name) ?? '', 10) : undefined);
  const set = {
    min_free_kbytes: number('min_free_kbytes'),
    watermark_scale_factor: number('watermark_scale_factor'),
    lowmem_reserve_ratio: given.get('lowmem_reserve_ratio')?.split(',').map(Number),
  };
  return {
    request: {
      gfp: given.get('gfp') ?? first.gfp,
      order: number('order') ?? first.order,
      node: number('node') ?? first.node,
      ...(policy ? { policy, nodes: given.get(policy) ?? '' } : {}),
      ...(given.has('cpuset') ? { cpuset: given.get('cpuset') ?? '' } : {}),
    },
    change: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Change,
    ...(['evictionHard', 'rate', 'counts'].some((name) => given.has(name))
      ? {
          kubelet: {
            evictionHard: mebi('evictionHard'),
            rate: mebi('rate'),
            counts: COUNTS.get(given.get('counts') ?? ''),
          },
        }
      : {}),
  };
}

/** A view of the page: what a figure, and an address after its version, is asked for by. */
export const viewOfQuery = (query: string): string => `machine?${query}`;

export const renderOf = (query: string): string => `mmscope render '${viewOfQuery(query)}' -o machine.svg`;
