/** The faces that text of a figure is set in, as rules of a style sheet with the fonts themselves in them. */

/** Fonts as base64 (WOFF2), by weight of IBM Plex Sans. */
export type Faces = Readonly<Record<400 | 600, string>>;

/** Only the weights that the markup has text of. */
export function facesOf(faces: Faces, markup: string): string {
  const bold = /class="[^"]*\bw[56]\b|font-weight:\s*[56]00/.test(markup);
  const weights = bold ? ([400, 600] as const) : ([400] as const);
  return weights
    .map(
      (weight) =>
        `@font-face{font-family:'IBM Plex Sans';font-weight:${weight};` +
        `src:url(data:font/woff2;base64,${faces[weight]}) format('woff2')}`,
    )
    .join('');
}
