// Pages on which something is wrong with the figure: the checks of figures.mjs must notice each.
import { site } from '../site.mjs';
import { shows } from './figures.mjs';

const FIGURE = '<mm-scope view="zones?a=model:zones-fair&amp;k=7" height="420"><i>A picture.</i></mm-scope>';
const SCRIPT = '<script type="module" src="/mm/embed/mm-scope.js"></script>';
/** @type {Record<string, string>} */
const LIES = {
  'no figure': SCRIPT,
  'one too many': `${SCRIPT}${FIGURE}${FIGURE}`,
  'no script': FIGURE,
  'no such scenario': `${SCRIPT}${FIGURE.replace('zones-fair', 'none-such')}`,
  'the picture beside it': `${SCRIPT}${FIGURE}<script>customElements.whenDefined('mm-scope').then(() => {
    const style = document.createElement('style');
    style.textContent = 'slot { display: contents !important }';
    document.querySelector('mm-scope').shadowRoot.append(style); })</script>`,
  'nothing to be seen': `${SCRIPT}<style>mm-scope { filter: brightness(0) }</style>${FIGURE}`,
  'keys that another takes': `${SCRIPT}${FIGURE}<script>addEventListener('keydown', (e) => e.stopImmediatePropagation(), true)</script>`,
  'an error': `${SCRIPT}${FIGURE}<script>console.error('no')</script>`,
  'a request to another host': `${SCRIPT}${FIGURE}<img alt="" src="http://localhost:9/beacon.gif">`,
};

/**
 * Lies that were not noticed, and how many there are.
 * @param {import('playwright-core').Browser} browser
 */
export async function believed(browser) {
  const truth = await site({ '/': page(`${SCRIPT}${FIGURE}`) }, {});
  await shows(browser, truth.at('/'), { patience: 15_000 });
  const found = [];
  for (const [lie, body] of Object.entries(LIES)) {
    const host = await site({ '/': page(body) }, {});
    const noticed = await shows(browser, host.at('/'), { patience: 4000 }).then(
      () => false,
      () => true,
    );
    if (!noticed) found.push(lie);
  }
  return { count: Object.keys(LIES).length, found };
}

const page = (/** @type {string} */ body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title><body>${body}`;
