// npm run bench-machine: from a paste to its drawing, for a machine of eight nodes with 32 CPUs' lists in each zone.
//
// The clock is the page's: from the paste, over the button that draws, pressed as soon as it can be, to the frame in which the zones,
// and the axis of the distances that the core says, are there.
import { launch } from '../browser.mjs';
import { openMachine, paste } from '../machine.mjs';
import { startPreview } from '../vite.mjs';

const LIMIT_MS = 1000;
const [NODES, CPUS, ROUNDS] = [8, 32, 5];

/** @param {number} node @param {string} zone @param {string} reserves */
const zone = (node, zone, reserves) => `Node ${node}, zone ${zone}
  pages free     210048
        boost    0
        min      11370
        low      15497
        high     19624
        promo    23751
        spanned  4127744
        present  4127744
        managed  4127744
        cma      0
        protection: (${reserves})
      nr_free_pages 210048
  pagesets
${Array.from({ length: CPUS }, (_, cpu) => `    cpu: ${cpu}\n              count:    270\n              high:     2000\n              batch:    63\n              high_min: 2000\n              high_max: 8000\n  vm stats threshold: 125\n`).join('')}  node_unreclaimable:  0
  start_pfn:           1048576
`;

const TEXT = Array.from({ length: NODES }, (_, node) =>
  node === 0
    ? zone(0, 'DMA32', '0, 0, 16124, 16124') + zone(0, 'Normal', '0, 0, 0, 0')
    : zone(node, 'Normal', '0, 0, 0, 0'),
).join('');

/** ms. @param {import('playwright-core').Browser} browser */
async function measured(browser) {
  const { page, context } = await openMachine(browser);
  const ms = page.evaluate(
    () =>
      new Promise((resolve) => {
        let from = 0;
        document.addEventListener('paste', () => (from = performance.now()), { capture: true, once: true });
        const changes = new MutationObserver(() => {
          const button = /** @type {HTMLButtonElement | undefined} */ (
            [...document.querySelectorAll('button')].find(
              ({ innerText }) => innerText === 'Draw this machine',
            )
          );
          if (button && !button.disabled) button.click();
          if (!document.querySelector('.machine-drawing svg') || !document.querySelector('.machine-axis svg'))
            return;
          changes.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
        });
        changes.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
  await paste(page, TEXT);
  const found = Number(await ms);
  await context.close();
  return found;
}

const preview = await startPreview();
const browser = await launch();
const found = [];
for (let round = 0; round < ROUNDS; round++) found.push(await measured(browser));
await browser.close();
await preview.close();
const [middle = Infinity] = found.toSorted((a, b) => a - b).slice(ROUNDS >> 1);
const ratio = middle / LIMIT_MS;
console.log(
  `bench-machine nodes=${NODES} bytes=${TEXT.length} ms=${found.map(Math.round).join(',')} median=${Math.round(middle)} limit=${LIMIT_MS} ratio=${ratio.toFixed(2)}`,
);
process.exitCode = ratio > 1 ? 1 : 0;
