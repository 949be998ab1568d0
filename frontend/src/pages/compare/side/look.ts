/** How a question is looked at: a part of the link beside it, `look=`. Pure. */

/** The first is what a link without one means. */
export const LOOKS = [
  ['sweep', 'sweep'],
  ['side', 'side by side'],
  ['scrub', 'scrub'],
] as const;
export type Look = (typeof LOOKS)[number][0];

const [[USUAL]] = LOOKS;

/** A look that there is not is the usual one: what was asked is shown all the same. */
export function lookOf(text: string): { look: Look; question: string } {
  const pairs = text.split('&');
  const given = pairs.find((pair) => pair.startsWith('look='))?.slice('look='.length);
  return {
    look: LOOKS.find(([name]) => name === given)?.[0] ?? USUAL,
    question: pairs.filter((pair) => !pair.startsWith('look=')).join('&'),
  };
}

/** The same question, looked at so. */
export function withLook(question: string, look: Look): string {
  if (look === USUAL) return question;
  return question === '' ? `look=${look}` : `${question}&look=${look}`;
}
