import { expect, it } from 'vitest';
import { FACTS } from '../../pages/check/gen/facts';
import { MODES } from '../../core/gen/modes';
import { ENUMS } from '../../core/gen/tables';
import { kindsOf, policyNamed } from './check-policy';

it('a policy is found by its own name, by each of its modes, and by a kind of decision', () => {
  expect(FACTS.policies.map(({ name }) => name)).toEqual(Object.values(ENUMS.policy));
  for (const { name } of FACTS.policies) expect(policyNamed(name)?.name).toBe(name);
  for (const { name, policy } of MODES) expect(policyNamed(name)?.name).toBe(policy);
  expect(policyNamed('kswapd_wake')?.name).toBe('zone_fairness');
  expect(policyNamed('swap_ra')?.name).toBe('swap_in');
  expect(policyNamed('interleave_vma')?.name).toBe('interleave');
  for (const nothing of [null, '', 'nobody']) expect(policyNamed(nothing)).toBe(FACTS.policies[0]);
});

it('all that is replayed is said of at least one policy, a list of devices of both', () => {
  const named = (kind: string) => FACTS.policies.filter((p) => kindsOf(p).includes(kind)).map((p) => p.name);
  expect(FACTS.replayed.length).toBeGreaterThan(5);
  for (const { kind } of FACTS.replayed) {
    expect(named(kind), kind).not.toEqual([]);
  }
  expect(named('swap_list')).toEqual(['swap_by_node', 'swap_round_robin']);
});

it('counts add up', () => {
  const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);
  for (const { extents, forged, noticed, unnoticed } of FACTS.policies) {
    expect(sum(extents.map((e) => e.forged))).toBe(forged);
    expect(sum(extents.map((e) => e.noticed))).toBe(noticed);
    expect(sum(unnoticed.map((u) => u.missed))).toBe(forged - noticed);
  }
  const lies = [...FACTS.policies, ...FACTS.events];
  expect(sum(lies.map((of) => of.noticed))).toBe(FACTS.noticed);
  expect(sum(lies.map((of) => of.forged))).toBe(FACTS.forged);
});
