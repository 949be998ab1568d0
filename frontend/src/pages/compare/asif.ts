/**
 * What a sweep can ask of a capture: one switch, and what is assumed beside it; each varies or is set. Pure.
 */
import type { Driven } from '../../core/asif/chain';
import { DRIVEN } from '../../core/gen/tables';
import { enumValues, paramNamed } from '../../core/params';
import { ALL } from '../../capture/sources/variants';

/** What is assumed, by the switch of its machine. */
export const assumedOf = ({ assumed }: Driven): string[] => assumed.map(({ param }) => param);

/** By its switch, or by what is assumed beside that. */
export const drivenBy = (name: string): Driven | undefined =>
  DRIVEN.find((driven) => driven.switch === name || assumedOf(driven).includes(name));

const isSwitch = (name: string) => DRIVEN.some((driven) => driven.switch === name);

export const isAssumed = (name: string): boolean => drivenBy(name) !== undefined && !isSwitch(name);

/** The words it is one of, none of a number. All variants at once are a band, no value. */
export function variantsOf(name: string): string[] {
  const list = paramNamed(name)?.enum ?? null;
  const words = list === null ? [] : enumValues(list).map(([, word]) => word);
  return isAssumed(name) ? words.filter((word) => word !== ALL) : words;
}

/** As one writes it: the word of an enum, else the number. */
export function defaultOf(name: string): string {
  const param = paramNamed(name);
  const list = param?.enum ?? null;
  const word = list === null ? undefined : enumValues(list).find(([value]) => value === param?.default)?.[1];
  return word ?? String(param?.default ?? 0);
}

/** Why a capture cannot be asked as if with these tunables; null where it can. */
export function capturedRefusal(names: readonly string[]): string | null {
  const asked = names.filter(isSwitch);
  const switches = DRIVEN.map((driven) => `${driven.switch}=…`).join(', ');
  if (asked.length !== 1 && names.every((name) => drivenBy(name)))
    return `a capture is asked about ${asked.length} switches: ask about one of ${switches}`;
  return asifRefusal([], names);
}

/** Why not; null where it can be asked. `varied`: x and y, as they are written; `set`: behind `of.`. */
export function asifRefusal(varied: readonly string[], set: readonly string[]): string | null {
  const names = [...varied, ...set];
  const switches = DRIVEN.map((driven) => driven.switch).join(', ');
  const unknown = names.find((name) => !drivenBy(name));
  if (unknown !== undefined) return `a capture can be asked about ${switches}, not about ${unknown}`;
  const twice = set.find((name) => varied.includes(name));
  if (twice !== undefined) return `${twice} is set, and varies: leave “of.${twice}” out`;
  const [asked, other] = names.filter(isSwitch);
  if (other !== undefined) return `a capture is asked about one switch: leave ${asked} or ${other} out`;
  const driven = drivenBy(asked ?? names[0] ?? '');
  if (!driven) return `a capture can be asked about ${switches}`;
  const { switch: own } = driven;
  const strange = names.find((name) => name !== own && !assumedOf(driven).includes(name));
  if (strange !== undefined)
    return `${strange} is not assumed under ${own}: say ${assumedOf(driven).join(' or ')}`;
  return asked === undefined ? `${names[0]} is assumed under ${own}: say of.${own}=${defaultOf(own)}` : null;
}
