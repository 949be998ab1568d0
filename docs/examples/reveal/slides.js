// `npm install reveal.js mm-scope`, reveal.js copied beside this file, and `npx mm-scope copy mmscope`.
import MmScopeSlides from './mmscope/embed/reveal.js';
import Reveal from './reveal.js/dist/reveal.mjs';

await Reveal.initialize({ plugins: [MmScopeSlides] });
