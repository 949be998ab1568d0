/** As if: which policies a capture's own demand can drive, by the tunable that switches each. */
import { DRIVEN, type EventKind, type ParamName } from '../core/gen/tables';
import { paramNamed, type ParamValue, type ParamValues } from '../core/params';
import { paramLabel, valueWords } from './words';

/** The tunable of a question, as in {rule: 'global'}. */
export function switchOf(asif: ParamValues): ParamName | null {
  return DRIVEN.find((d) => asif[d.switch] !== undefined)?.switch ?? null;
}

/** What a capture with these decisions can be asked about. */
export function askable(kinds: Partial<Record<EventKind, number>>): ParamName | null {
  return DRIVEN.find(({ kind }) => (kinds[kind] ?? 0) > 0)?.switch ?? null;
}

/** What can be asked about at all, in words. */
export const SWITCHES = DRIVEN.map((d) => paramLabel(d.switch)).join(' and ');

/** What the core is to be told; null: nothing that a capture can be asked. */
export function questionOf(asif: ParamValues): ParamValues | null {
  const driven = DRIVEN.find((d) => asif[d.switch] !== undefined);
  if (!driven) return null;
  return { machine: driven.machine, [driven.switch]: asif[driven.switch], seed: asif.seed ?? 1 };
}

/** [rule, round robin], [granularity, 8] */
export function askedWords(
  name: ParamName,
  value: ParamValue | undefined,
): readonly [label: string, value: string] {
  const list = paramNamed(name)?.enum ?? null;
  const word = String(value);
  return [paramLabel(name), list === null ? word : valueWords(list, word)];
}
