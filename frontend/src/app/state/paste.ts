/** A text on its way from one page to another: in memory, until it is taken. */
let text = '';

export const bring = (next: string): void => {
  text = next;
};

export function taken(): string {
  const brought = text;
  text = '';
  return brought;
}
