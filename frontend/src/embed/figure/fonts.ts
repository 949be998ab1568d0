/** The faces that text of a figure is set in, as rules of a style sheet with the fonts themselves in them. */

import { WEIGHTS, type Weight } from '../../ui/fonts';

/** Fonts as base64 (WOFF2). */
export type Fonts = Readonly<Record<Weight, string>>;

const [PLAIN, ...HEAVIER] = WEIGHTS;
/** What markup of such a weight says. */
const SAYS: Readonly<Record<(typeof HEAVIER)[number], RegExp>> = {
  500: /class="[^"]*\bw5\b|font-weight:\s*500/,
  600: /class="[^"]*\b(?:w6|ghost-words)\b|font-weight:\s*600/,
};

/** Only the weights that the markup has text of. */
export function fontRules(faces: Fonts, markup: string): string {
  const heavier = HEAVIER.filter((weight) => SAYS[weight].test(markup));
  return [PLAIN, ...heavier]
    .map(
      (weight) =>
        `@font-face{font-family:'IBM Plex Sans';font-weight:${weight};` +
        `src:url(data:font/woff2;base64,${faces[weight]}) format('woff2')}`,
    )
    .join('');
}
