/**
 * The app's style sheets for a shadow tree: what they say of the root is said of the element. A constructed sheet, since
 * a strict Content-Security-Policy refuses style elements there, too.
 */
import mono from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2?url';
import sans400 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?url';
import sans500 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2?url';
import sans600 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?url';
import base from '../ui/base.css?inline';
import blocks from '../ui/blocks.css?inline';
import controls from '../ui/controls.css?inline';
import drawing from '../ui/drawing.css?inline';
import tile from '../ui/letter-tile.css?inline';
import tokens from '../ui/tokens.css?inline';
import pane from '../stage/pane.css?inline';
import question from '../stage/question.css?inline';
import words from '../stage/words.css?inline';
import own from './embed.css?inline';

const SCENES = import.meta.glob<string>('../scenes/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** Tokens that a page may set, as `--mm-…`. */
const OPEN = ['paper', 'ink', 'ink-2', 'ink-3', 'line', 'wash', 'control', 'sans', 'mono', 'radius'];

/** Rules of the page's root and body, for the element. */
function ofHost(css: string): string {
  return css
    .replace(/@property[^}]*\}/g, '')
    .replace(/(^|[\s,}])(?::root|html|body)(?=[\s,{])/g, '$1:host')
    .replace(/(^|[\s,}])\[data-(theme|mode)=/g, '$1:host([data-$2=')
    .replace(/(:host\(\[data-(?:theme|mode)=['"]?\w+['"]?\])/g, '$1)');
}

function opened(css: string): string {
  return OPEN.reduce(
    (text, name) =>
      text.replace(
        new RegExp(`(--${name}):([^;]+);`),
        (_, token: string, value: string) => `${token}:var(--mm-${name},${value.trim()});`,
      ),
    css,
  );
}

let sheet: CSSStyleSheet | null = null;

export function embedSheet(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  const all = [
    opened(tokens),
    base,
    controls,
    blocks,
    words,
    pane,
    question,
    tile,
    drawing,
    ...Object.values(SCENES),
  ];
  sheet.replaceSync(`${all.map(ofHost).join('\n')}\n${own}`);
  return sheet;
}

let faces: Promise<unknown> | null = null;

/** Faces belong to the document, not to a shadow tree; without them another sans serif stands in. */
export function loadFaces(): Promise<unknown> {
  faces ??= Promise.allSettled(
    [
      ['IBM Plex Sans', sans400, '400'],
      ['IBM Plex Sans', sans500, '500'],
      ['IBM Plex Sans', sans600, '600'],
      ['IBM Plex Mono', mono, '400'],
    ].map(async ([family = '', url = '', weight = '']) => {
      const face = new FontFace(family, `url(${JSON.stringify(new URL(url, import.meta.url).href)})`, {
        weight,
      });
      document.fonts.add(await face.load());
    }),
  );
  return faces;
}
