/** The weights of IBM Plex Sans that text is set in: on the page, in other pages, in figures. The first is the plain one. */
export const WEIGHTS = [400, 500, 600] as const;
export type Weight = (typeof WEIGHTS)[number];
