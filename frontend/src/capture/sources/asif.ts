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
interface AsifLimits {
  /** In a few words, before `decided anew`. */
  kept: string;
  /** What is the capture’s and what is assumed, in sentences. */
  limits: string;
}

const ANEW = 'The policy core decides again.';
const ASKED = `Requests and times are those of the capture. ${ANEW}`;
const KEPT = 'demand and times of the record';
const WORTH: Readonly<Record<Switch, AsifLimits>> = {
  rule: { kept: KEPT, limits: `${ASKED} Which of its pages a device gave back is assumed.` },
  zone_alloc_policy: {
    kept: KEPT,
    limits: `${ASKED} Pages that another zone gives here are not freed where the record frees them.`,
  },
  granularity: {
    kept: KEPT,
    limits: `${ASKED} Which frames its pages get on another node is assumed.`,
  },
  swap_poll: {
    kept: 'demand of the record, times assumed',
    limits: `Each task’s faults, their windows and the time between them are the capture’s. ${ANEW} The disk takes as long as in the capture; interrupts, switches and polling cost what they do in the model.`,
  },
};

/** What of a question's answer is assumed; null: it is no question. */
export function asifLimitsOf(asif: ParamValues): AsifLimits | null {
  const driven = drivenOf(asif);
  return driven ? WORTH[driven.switch] : null;
}

/** What can be asked about at all, in words. */
export const SWITCHES = DRIVEN.map((d) => paramLabel(d.switch)).join(' and ');

/** What the core gets; null: nothing that a capture can be asked. */
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
