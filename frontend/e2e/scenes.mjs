// What each scene is looked at with: pairs of sources, and the decision to look at.

/**
 * @typedef {object} SceneViews
 * @property {string} id
 * @property {string} title
 * @property {string} models two models with two tunables changed, of the second
 * @property {[name: string, value: string][]} changed the tunables, as the URL has them
 * @property {string} both a model beside a capture
 * @property {string} captures two captures
 * @property {string} [picture] what the README shows, where it is not `both`
 */

/** @type {SceneViews[]} */
export const SCENES = [
  {
    id: 'swap-devices',
    title: 'Swap devices',
    models: 'a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&b.slots_cache=0&k=918',
    changed: [
      ['b.rule', 'roundrobin'],
      ['b.slots_cache', '0'],
    ],
    both: 'a=model:four-nodes&b=capture:one-each-roundrobin&k=918',
    captures: 'a=capture:two-nodes-node&b=capture:two-nodes-roundrobin&k=300',
  },
  {
    id: 'zones',
    title: 'Zones and watermarks',
    models:
      'a=model:zones-preferred&b=model:zones-preferred&b.zone_alloc_policy=fair&b.load_rate=60000&k=1200',
    changed: [
      ['b.zone_alloc_policy', 'fair'],
      ['b.load_rate', '60000'],
    ],
    both: 'a=model:zones-preferred&b=capture:cache-preferred&k=400',
    captures: 'a=capture:cache-preferred&b=capture:cache-fair&k=300',
    picture: 'a=model:zones-preferred&b=model:zones-fair&k=12001',
  },
  {
    id: 'interleave',
    title: 'Interleave and DMA',
    models: 'a=model:interleave-1&b=model:interleave-1&b.granularity=8&b.max_segments=64&k=1000',
    changed: [
      ['b.granularity', '8'],
      ['b.max_segments', '64'],
    ],
    both: 'a=model:interleave-1&b=capture:interleave-1&k=1000',
    captures: 'a=capture:interleave-1&b=capture:interleave-8&k=1000',
    picture: 'a=model:interleave-1&b=capture:interleave-8&k=1000',
  },
  {
    id: 'swap-in',
    title: 'Swap-in path',
    models: 'a=model:swap-in-random&b=model:swap-in-random&b.swap_poll=poll&b.dev_ns=25000&k=300',
    changed: [
      ['b.swap_poll', 'poll'],
      ['b.dev_ns', '25000'],
    ],
    both: 'a=model:swap-in-hybrid&b=capture:swap-in-hybrid&k=300',
    captures: 'a=capture:swap-in-no-queues&b=capture:swap-in-hybrid-fixed&k=300',
  },
];
