// Which test files are in which tier (docs/testing.md). A file that is not named here is in `rest` alone.

/**
 * quick: what most changes would break. short: every page, and every promise to who uses it. A file is in all tiers from
 * its own on.
 * @type {Readonly<Record<string, 'quick' | 'short'>>}
 */
const FROM = {
  '1-quiz': 'short',
  '1-stage': 'quick',
  '1-start': 'short',
  '2-files': 'short',
  '3-keys': 'short',
  '3-links': 'quick',
  '4-pages': 'short',
  '5-headers': 'quick',
  '5-owners': 'short',
  '5-server': 'short',
  '7-lessons': 'short',
  '7-scenes': 'short',
  '7-step': 'short',
  '8-check': 'short',
  '8-embed': 'short',
  '8-embed-notebook': 'short',
  '8-published': 'short',
  '8-timeline': 'short',
  '8-traces': 'short',
  '9-compare': 'short',
  '9-offline': 'short',
  '9-room': 'short',
};

/** Files that look at less in a short tier (MMS_TEST_SHORT), and so are in `rest` as well. */
const SHORTENED = ['4-pages'];

export const TIERS = /** @type {const} */ (['quick', 'short', 'rest']);

/** Every file that is named here. */
export const NAMED = [...Object.keys(FROM), ...SHORTENED];

/**
 * Whether a file is in a tier. `rest` is what `short` has not looked at, or not wholly.
 * @param {string} file @param {string | undefined} tier none: all files
 */
export function inTier(file, tier) {
  const from = FROM[file];
  if (tier === undefined) return true;
  if (tier === 'rest') return from === undefined || SHORTENED.includes(file);
  return from === 'quick' || (from === 'short' && tier === 'short');
}
