/** Id of the text twin of a pane, by which the drawing names its description. One pane A and one B exist. */
export function twinId(pane: 'A' | 'B'): string {
  return `zones-twin-${pane}`;
}
