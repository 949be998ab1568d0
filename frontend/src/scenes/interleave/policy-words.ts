/** A policy in words. */
import { countWord } from '../text';
import type { Policy } from './policy';

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "One page from each node in turn", "Eight in a row from each node", "Weights 3 : 1". */
export function policySubject({ by, mode, granularity, weights, nodes }: Policy): string {
  if (by === 'none') return 'Without a policy';
  if (by === 'place') {
    return mode === 'weighted_interleave' ? 'By place and weight' : 'By place in the mapping';
  }
  if (mode === 'weighted_interleave') {
    const known = nodes.map((n) => weights?.get(n));
    return known.includes(undefined) ? 'Weighted interleave' : `Weights ${known.join(' : ')}`;
  }
  if (granularity === null) return 'Interleave';
  return granularity === 1
    ? 'One page from each node in turn'
    : `${capital(countWord(granularity))} in a row from each node`;
}

/** The same where it was set against another before: "Eight in a row". */
export function policyShort(policy: Policy): string {
  const { by, mode, granularity } = policy;
  if (by !== 'counter' || mode === 'weighted_interleave' || granularity === null)
    return policySubject(policy);
  return granularity === 1 ? 'One page in turn' : `${capital(countWord(granularity))} in a row`;
}
