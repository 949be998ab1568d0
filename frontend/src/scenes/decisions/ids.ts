/** Id of the table of fields of a pane, by which the page of decisions names its description. */
export function twinId(pane: 'A' | 'B'): string {
  return `decisions-twin-${pane}`;
}
