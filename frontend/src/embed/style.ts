/**
 * The app's style sheets for a shadow tree: what they say of the root is said of the element. A constructed sheet, since
 * a strict Content-Security-Policy refuses style elements there, too.
 */
import { STAND_INS } from './faces';
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

/** With what stands in for the faces until they come. */
const typed = (css: string) =>
  css.replace("'IBM Plex Sans',", (first) => [first, ...STAND_INS.map((name) => `'${name}',`)].join(' '));

let sheet: CSSStyleSheet | null = null;

export function embedSheet(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  const all = [
    opened(typed(tokens)),
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
