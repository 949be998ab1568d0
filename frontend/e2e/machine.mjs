// Texts of an invented machine, for the tests of its page.
import { openAt } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {number} node @param {string} zone @param {number[]} numbers @param {string} reserves */
const zone = (node, zone, [free, min, low, high, managed], reserves) => `Node ${node}, zone ${zone}
  pages free     ${free}
        boost    0
        min      ${min}
        low      ${low}
        high     ${high}
        spanned  ${managed}
        present  ${managed}
        managed  ${managed}
        protection: (${reserves})
        reserved_highatomic 0
  start_pfn:           1
`;

export const ZONEINFO = [
  zone(0, 'DMA', [3840, 10, 13, 16, 3840], '0, 2902, 15806, 15806'),
  zone(0, 'DMA32', [15688, 2046, 2788, 3530, 742912], '0, 0, 12904, 12904'),
  zone(0, 'Normal', [12390, 9100, 12403, 15706, 3303424], '0, 0, 0, 0'),
  zone(1, 'Normal', [210048, 11370, 15497, 19624, 4127744], '0, 0, 0, 0'),
].join('');

/** Of eight nodes: node 0 has nothing for a request of a program, node 1 gives it, and the others look as node 1 does. */
export const EIGHT = Array.from({ length: 8 }, (_, node) =>
  zone(node, 'Normal', [node === 0 ? 2900 : 3500 + node, 2000, 3000, 4000, 1000000 + node], '0, 0, 0, 0'),
).join('');

export const SYSCTLS = 'vm.min_free_kbytes = 90112\nvm.watermark_scale_factor = 10\n';

export const SWAPS = `Filename Type Size Used Priority
/dev/nvme0n1p3 partition 16777212 9437180 -2
/dev/zram0 partition 8126460 0 -3
`;

export const REPORT = `stress invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, oom_score_adj=0
Node 0 DMA free:13648kB boost:0kB min:20kB low:32kB high:44kB reserved_highatomic:0KB present:15992kB managed:15360kB free_cma:0kB
lowmem_reserve[]: 0 2902 7982 7982
Node 0 DMA32 free:24452kB boost:0kB min:4152kB low:7120kB high:10088kB reserved_highatomic:0KB present:2971648kB managed:2971648kB free_cma:0kB
lowmem_reserve[]: 0 0 5080 5080
Node 0 Normal free:7232kB boost:0kB min:7268kB low:12468kB high:17668kB reserved_highatomic:0KB present:5201920kB managed:5201920kB free_cma:0kB
lowmem_reserve[]: 0 0 0 0
`;

export const BOX = 'What your kernel printed';

/** @param {import('playwright-core').Browser} browser @param {import('playwright-core').BrowserContextOptions} [options] */
export async function openMachine(browser, options = {}) {
  const opened = await openAt(browser, '#v1/machine', options, /Failed to load resource/);
  await opened.page.getByLabel(BOX).waitFor();
  return opened;
}

/** Pastes as the desktop does, wherever the focus is. @param {Page} page @param {string} text */
export const paste = (page, text) =>
  page.evaluate((words) => {
    const data = new DataTransfer();
    data.setData('text/plain', words);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);

/** The text is drawn. @param {Page} page @param {string} text */
export async function draw(page, text) {
  await paste(page, text);
  const button = page.getByRole('button', { name: 'Draw this machine' });
  await button.and(page.locator(':enabled')).click();
  await drawn(page);
}

/** It is, in place of the text. @param {Page} page */
export const drawn = (page) => page.getByLabel(BOX).waitFor({ state: 'detached' });

/** @param {Page} page @param {string | RegExp} words */
export const title = (page, words) => page.getByRole('heading', { level: 1, name: words }).waitFor();

/** The sentences below the title: the page says them aloud as well, a little later. @param {Page} page @param {string | RegExp} words */
export const lead = (page, words) => page.locator('.machine-head').getByText(words);

/** What Share copies. @param {Page} page */
export async function shared(page) {
  await page.locator('summary', { hasText: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Link copied' }).waitFor();
  await page.keyboard.press('Escape');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Of one node, with what kubelet counts. */
export const KUBE = zone(0, 'Normal', [150000, 5120, 6400, 7680, 512000], '0, 0, 0').replace(
  '\n',
  '\n  per-node stats\n      nr_inactive_file 40000\n      nr_anon_pages 200000\n      nr_file_pages 90000\n',
);

export const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 600000  12044 204800    0    0     2     9   33   61  1  0 99  0  0
 2  0      0 559040  12044 204800    0    0     0     0   91  141  1  0 99  0  0
 2  1    512  20000   1044   4800    0  512     0   512   91  141  1  0 99  0  0
`;

/** What people paste, the view that answers, and its first words. */
export const ANSWERS = /** @type {const} */ ([
  [ZONEINFO + SYSCTLS, 'Zones', /^kswapd wakes after another 760 MiB\. 31\.9 MiB later/],
  [SWAPS, 'Swap', /^nvme0n1p3 is next/],
  [REPORT, 'Report', '44.3 MiB were free, and none of it was for this request.'],
  [KUBE, 'Kubernetes', /^Kubelet’s 100Mi comes too late/],
  [KUBE + VMSTAT, 'Zones', /^kswapd wakes after another 561 MiB/],
  [
    KUBE + KUBE.replace('low      6400', 'low      6912'),
    'Before and after',
    'The marks of 1 of 1 zone have changed.',
  ],
]);

/** The view of a machine with one zone, as its page puts it into a link. */
export const MACHINE = 'machine?numbers=4096;0:2,9k6,,70s,9kj,c4a,,1ysxs,1ysxs,0,0,,,,,,,,,0.0.0.0';
