/** The order of swap devices on each node on which it is another one. Pure: the core ranks, this groups. */
import { RULES, type Rule, type Swap, type SwapList } from './answer';

/** From first to last; who is in one group takes turns. */
export interface NodeOrder {
  /** −1: every node, or every other one. */
  node: number;
  groups: readonly (readonly Swap[])[];
}

/** The devices of a list, in the order of its ranks. */
export const devicesOf = (swaps: readonly Swap[], list: SwapList): Swap[] =>
  swaps.filter((swap) => swap.list === list.list);

function grouped(swaps: readonly Swap[], ranks: readonly number[]): Swap[][] {
  const places = [...new Set(ranks)].filter((rank) => rank > 0).sort((a, b) => a - b);
  return places.map((place) => swaps.filter((_, i) => ranks[i] === place));
}

/** By this kernel's rule, or as if by another one. A node that agrees with all others has no order of its own. */
export function ordersOf(list: SwapList, swaps: readonly Swap[], rule?: Rule): NodeOrder[] {
  const own = rule === undefined || rule === list.rule;
  const one = swaps.map((swap) => (own ? swap.rank : swap.under[rule]));
  if (!own && rule !== 'node') return [{ node: -1, groups: grouped(swaps, one) }];
  const ranked = list.nodes.map(({ node, ranks, under_node }) => ({ node, ranks: own ? ranks : under_node }));
  const last = ranked.at(-1)?.ranks ?? one;
  const apart = ranked.filter(({ ranks }, i) => i === ranked.length - 1 || String(ranks) !== String(last));
  const others = ranked.at(-1)?.node === -1;
  if (apart.length < 2) return [{ node: -1, groups: grouped(swaps, last) }];
  return (others ? apart : ranked).map(({ node, ranks }) => ({ node, groups: grouped(swaps, ranks) }));
}

/** Rules, each with its orders. */
export const rulesOf = (list: SwapList, swaps: readonly Swap[]): { rule: Rule; orders: NodeOrder[] }[] =>
  RULES.map((rule) => ({ rule, orders: ordersOf(list, swaps, rule) }));
