/** Plain words for the switches and their values; what is not listed is shown by its own name. More: tunable-phrases.ts. */
const LABELS: Readonly<Record<string, string>> = {
  slots_cache: 'slots cache',
  zone_alloc_policy: 'zone policy',
  kswapd_wake_mark: 'wake mark',
};

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rule: { roundrobin: 'round robin' },
  zone_policy: { fair_local: 'fair-local' },
  mpol: { weighted_interleave: 'weighted' },
};

export function paramLabel(name: string): string {
  return LABELS[name] ?? name.replaceAll('_', ' ');
}

/** `list` is the enum's name. */
export function valuePhrase(list: string, value: string): string {
  return VALUES[list]?.[value] ?? value;
}
