/**
 * Thrown where a text, or those who read its parts, are such that one reader has to read all of it. What is wrong with
 * the text, that one tells as ever.
 */
export class ParallelRefusal extends Error {
  override readonly name = 'Alone';
}

/** Whatever fails. */
export const orRefusal = <T>(what: Promise<T>): Promise<T> =>
  what.catch(() => {
    throw new ParallelRefusal();
  });
