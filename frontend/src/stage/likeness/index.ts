/**
 * A model of the machine that another pane shows: what its events and its manifest tell. The workload is
 * the model's own, since a capture tells none.
 */
import type { EventKind, MachineName } from '../../core/gen/tables';
import type { ParamValues } from '../../core/params';
import type { Contents } from '../../scenes/fit';
import type { Scenario } from '../../sources/catalog';
import type { Beginning, Likeness } from './beginning';
import { interleaveLikeness } from './interleave';
import { swapInLikeness } from './swap-in';
import { swapLikeness } from './swap';
import { zonesLikeness } from './zones';

export type { Likeness };

interface Kind {
  machine: MachineName;
  /** Events it tells a machine by, those that decide first. */
  of: readonly EventKind[];
  like: (of: Beginning, steps: number) => Likeness;
}

const KINDS: readonly Kind[] = [
  { machine: 'swap', of: ['swap_select'], like: swapLikeness },
  { machine: 'zones', of: ['zone_select', 'zone_batch', 'kswapd_wake'], like: zonesLikeness },
  { machine: 'swap_in', of: ['swap_ra', 'swap_in'], like: swapInLikeness },
  { machine: 'interleave', of: ['interleave', 'interleave_vma', 'block_rq'], like: interleaveLikeness },
];

const NOTHING: Likeness = { cannot: 'The capture decides nothing that a model could decide too.' };

/** The machine that most of the source is about. */
function kindOf({ kinds, observed = {} }: Contents): { kind: Kind; steps: number } | null {
  const counted = KINDS.map((kind) => {
    const counts = kind.of.map((name) => kinds[name] ?? observed[name] ?? 0);
    return {
      kind,
      steps: counts[0] === 0 ? Math.max(...counts) : (counts[0] ?? 0),
      all: Math.max(...counts),
    };
  });
  const [most] = counted.sort((a, b) => b.all - a.all);
  return most && most.all > 0 ? most : null;
}

/** `scenarios`: one of the same machine gives what the capture does not tell. */
export function likeness(
  of: Beginning,
  contents: Contents,
  scenarios: readonly Scenario[],
): Likeness & { scenario?: string } {
  const found = kindOf(contents);
  if (!found) return NOTHING;
  const { machine } = found.kind;
  const scenario = scenarios.find(({ params }) => (params.machine ?? 'swap') === machine);
  if (!scenario) return { cannot: 'No scenario of such a machine comes with this page.' };
  const like = found.kind.like(of, found.steps);
  return 'cannot' in like ? like : { ...like, params: without(like.params, scenario), scenario: scenario.id };
}

/** What the scenario says itself need not be said. */
function without(params: ParamValues, scenario: Scenario): ParamValues {
  const same = (name: string, value: unknown) =>
    String(scenario.params[name as keyof ParamValues]) === String(value);
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => !same(name, value)));
}
