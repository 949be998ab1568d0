/**
 * Several drawings of the same thing as one, of which each part shows when it is its turn: what is the same in all of
 * them stands there once, what differs as often as it changes. Pure.
 */
import { nodesOf, textOfNode, type Element, type Node } from './markup';

/** From which drawing on a part is shown, and in how many. */
export interface StepSpan {
  from: number;
  count: number;
}

/** What others refer to: it cannot be hidden for a while. */
const REFERRED = new Set(['defs', 'clipPath', 'pattern', 'marker', 'linearGradient', 'style']);
/** Holds words: it is shown as a whole. */
const WORDS = new Set(['text', 'title', 'desc', 'tspan']);

/** `shown`: parts of a drawing, as long as they have their turn. */
export function overlay(
  drawings: readonly string[],
  shown: (parts: string, turn: StepSpan) => string,
): string {
  const merged = mergedOf(
    drawings.map((drawing) => nodesOf(drawing)),
    shown,
  );
  if (merged === null) throw new Error('what others refer to stands by itself in a drawing');
  return merged;
}

type Shown = (parts: string, turn: StepSpan) => string;

/** `turn`: null for what always shows. */
interface Piece {
  text: string;
  turn: StepSpan | null;
}

/** Null where something that others refer to differs: then all that may refer to it has to take turns with it. */
function mergedOf(lists: readonly (readonly Node[])[], shown: Shown): string | null {
  const pieces: Piece[] = [];
  for (const nodes of aligned(lists)) {
    const found = piecesOf(nodes, shown);
    if (found === null) return null;
    for (const { text, turn } of found) {
      const last = pieces.at(-1);
      if (last?.turn?.from === turn?.from && last?.turn?.count === turn?.count && last) last.text += text;
      else pieces.push({ text, turn });
    }
  }
  return pieces.map(({ text, turn }) => (turn ? shown(text, turn) : text)).join('');
}

/** The same place of all drawings; what a drawing does not have there is missing. */
type Place = (Node | undefined)[];

/** How much two nodes have in common: all, what is around their contents, or nothing. */
function likeness(one: Node | undefined, other: Node): number {
  if (one === undefined) return 0;
  if (textOfNode(one) === textOfNode(other)) return 2;
  if (typeof one === 'string' || typeof other === 'string') return 0;
  return one.open === other.open && !WORDS.has(one.name) ? 1 : 0;
}

/** Nodes of all lists in places that keep the order of each: like is beside like. */
function aligned(lists: readonly (readonly Node[])[]): Place[] {
  let places: Place[] = [];
  for (const [at, list] of lists.entries()) {
    const before = (place: Place) => place.findLast((node) => node !== undefined);
    const pairs = matched(places.map(before), list);
    const next: Place[] = [];
    const alone = (node: Node | undefined): Place => lists.map((_, i) => (i === at ? node : undefined));
    let [from, to] = [0, 0];
    for (const [i, j] of [...pairs, [places.length, list.length] as const]) {
      next.push(...places.slice(from, i), ...list.slice(to, j).map(alone));
      const place = places[i];
      if (place) next.push(place.map((node, n) => (n === at ? list[j] : node)));
      [from, to] = [i + 1, j + 1];
    }
    places = next;
  }
  return places;
}

/** Pairs of what is alike, in the order of both, so that they have the most in common. */
function matched(ones: readonly (Node | undefined)[], others: readonly Node[]): [number, number][] {
  const [rows, columns] = [ones.length, others.length];
  const best = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const like = (i: number, j: number) => likeness(ones[i], others[j] ?? '');
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--) {
      const both = like(i, j);
      const most = Math.max(at(i + 1, j), at(i, j + 1), both > 0 ? both + at(i + 1, j + 1) : 0);
      best[i]?.fill(most, j, j + 1);
    }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    const both = like(i, j);
    if (both > 0 && at(i, j) === both + at(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return pairs;
}

const isReferred = (node: Node | undefined) =>
  node !== undefined && typeof node !== 'string' && REFERRED.has(node.name);

function piecesOf(place: Place, shown: Shown): Piece[] | null {
  const nodes = place.filter((node) => node !== undefined);
  const [first = ''] = nodes;
  const whole = nodes.length === place.length;
  if (whole && nodes.every((node) => textOfNode(node) === textOfNode(first)))
    return [{ text: textOfNode(first), turn: null }];
  if (nodes.some(isReferred)) return null;
  const elements = nodes.filter((node): node is Element => typeof node !== 'string');
  const [one] = elements;
  if (!one || elements.length < nodes.length) throw new Error('words that change stand outside of a text');
  if (whole && elements.every(({ open }) => open === one.open)) {
    const inside = mergedOf(
      elements.map(({ children }) => children),
      shown,
    );
    if (inside !== null) return [{ text: `${one.open}${inside}</${one.name}>`, turn: null }];
  }
  return inTurn(place.map((node) => (node === undefined ? '' : textOfNode(node))));
}

/** Each for as long as it stays the same. Its ids are its own: several of it are in one file. */
function inTurn(parts: readonly string[]): Piece[] {
  const runs: { text: string; turn: StepSpan }[] = [];
  for (const [from, text] of parts.entries()) {
    const last = runs.at(-1);
    if (last?.text === text) last.turn.count++;
    else runs.push({ text, turn: { from, count: 1 } });
  }
  return runs.flatMap(({ text, turn }) => (text === '' ? [] : [{ text: named(text, turn.from), turn }]));
}

function named(part: string, from: number): string {
  const ids = [...part.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
  return ids.reduce(
    (text, id) =>
      text.replaceAll(` id="${id}"`, ` id="${id}.${from}"`).replaceAll(`url(#${id})`, `url(#${id}.${from})`),
    part,
  );
}
