// Which test files are in which tier (docs/testing.md). A file that is not named here is in `rest` alone.
import { basename } from 'node:path';

/**
 * quick: what most changes would break. short: every page, and every promise to who uses it. A file is in all tiers from
 * its own on. long: minutes of what `9-class` and `9-room` show of a class that nothing disturbs.
 * @type {Readonly<Record<string, 'quick' | 'short' | 'long'>>}
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
  '8-machine': 'short',
  '8-timeline': 'short',
  '8-traces': 'short',
  '9-class-errors': 'long',
  '9-compare': 'short',
  '9-offline': 'short',
  '9-room': 'short',
  '9-room-targets': 'long',
};

/** Walks over many sizes: whole in `long`, elsewhere in fewer sizes (`isShort`). */
const WALKS = ['4-pages', '4-tour', '4-wall', '7-pointer', '8-timeline'];
/** Of these `short` asks one half, `rest` the other. */
const HALVED = ['4-pages', '8-report'];

export const TIERS = /** @type {const} */ (['quick', 'short', 'rest', 'long']);

/** Every file that is named here. */
export const NAMED = [...Object.keys(FROM), ...WALKS];

/**
 * Whether a file is in a tier. `rest` is what `short` has not looked at, `long` what no other tier has wholly.
 * @param {string} file @param {string | undefined} tier none: all files
 */
export function inTier(file, tier) {
  const from = FROM[file];
  if (tier === undefined) return true;
  if (tier === 'long') return from === 'long' || WALKS.includes(file);
  if (tier === 'rest') return from === undefined || HALVED.includes(file);
  return from === 'quick' || (from === 'short' && tier === 'short');
}

/** The tier that the test file runs in, if any: run.mjs puts it into the environment. */
export const TIER = process.env['MMS_TEST_TIER'];

/** Whether the test file that runs looks at fewer sizes. */
export function isShort() {
  const file = basename(process.argv[1] ?? '', '.test.mjs');
  return TIER === 'quick' || TIER === 'short' || (TIER === 'rest' && WALKS.includes(file));
}
