declare module 'virtual:plex-medium' {
  /** What it has glyphs for. */
  export const characters: string;
  /** The face, WOFF2 as base64. */
  const medium: string;
  export default medium;
}
