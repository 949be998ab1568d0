/** As if: which policies a capture's own demand can drive, by the tunable that switches each. */
import type { Driven } from '../../core/asif/chain';
import { DRIVEN, type EventKind, type ParamName } from '../../core/gen/tables';
import { paramNamed, type ParamValue, type ParamValues } from '../../core/params';
import { paramLabel, valuePhrase } from './phrases';

/** The tunable of a question, as in {rule: 'global'}. */
export function switchOf(asif: ParamValues): ParamName | null {
  return DRIVEN.find((d) => asif[d.switch] !== undefined)?.switch ?? null;
}

/** What a capture with these decisions can be asked about. */
export function switchFor(kinds: Partial<Record<EventKind, number>>): ParamName | null {
  return DRIVEN.find(({ kind }) => (kinds[kind] ?? 0) > 0)?.switch ?? null;
}

export function drivenOf(asif: ParamValues): Driven | undefined {
  return DRIVEN.find((d) => asif[d.switch] !== undefined);
}

type Switch = Driven['switch'];
export interface AsifLimits {
  /** In a few words, before `decided anew`. */
  kept: string;
  /** What is the capture’s and what is assumed, in sentences. */
  told: string;
}

const ANEW = 'Decisions are made anew by the policy core.';
const ASKED = `Who asked, when and for how much is the capture’s, and so are the times. ${ANEW}`;
const KEPT = 'demand and times of the record';
const WORTH: Readonly<Record<Switch, AsifLimits>> = {
  rule: { kept: KEPT, told: `${ASKED} Which of its pages a device gave back is assumed.` },
  zone_alloc_policy: {
    kept: KEPT,
    told: `${ASKED} Pages that went elsewhere here are not given back where they were there.`,
  },
  granularity: {
    kept: KEPT,
    told: `${ASKED} Which frames its pages have elsewhere is assumed.`,
  },
  swap_poll: {
    kept: 'demand of the record, times assumed',
    told: `Each task’s faults, their windows and the time between them are the capture’s. ${ANEW} The disk takes as long as it did there; what interrupts, switches and polling cost is the model’s.`,
  },
};

/** What the answer to a question is worth; null: it is none. */
export function asifLimitsOf(asif: ParamValues): AsifLimits | null {
  const driven = drivenOf(asif);
  return driven ? WORTH[driven.switch] : null;
}

/** What can be asked about at all, in words. */
export const SWITCHES = DRIVEN.map((d) => paramLabel(d.switch)).join(' and ');

/** What the core is to be told; null: nothing that a capture can be asked. */
export function asifParamsOf(asif: ParamValues): ParamValues | null {
  const driven = drivenOf(asif);
  if (!driven) return null;
  const assumed = driven.assumed.flatMap(({ param }) => {
    const chosen = asif[param];
    return chosen === undefined ? [] : [[param, chosen] as const];
  });
  return {
    machine: driven.machine,
    [driven.switch]: asif[driven.switch],
    ...Object.fromEntries(assumed),
    seed: asif.seed ?? 1,
  };
}

/** [rule, round robin], [granularity, 8] */
export function switchPhrase(
  name: ParamName,
  value: ParamValue | undefined,
): readonly [label: string, value: string] {
  const list = paramNamed(name)?.enum ?? null;
  const word = String(value);
  return [paramLabel(name), list === null ? word : valuePhrase(list, word)];
}
