/** Of a room's link: its results. Longer or shorter than what a QR picture carries. */
export const RESULTS = 'results';

/** What phones open: with the picture, and typed. */
export const linkOf = (base: string, link: string): string => new URL(`#v1/room/${link}`, base).href;

export function typedOf(base: string): string {
  const { host, pathname } = new URL('r', base);
  return `${host}${pathname}`;
}
