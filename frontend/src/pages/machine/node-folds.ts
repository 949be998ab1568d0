/**
 * More nodes than one sees at once: those beside each other that look alike are drawn as one of them. What that means is
 * said on the page (ALIKE). Pure.
 */
import { levelY } from '../../scenes/zones/marks/scale';
import type { Walk } from '../../scenes/zones/facts/walk';
import type { Drawn, DrawnNode, DrawnZone } from './zones';

/** So many nodes stand side by side, alike or not. */
export const APART = 4;

export const ALIKE =
  'Alike, as pasted: the same zones, the same verdict and the same answer to this request; pages and marks within 1 %, free pages as high as drawn.';

/** A hundredth of a column's width is a pixel or two; a page more or less is rounding. */
const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1, Math.max(a, b) / 100);

/** How high the line is that a level is drawn with. */
const LINE = 4;

type Step = Walk['steps'][number] | undefined;

const sameStep = (a: Step, b: Step): boolean => a?.hit === b?.hit && a?.labels[0] === b?.labels[0];

const sameNumber = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : near(a, b);

function sameLevel(a: DrawnZone, b: DrawnZone): boolean {
  if (!a.marks || !b.marks || a.free === null || b.free === null) return a.free === b.free;
  return Math.abs(levelY(a.marks, a.free) - levelY(b.marks, b.free)) <= LINE;
}

const looksAlike = (a: DrawnZone, b: DrawnZone): boolean =>
  a.name === b.name &&
  a.of.marks === b.of.marks &&
  a.of.node_unreclaimable === b.of.node_unreclaimable &&
  (a.of.boost ?? 0) > 0 === (b.of.boost ?? 0) > 0 &&
  near(a.managed, b.managed) &&
  (['min', 'low', 'high'] as const).every((mark) =>
    sameNumber(a.marks?.[mark] ?? null, b.marks?.[mark] ?? null),
  ) &&
  sameNumber(a.reserve, b.reserve) &&
  sameLevel(a, b);

/** Nodes that are drawn as one, by their numbers; one alone where none beside it is alike. */
export interface NodeGroup {
  nodes: readonly DrawnNode[];
  /** The one that is drawn for all. */
  shown: DrawnNode;
}

/** `seen`: zones that are to be seen where they can be, the first before the others. */
export function groupsOf({ nodes }: Drawn, walk: Walk, seen: readonly number[]): NodeGroup[] {
  const steps = new Map(walk.steps.map((step) => [step.zone, step]));
  const alike = (a: DrawnNode, b: DrawnNode) =>
    a.zones.length === b.zones.length &&
    a.zones.every((zone, i) => {
      const other = b.zones[i];
      return other && looksAlike(zone, other) && sameStep(steps.get(zone.id), steps.get(other.id));
    });
  const groups: DrawnNode[][] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    if (nodes.length > APART && last?.[0] && alike(last[0], node)) last.push(node);
    else groups.push([node]);
  }
  return groups.flatMap((group) => {
    const wanted = seen
      .map((id) => group.find(({ zones }) => zones.some((zone) => zone.id === id)))
      .find((node) => node !== undefined);
    const shown = wanted ?? group[0];
    return shown ? [{ nodes: group, shown }] : [];
  });
}

/** Words of the nodes that are drawn for others, by their numbers. */
export const othersOf = (groups: readonly NodeGroup[]): ReadonlyMap<number, readonly string[]> =>
  new Map(
    groups.filter(({ nodes }) => nodes.length > 1).map((group) => [group.shown.nid, othersWords(group)]),
  );

/** Where nobody can unfold them: the nodes that are drawn, and the words of those that stand for others. */
export function foldedOf(drawn: Drawn, walk: Walk) {
  const given = walk.steps.find(({ hit }) => hit)?.zone;
  const groups = groupsOf(drawn, walk, given === undefined ? [] : [given]);
  const nodes = groups.map(({ shown }) => shown);
  return {
    drawn: { nodes, zones: nodes.flatMap(({ zones }) => zones) },
    others: othersOf(groups),
  };
}

/** "2 to 7", "1 and 2", "0, 2 to 4 and 8". */
export function numbersWords(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  const words = runs.flatMap(([from, to]) =>
    to - from > 1 ? [`${from} to ${to}`] : from === to ? [String(from)] : [String(from), String(to)],
  );
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** "nodes 2 to 7". */
export const groupWords = ({ nodes }: NodeGroup): string =>
  `${nodes.length === 1 ? 'node' : 'nodes'} ${numbersWords(nodes.map(({ nid }) => nid))}`;

/** Beside the name of the node that is drawn for others: "and 3 to 7, alike", the longest first. */
export function othersWords({ nodes, shown }: NodeGroup): string[] {
  const others = nodes.filter((node) => node !== shown).map(({ nid }) => nid);
  return others.length === 0
    ? []
    : [`and ${numbersWords(others)}, alike`, `and ${others.length} alike`, `+ ${others.length}`];
}
