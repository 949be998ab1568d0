/** Id of the text twin of a pane, by which the drawing names its description. */
export function twinId(pane: 'A' | 'B'): string {
  return `interleave-twin-${pane}`;
}
