/** A question for each document, to begin with. */
export interface Preset {
  title: string;
  question: string;
  /** Of datasets/pictures: the machine that it is about. */
  picture?: string;
}

export const PRESETS: readonly Preset[] = [
  {
    title: 'Granularity 1 to 16: how long requests become, and of how many segments',
    question: 'of=model:published-iostat-interleave-1&x=granularity:1,2,4,8,16&m=sectors,segments,requests',
    picture: 'capture-interleave-8',
  },
  {
    title: 'Three rules, by the demand of one node: how much stays at home',
    question: 'of=model:four-nodes&x=demand.0:1,2,4,8&y=rule:node,global,roundrobin&seeds=1..3&m=home',
    picture: 'lesson-which-swap-device',
  },
  {
    title: 'Round robin by calls and by clusters: which device gets how much',
    question: 'of=model:four-nodes&of.rule=roundrobin&x=turn:call,cluster&seeds=1..5&m=device_share,home',
    picture: 'lesson-in-turn',
  },
  {
    title: 'Fair against preferred: pages and time in memory, zone by zone',
    question:
      'of=model:zones-fair&x=zone_alloc_policy:preferred,fair,fair_local&m=zone_share,age_p50,local,wakeups',
    picture: 'capture-zones-fair',
  },
  {
    title: 'A faster disk: latency and CPU time in three modes',
    question:
      'of=model:swap-in-hybrid&x=dev_ns:2000,5000,10000,20000,50000&y=swap_poll:interrupt,poll,hybrid&m=latency_p50,latency_p99,cpu',
    picture: 'lesson-asleep-or-spinning',
  },
  {
    title: 'A recorded workload, as if under each rule',
    question: 'of=capture:two-nodes-node&x=rule:node,global,roundrobin&seeds=1..8&m=home,device_share',
    picture: 'capture-two-nodes-node',
  },
];

/** Which tunable matters, to begin with: one of each machine. */
export const RANKINGS: readonly Preset[] = [
  {
    title: 'What a fault costs the CPU while it polls for its page',
    question: 'of=model:swap-in-hybrid&rank=cpu&seeds=1..3',
  },
  {
    title: 'How long requests become where pages are interleaved',
    question: 'of=model:interleave-1&rank=sectors',
  },
  {
    title: 'How much is swapped out to the node that asks',
    question: 'of=model:two-nodes&rank=home&seeds=1..3',
  },
  { title: 'How often kswapd is woken', question: 'of=model:zones-preferred&rank=wakeups' },
];

/** Two sources, to begin with. */
export const PAIRS: readonly Preset[] = [
  {
    title: 'Swap by node beside one list: who swaps at home',
    question: 'a=capture:two-nodes-node&b=capture:two-nodes-global',
  },
  {
    title: 'The same demand, as if under one list',
    question: 'a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global',
  },
  {
    title: 'A page from swap: by interrupt beside polled for',
    question: 'a=capture:swap-in-interrupt&b=capture:swap-in-poll',
  },
  {
    title: 'Interleave page by page beside eight in a row: requests',
    question: 'a=capture:interleave-1&b=capture:interleave-8',
  },
];
