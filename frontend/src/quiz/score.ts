/** How a learner does, kept on their machine. */
const KEPT = 'mmscope.predict';

export interface Score {
  asked: number;
  right: number;
  /** Right ones in a row, up to now. */
  streak: number;
}

export const NO_SCORE: Score = { asked: 0, right: 0, streak: 0 };

export const nextScore = ({ asked, right, streak }: Score, hit: boolean): Score => ({
  asked: asked + 1,
  right: right + (hit ? 1 : 0),
  streak: hit ? streak + 1 : 0,
});

export function storedScore(): Score {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    const { asked, right, streak } = kept as Score;
    if ([asked, right, streak].every((n) => Number.isSafeInteger(n) && n >= 0))
      return { asked, right, streak };
  } catch {
    // Nothing was kept, or somebody else wrote there.
  }
  return NO_SCORE;
}

export function storeScore(now: Score): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing: it counts for this question only.
  }
}
