/** Plain words for all tunables and their values: fetched with the controls. */
import { letterOf } from '../../core/number';
import { paramLabel, valuePhrase } from './phrases';

const LABELS: Readonly<Record<string, string>> = {
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
  zone_reclaim_mode: 'zone_reclaim_mode',
  min_free_kbytes: 'min_free_kbytes',
  watermark_scale_factor: 'watermark_scale_factor',
  lowmem_reserve_ratio: 'lowmem_reserve_ratio',
  node_pages: 'node size',
  load: 'loads',
  load_node: 'on node',
  load_pages: 'load size',
  load_rate: 'load rate',
  load_hot: 'hot share',
  record_every: 'record every',
  mempolicy: 'policy',
  policy_nodes: 'on nodes',
  weight: 'weights',
  max_sectors: 'request limit',
  max_segments: 'segments limit',
  read_ahead: 'readahead',
  file_pages: 'file',
  pcp_batch: 'list batch',
  swap_poll_delay: 'delay',
  page_cluster: 'page-cluster',
  readahead: 'readahead by',
  dev_ns: 'disk time',
  dev_spread: 'disk spread',
  dev_queues: 'queues',
  submit_ns: 'submit',
  switch_ns: 'context switch',
  irq_ns: 'interrupt',
  poll_ns: 'one poll',
  finish_ns: 'finish',
  work_ns: 'work between',
  wake_ns: 'waking an idle CPU',
  lock_ns: 'locked part',
  lock_fetch_ns: 'fetching a lock',
  write_ns: 'writing a page',
  reclaim_ns: 'reclaiming a page',
  timer_ns: 'timer',
  dev_page_ns: 'each further page',
  area_pages: 'memory of a task',
  resident_pages: 'pages in memory',
  slots_back: 'assumed: slots come back',
  batch_begin: 'assumed: batches begin',
  unseen_pages: 'assumed: unseen pages',
  frames_next: 'assumed: frames',
  read_costs: 'assumed: costs',
};

const BAND = { all: 'all, as a band' };
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  slots_back: { ...BAND, random: 'any' },
  batch_begin: { ...BAND, half: 'half full' },
  unseen_pages: { ...BAND, rule: 'by the policy', there: 'where they went' },
  frames_next: { ...BAND, record: 'the record’s', endless: 'in a row', sixteen: '16 in a row' },
  read_costs: { ...BAND, model: 'the model’s', half: 'half', double: 'double' },
  ra_kind: { vma: 'address', cluster: 'place' },
  action: { swapoff_fails: 'swapoff that fails', slots_cache: 'switch slots cache', rule: 'switch rule' },
};

export const tunableLabel = (name: string): string => LABELS[name] ?? paramLabel(name);

/** What one value of a list belongs to: its noun, then what is numbered. Devices have letters, as in the drawing. */
const ELEMENTS: Readonly<Record<string, readonly [noun: string, of: 'node' | 'device' | 'load' | 'disk']>> = {
  demand: ['demand', 'node'],
  node_pages: ['size', 'node'],
  weight: ['weight', 'node'],
  disk_rate: ['rate', 'disk'],
  dev_pages: ['size', 'device'],
  dev_node: ['node', 'device'],
  dev_prio: ['priority', 'device'],
  load_node: ['node', 'load'],
  load_pages: ['size', 'load'],
  load_rate: ['rate', 'load'],
  load_hot: ['hot share', 'load'],
};

/** "demand of node 0", "size of device A"; of a list without an entry "step at 3". */
export function elementLabel(name: string, lane: number): string {
  const [noun, of] = ELEMENTS[name] ?? [];
  if (!noun) return `${tunableLabel(name)} ${lane}`;
  return `${noun} of ${of} ${of === 'device' ? letterOf(lane) : lane}`;
}

/** `list` is the enum's name. */
export const tunableValue = (list: string, value: string): string =>
  VALUES[list]?.[value] ?? valuePhrase(list, value);
