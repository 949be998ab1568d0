/**
 * The app's style sheets for a shadow tree: what they say of the root is said of the element. A constructed sheet, since
 * a strict Content-Security-Policy refuses style elements there, too.
 */
import { STAND_INS } from './fonts';
import base from '../../ui/style/page.css?inline';
import blocks from '../../ui/style/blocks.css?inline';
import controls from '../../ui/style/controls.css?inline';
import fields from '../../ui/style/fields.css?inline';
import drawing from '../../ui/style/drawing.css?inline';
import tile from '../../ui/nodes/letter-tile.css?inline';
import tokens from '../../ui/style/tokens.css?inline';
import pane from '../../stage/panes/pane.css?inline';
import question from '../../quiz/view/question.css?inline';
import words from '../../stage/panes/narration.css?inline';
import own from './embed.css?inline';

const SCENES = import.meta.glob<string>('../../scenes/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** Tokens that a page may set, as `--mm-…`. */
const OPEN = ['paper', 'ink', 'ink-2', 'ink-3', 'line', 'wash', 'control', 'sans', 'mono', 'radius'];

/**
 * What a page says of its own text ends here, with what a figure does not say itself: a direction from right to left would
 * turn a drawing's words around. Whether it is to be seen and to be touched at all is the page's to say.
 */
const APART =
  '.figure-place{all:initial;direction:ltr;unicode-bidi:isolate;' +
  'color-scheme:inherit;visibility:inherit;pointer-events:inherit;user-select:inherit}';

/** Rules of the page's root, for the element; those of its body, for what is in it. */
function ofHost(css: string): string {
  return css
    .replace(/@property[^}]*\}/g, '')
    .replace(/(^|[\s,}])(?::root|html)(?=[\s,{])/g, '$1:host')
    .replace(/(^|[\s,}])body(?=[\s,{])/g, '$1.figure-place')
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
    fields,
    blocks,
    words,
    pane,
    question,
    tile,
    drawing,
    ...Object.values(SCENES),
  ];
  sheet.replaceSync([APART, ...all.map(ofHost), own].join('\n'));
  return sheet;
}
