/** Plain words for tunables and their values; what is not listed is shown by its own name. */
const LABELS: Readonly<Record<string, string>> = {
  slots_cache: 'slots cache',
  demand: 'demand by node',
  migrate_every: 'migrate every',
  memcg_pages: 'memory limit',
  dev_pages: 'device size',
  dev_node: 'device on node',
  dev_prio: 'swapon -p',
  large_percent: 'large folios',
  cpus_per_node: 'CPUs per node',
  task_pages: 'memory of each task',
  stop_decisions: 'stop after',
};

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rule: { roundrobin: 'round robin' },
  action: { swapoff_fails: 'swapoff that fails', slots_cache: 'switch slots cache', rule: 'switch rule' },
};

export function paramLabel(name: string): string {
  return LABELS[name] ?? name.replaceAll('_', ' ');
}

/** `list` is the enum's name. */
export function valueWords(list: string, value: string): string {
  return VALUES[list]?.[value] ?? value;
}
