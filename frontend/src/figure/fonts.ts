/** The faces that text of a figure is set in, as rules of a style sheet with the fonts themselves in them. */

/** Fonts as base64 (WOFF2), by weight of IBM Plex Sans. */
export type Faces = Readonly<Record<400 | 500 | 600, string>>;

/** What markup of such a weight says. */
const HEAVIER = {
  500: /class="[^"]*\bw5\b|font-weight:\s*500/,
  600: /class="[^"]*\b(?:w6|ghost-words)\b|font-weight:\s*600/,
} as const;

/** Only the weights that the markup has text of. */
export function facesOf(faces: Faces, markup: string): string {
  const heavier = ([500, 600] as const).filter((weight) => HEAVIER[weight].test(markup));
  return ([400, ...heavier] as const)
    .map(
      (weight) =>
        `@font-face{font-family:'IBM Plex Sans';font-weight:${weight};` +
        `src:url(data:font/woff2;base64,${faces[weight]}) format('woff2')}`,
    )
    .join('');
}
