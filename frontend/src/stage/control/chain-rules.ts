/** The other values of a switch: which a run is asked for, and the results in words. Pure; fetched when asked for. */
import type { Chain, Chains, Driven } from '../../core/asif/chain';
import { grouped } from '../../core/number';
import { paramNamed } from '../../core/params';
import { isRough, type ChainRule, type ChainRules } from '../state/chains';
import { optionsOf } from '../state/tunable-options';

/** Values that a switch can have, as far as they are offered. */
export function switchValuesOf({ switch: name }: Driven): number[] {
  const param = paramNamed(name);
  return (param && optionsOf(param, param.default)?.map(([value]) => value)) ?? [];
}

export function chainRulesOf({ switch: name }: Driven, { own, by }: Chains): ChainRules {
  const param = paramNamed(name);
  const words = (value: number) => {
    const said = (param && optionsOf(param, value)?.find(([v]) => v === value)?.[1]) ?? String(value);
    return param?.enum === null ? `by ${said}` : said;
  };
  const all = by.map(([value, made]): ChainRule => ({
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

const of = ({ otherwise, asked }: Chain) => `${grouped(otherwise.length)} of ${grouped(asked)}`;

/** "global elsewhere in 1,249 of 2,660 · round robin in 1,310 of 2,660; its own rule, rolled forward, in 0" */
export function chainPhrase(rules: ChainRules): string {
  const { others, control } = rules;
  if (isRough(rules) && control)
    return `Too few of its allocations are recorded to roll another rule forward: even its own rule would differ in ${of(control)}.`;
  const found = others.flatMap(({ words, chain }) => (chain ? [`${words} elsewhere in ${of(chain)}`] : []));
  const cannot = [...new Set(others.map((rule) => rule.cannot).filter(Boolean))];
  const own = control && found.length > 0 ? `; its own rule, rolled forward, in ${of(control)}` : '';
  return [found.join(' · ') + own, ...cannot].filter(Boolean).join('. ');
}
