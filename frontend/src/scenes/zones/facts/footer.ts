/** What the rows below the columns show: how long pages stay, who gave how many, or how often kswapd was asked. */
import type { SourceInfo } from '../../scene';
import { rangePhrase } from '../../phrases';
import type { Facts, Zone } from './facts';

export type FooterKind = 'age' | 'share' | 'checks';

/** A capture tells no time in memory. Without walks it does not tell who gave pages either. */
export function footerKindOf(facts: Facts, info: SourceInfo): FooterKind {
  if (facts.aged) return 'age';
  return (info.kinds.zone_select ?? 0) > 0 ? 'share' : 'checks';
}

export interface Share {
  /** Of all pages taken so far; null while none was. */
  taken: number | null;
  /** As if: from the least to the most, where what is assumed makes a difference. */
  range: readonly [least: number, most: number] | null;
  /** Of all memory; null where not known. */
  memory: number | null;
}

export function shareOf(facts: Facts, zone: Zone): Share {
  return {
    taken: facts.taken > 0 ? zone.taken / facts.taken : null,
    range: zone.ranges.taken,
    memory: facts.managed > 0 && zone.managed > 0 ? zone.managed / facts.managed : null,
  };
}

/** "43 %", "0.8 %"; what is there but would round to nothing is "under 0.1 %". */
export function percent(part: number): string {
  const value = part * 100;
  if (value > 0 && value < 0.05) return 'under 0.1 %';
  return `${value > 0 && value < 0.95 ? value.toFixed(1) : Math.round(value)} %`;
}

/** "42 to 44 %", "42.7 to 42.9 %": with a digit more where whole ones are alike. */
function percents(range: readonly [least: number, most: number]): string {
  const whole = rangePhrase(range, percent);
  return percent(range[0]) === percent(range[1]) && range[1] >= 0.0095
    ? rangePhrase(range, (part) => `${(part * 100).toFixed(1)} %`)
    : whole;
}

/** The share of the pages taken so far. */
export const sharePhrase = ({ taken, range }: Share): string =>
  taken === null ? '\u2013' : range ? percents(range) : percent(taken);
