/** Whether kswapd of a node sleeps, and why, in as many words as there is room for. Pure. */
import { indexName } from '../../voices/zone';
import type { Facts, Node } from './facts';

/** kswapd was not asked to wake up though its zone is below the mark where reclaim would end. */
export function isMissed(facts: Facts, { kswapd }: Node): boolean {
  if (!kswapd || kswapd.awake || kswapd.mark !== 'low' || kswapd.verdict !== 'balanced') return false;
  const zone = facts.byId.get(kswapd.zone);
  return zone?.marks != null && zone.free !== null && zone.free <= zone.marks.high;
}

/** What follows the word "asleep" or "awake", the longest first; the first names mark and zone index. */
function reasons(facts: Facts, node: Node): readonly string[] {
  const { kswapd } = node;
  // Nobody told of a check: only whether it is awake is known.
  if (!kswapd || kswapd.asked === 0) return [];
  const { awake, mark, verdict } = kswapd;
  const zone = indexName((kswapd.zone < 0 ? kswapd.highest : kswapd.zone) % 8);
  // Under the marks other than `high` the zone asked for is looked at, alone.
  const bar = mark === 'low' ? 'low' : 'high';
  if (awake) {
    return mark === 'high'
      ? [`no zone up to ${indexName(kswapd.highest)} above high`, 'none above high', 'below high']
      : [`${zone} not above ${bar}`, `below ${bar}`];
  }
  if (isMissed(facts, node)) return [`missed: ${zone} above low, not high`, 'missed: below high', 'missed'];
  switch (verdict) {
    case 'balanced':
      return mark === 'high'
        ? [`a zone up to ${indexName(kswapd.highest)} above high`, 'one above high', 'at high']
        : [`${zone} above ${bar}`, `above ${bar}`];
    case 'hopeless':
      return ['it failed too often', 'hopeless'];
    default:
      return ['its work is done', 'done'];
  }
}

/** The state, and the rest of the sentence; pairs, the longest first. */
export function kswapdPhrases(
  facts: Facts,
  node: Node,
): readonly (readonly [state: string, reason: string])[] {
  const name = `kswapd${node.nid}`;
  if (!node.kswapd) {
    const asked = facts.asif ? 'not told' : 'nobody asked';
    return [
      [name, `: ${asked}`],
      ['', asked],
      ['', ''],
    ];
  }
  const state = node.kswapd.awake ? 'awake' : 'asleep';
  const why = reasons(facts, node);
  return [
    ...why.map((reason) => [`${name} ${state}`, `, ${reason}`] as const),
    // The plate before it has the number too.
    ...why.slice(1).map((reason) => [state, `, ${reason}`] as const),
    [`${name} ${state}`, ''],
    [state, ''],
    ['', ''],
  ];
}
