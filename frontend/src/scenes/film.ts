/** A part of a drawing that can be shown large, the others below it as a strip of small pictures (marks/Film.tsx). */
export interface LargePart {
  id: string;
  name: string;
}

/** Height of the strip. */
export const FILM = 84;
