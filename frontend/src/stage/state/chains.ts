/** What other values of a switch, each with its own history, decide at the decisions of a pane. Pure. */
import type { Chain } from '../../core/asif/chain';
import { NOT_ASKED } from '../../core/asif/chain';
import type { Cell } from '../../core/decision';
import { DRIVEN } from '../../core/gen/tables';
import { countBelow } from '../../core/search';
import type { Ghost, Scene, SourceInfo } from '../../scenes/scene';

/** A chain for a value of the switch, or why there is none. */
export interface ChainRule {
  value: number;
  /** e.g. "round robin", "by 8" */
  words: string;
  chain: Chain | null;
  /** In a sentence; '' where there is a chain. */
  cannot: string;
}

export interface ChainRules {
  others: readonly ChainRule[];
  /** The rule in force, made anew in the same way: what differs there is not the rule's doing. */
  control: Chain | null;
}

/** More of the rule's own decisions that do not come back, and a chain says nothing. */
const ROUGH = 0.05;

/** The switch of the decisions that a scene shows, where a run can be asked for another value of it. */
export function drivenSwitchOf(
  scene: Pick<Scene, 'kinds' | 'companions'>,
  { kinds }: Pick<SourceInfo, 'kinds'>,
) {
  const shown = [...(scene.kinds ?? []), ...(scene.companions ?? [])];
  return DRIVEN.find(({ kind }) => shown.includes(kind) && (kinds[kind] ?? 0) > 0) ?? null;
}

const share = ({ otherwise, asked }: Chain) => otherwise.length / Math.max(1, asked);

/** So few of the rule's own decisions come back that another rule's say nothing. */
export const isRough = ({ control }: ChainRules): boolean => control !== null && share(control) > ROUGH;

/** What a chain decides at decision k; null where it is not asked there. */
export function cellAt({ cell, cells }: Chain, k: number): Cell | null {
  return cells[cell[k - 1] ?? NOT_ASKED] ?? null;
}

/** The one that is drawn: the one chosen, or the last that there is. */
export function shownRuleOf(rules: ChainRules | null, chosen: number | null): ChainRule | null {
  if (!rules || isRough(rules)) return null;
  const made = rules.others.filter(({ chain }) => chain !== null);
  return made.find(({ value }) => value === chosen) ?? made.at(-1) ?? null;
}

/** Where that goes at decision k, if it goes elsewhere. */
export function ghostAt(rule: ChainRule | null, k: number): Ghost | null {
  if (!rule?.chain || !contains(rule.chain.otherwise, k)) return null;
  const cell = cellAt(rule.chain, k);
  return cell && { words: rule.words, cell };
}

const contains = (ascending: Uint32Array, k: number) => ascending[countBelow(ascending, k)] === k;
