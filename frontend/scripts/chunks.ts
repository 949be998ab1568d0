/**
 * The files that the app is cut into. A page fetches all of them in advance, so that it works when its server is gone: few,
 * and as what is shown together comes together. What is fetched when it is asked for, and not before, is in none of them.
 */
import { relative, sep } from 'node:path';

/**
 * What is fetched later than what every page begins with: what of src/ is in each file. One imports those before it alone, as layers.js has it; what pages share is low.
 * Pages that have nothing to do with one another share a file where both are small: a file has its bounds, too
 * (e2e/bench/page.mjs).
 */
const CHUNKS: readonly (readonly [name: string, of: RegExp])[] = [
  [
    'base',
    /^(\.\.\/node_modules\/d3-(array|color|format|interpolate|path|scale|shape)|core|capture|ui|app\/page-files|trace\/(report\/(phrases|snapshots)|statistics|store))\b/,
  ],
  ['scenes', /^scenes\//],
  [
    'stage',
    /^(quiz|stage|pages\/(start|published\/runs)|app\/(links|keyboard\/(keyboard|commands)|dialogs\/(Tour|ClassLink|class-link|DecisionDialog)))\b/,
  ],
  ['machine', /^(timeline|pages\/machine|app\/routes\/TimelineRoute)\b/],
  ['class', /^(lessons|rooms|app\/(routes\/LessonRoute|files\/lesson-file))\b/],
  ['tables', /^(guest|pages\/(compare|published|guest)|app\/routes\/(PublishedRoute|GuestRoute))\b/],
  ['evidence', /^(trace|pages\/(check|report)|app\/routes\/(CheckRoute|check-policy|ReportRoute))\b/],
  ['dialogs', /^(embed|app|\.\.\/node_modules\/@zip\.js)\//],
];
/** Fetched by who needs it: fonts of a figure that somebody saves, and the colours of a projector. */
const APART = /^(embed\/figure\/plex|ui\/style\/projector\.css)\b/;

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const SRC = new URL('../src/', import.meta.url).pathname;
const found = new Map<string, number>();

/** The place of its file in CHUNKS; Infinity for none. What comes from elsewhere is with the first of those that import it. */
function placeOf(id: string, graph: Graph): number {
  const known = found.get(id);
  if (known !== undefined) return known;
  found.set(id, Infinity);
  const file = relative(SRC, id.replace(/\?.*$/s, '')).replaceAll(sep, '/');
  const own = CHUNKS.findIndex(([, of]) => of.test(file));
  const importers = APART.test(file) || own >= 0 ? [] : (graph.getModuleInfo(id)?.importers ?? []);
  const place =
    own >= 0 && !APART.test(file) ? own : Math.min(...importers.map((one) => placeOf(one, graph)));
  found.set(id, place);
  return place;
}

export const GROUPS = [
  // React changes with no release of ours: a browser that has it keeps it.
  {
    name: 'react',
    test: (id: string) =>
      /node_modules\/(react|scheduler|react-dom(?!\/(server|cjs\/react-dom-server)))\//.test(id),
  },
  { name: 'first', tags: ['$initial' as const] },
  // Beside what a page begins with, one style sheet for all that is not there at once.
  {
    name: (id: string, graph: Graph) => {
      const place = placeOf(id, graph);
      return id.endsWith('.css') && place < Infinity ? 'style' : (CHUNKS[place]?.[0] ?? null);
    },
  },
];

/** Of a worker: what it begins with, in two files where it is much, and what it fetches later, of large scenes each by itself. */
export const WORKER_GROUPS = [
  { name: 'core', tags: ['$initial' as const], test: /\/src\/(core|capture)\//, minSize: 140_000 },
  { name: 'first', tags: ['$initial' as const] },
  {
    name: (id: string) => /\/src\/scenes\/([a-z]+-[a-z]+|zones|interleave|decisions)\//.exec(id)?.[1] ?? null,
    minSize: 20_000,
  },
  { name: 'later', test: () => true },
];
