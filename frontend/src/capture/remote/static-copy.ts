/**
 * A copy of the app on a web server that has its files and nothing else: `make static` says so in the page, and what
 * needs a server of the app is not even asked for.
 */
const MARK = 'meta[name="mmscope-static"]';

export const isStaticCopy = (): boolean =>
  typeof document !== 'undefined' && document.querySelector(MARK) !== null;

const HERE = 'This copy of mmscope is files alone';

export const NO_UPLOADS = `${HERE}, and keeps nothing for others: models, bundled captures and your own files work. Uploads need a server (mmscope serve).`;
export const NO_ROOMS = `${HERE}, and a live room needs a server (mmscope serve): everything else works here.`;
