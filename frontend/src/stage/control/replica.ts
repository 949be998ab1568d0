/**
 * A model of the machine that another pane shows: what its events and its manifest tell. The workload is
 * the model's own, since a capture tells none.
 */
import type { Beginning } from '../../capture/local/source';
import type { ParamValues } from '../../core/params';
import { scenes } from '../../scenes';
import type { Contents } from '../../scenes/fit';
import type { Replica, Policy } from '../../scenes/scene';
import type { Scenario } from '../../capture/sources/catalogue';

const NOTHING: Replica = { cannot: 'This capture has no decisions that a model can make.' };

/** The policy that most of the source is about; how many of its decisions, or else observations, there are. */
function policyOf({ kinds, observed = {} }: Contents): { policy: Policy; steps: number } | null {
  const counted = scenes.flatMap(
    ({ policy, kinds: own, companions: along = [], substitutes: instead = [] }) => {
      const counts = [...(own ?? []), ...along, ...instead].map((kind) => kinds[kind] ?? observed[kind] ?? 0);
      const all = Math.max(0, ...counts);
      const [first = 0] = counts;
      return policy ? [{ policy, all, steps: first > 0 ? first : all }] : [];
    },
  );
  const [most] = counted.sort((a, b) => b.all - a.all);
  return most && most.all > 0 ? most : null;
}

/** `scenarios`: one of the same machine gives what the capture does not tell. */
export async function replicaOf(
  of: Beginning,
  contents: Contents,
  scenarios: readonly Scenario[],
): Promise<Replica & { scenario?: string }> {
  const found = policyOf(contents);
  if (!found) return NOTHING;
  const { machine, replica: load } = found.policy;
  const scenario = scenarios.find(({ params }) => (params.machine ?? 'swap') === machine);
  if (!scenario) return { cannot: 'This page has no scenario for such a machine.' };
  const like = (await load())(of, found.steps);
  return 'cannot' in like ? like : { ...like, params: without(like.params, scenario), scenario: scenario.id };
}

/** What the scenario says itself need not be said. */
function without(params: ParamValues, scenario: Scenario): ParamValues {
  const same = (name: string, value: unknown) =>
    String(scenario.params[name as keyof ParamValues]) === String(value);
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => !same(name, value)));
}
