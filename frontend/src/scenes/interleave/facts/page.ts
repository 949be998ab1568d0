/** Decisions that are on screen together, and those before them that explain what is there. */

/** Pages of a file in one row of the drawing. */
export const PAGE = 64;
/** Decisions before those: as many pages as the request that the first of them joined may hold. */
const BEFORE = 136;

/** Decision in the first place of the row that holds decision k. */
export function firstOf(k: number, places: number = PAGE): number {
  return 1 + places * Math.floor((Math.max(1, k) - 1) / places);
}

/** As `Decision.page` of the scene contract. Rows do not move with the cursor: it goes along one, then it turns. */
export function page(k: number): { first: number; count: number } {
  const row = firstOf(k);
  const first = Math.max(1, row - BEFORE);
  return { first, count: row + PAGE - first };
}
