/** What other values of a switch, each with its own history, decide at the decisions of a pane; and in words. Pure. */
import type { Chain, Chains, Driven } from '../core/chain';
import { NOT_ASKED } from '../core/chain';
import type { Cell } from '../core/decision';
import { DRIVEN } from '../core/gen/tables';
import { grouped } from '../core/number';
import { paramNamed } from '../core/params';
import type { Elsewhere, Scene, SourceInfo } from '../scenes/scene';
import { optionsOf } from './tunable-choices';

/** A chain for a value of the switch, or why there is none. */
export interface OtherRule {
  value: number;
  /** e.g. "round robin", "by 8" */
  words: string;
  chain: Chain | null;
  /** In a sentence; '' where there is a chain. */
  cannot: string;
}

export interface OtherRules {
  others: readonly OtherRule[];
  /** The rule in force, made anew in the same way: what differs there is not the rule's doing. */
  control: Chain | null;
}

/** More of the rule's own decisions that do not come back, and a chain says nothing. */
const ROUGH = 0.05;

/** The switch of the decisions that a scene shows, where a run can be asked for another value of it. */
export function drivenBy(scene: Pick<Scene, 'kinds' | 'along'>, { kinds }: Pick<SourceInfo, 'kinds'>) {
  const shown = [...(scene.kinds ?? []), ...(scene.along ?? [])];
  return DRIVEN.find(({ kind }) => shown.includes(kind) && (kinds[kind] ?? 0) > 0) ?? null;
}

/** Values that a switch can have, as far as they are offered. */
export function valuesOf({ switch: name }: Driven): number[] {
  const param = paramNamed(name);
  return (param && optionsOf(param, param.default)?.map(([value]) => value)) ?? [];
}

export function otherRules({ switch: name }: Driven, { own, by }: Chains): OtherRules {
  const param = paramNamed(name);
  const words = (value: number) => {
    const said = (param && optionsOf(param, value)?.find(([v]) => v === value)?.[1]) ?? String(value);
    return param?.enum === null ? `by ${said}` : said;
  };
  const all = by.map(([value, made]): OtherRule => ({
    value,
    words: words(value),
    chain: made.ok ? made.value : null,
    cannot: made.ok ? '' : made.failure.message,
  }));
  return {
    others: all.filter((rule) => rule.value !== own),
    control: all.find((rule) => rule.value === own)?.chain ?? null,
  };
}

const share = ({ otherwise, asked }: Chain) => otherwise.length / Math.max(1, asked);

/** So few of the rule's own decisions come back that another rule's say nothing. */
export const isRough = ({ control }: OtherRules): boolean => control !== null && share(control) > ROUGH;

/** What a chain decides at decision k; null where it is not asked there. */
export function cellAt({ cell, cells }: Chain, k: number): Cell | null {
  return cells[cell[k - 1] ?? NOT_ASKED] ?? null;
}

/** The one that is drawn: the one chosen, or the last that there is. */
export function drawnOf(rules: OtherRules | null, chosen: number | null): OtherRule | null {
  if (!rules || isRough(rules)) return null;
  const made = rules.others.filter(({ chain }) => chain !== null);
  return made.find(({ value }) => value === chosen) ?? made.at(-1) ?? null;
}

/** Where that goes at decision k, if it goes elsewhere. */
export function elsewhereAt(rule: OtherRule | null, k: number): Elsewhere | null {
  if (!rule?.chain || !contains(rule.chain.otherwise, k)) return null;
  const cell = cellAt(rule.chain, k);
  return cell && { words: rule.words, cell };
}

function contains(sorted: Uint32Array, k: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < k) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === k;
}

const of = ({ otherwise, asked }: Chain) => `${grouped(otherwise.length)} of ${grouped(asked)}`;

/** "global elsewhere in 1,249 of 2,660 · round robin in 1,310 of 2,660; its own rule, made so, in 0" */
export function countWords(rules: OtherRules): string {
  const { others, control } = rules;
  if (isRough(rules) && control)
    return `Too few of its allocations are told to roll another rule forward: its own rule, made so, would differ in ${of(control)}.`;
  const told = others.flatMap(({ words, chain }) => (chain ? [`${words} elsewhere in ${of(chain)}`] : []));
  const cannot = [...new Set(others.map((rule) => rule.cannot).filter(Boolean))];
  const own = control && told.length > 0 ? `; its own rule, made so, in ${of(control)}` : '';
  return [told.join(' · ') + own, ...cannot].filter(Boolean).join('. ');
}
