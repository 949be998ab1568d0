/** Of tests that take long: a part in `make test`, all of it in `make test-rest`, which runs the files that import this. */
const SHORT = process.env['MMS_TEST_SHORT'] !== undefined;
const PART = 4;

/** Of so many trials as many as are made now. */
export const trials = (all: number): number => (SHORT ? Math.ceil(all / PART) : all);

/** Of a list what is looked at now. */
export const some = <T>(all: readonly T[]): readonly T[] =>
  SHORT ? all.filter((_, i) => i % PART === 0) : all;

/** Whether there is only one of it, which takes long. */
export const leftOut = SHORT;
