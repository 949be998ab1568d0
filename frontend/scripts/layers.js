// Which folder of src/ may import which, for eslint: one table, resolved by path.
import { statSync } from 'node:fs';
import path from 'node:path';

/**
 * A folder may import itself and the folders named here. A row for `a/b` is about that folder inside `a`: what it may
 * import of `a` is named by whole paths; what it may import elsewhere is what the row of `a` allows.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const MAY_IMPORT = {
  core: [],
  capture: ['core'],
  guest: ['core', 'capture'],
  ui: ['core'],
  scenes: ['core', 'capture', 'ui'],
  quiz: ['core', 'ui', 'scenes'],
  stage: ['core', 'capture', 'ui', 'scenes', 'quiz'],
  trace: ['core', 'capture'],
  timeline: ['core', 'capture', 'trace', 'ui'],
  lessons: ['core', 'capture', 'ui', 'scenes', 'quiz', 'stage'],
  rooms: ['core', 'capture', 'ui', 'scenes', 'quiz', 'stage', 'lessons'],
  'embed/figure': ['core', 'capture', 'ui', 'scenes', 'stage', 'pages/machine'],
  'embed/element': ['core', 'capture', 'ui', 'scenes', 'quiz', 'stage', 'pages/machine', 'embed/figure'],
  'pages/compare': ['core', 'capture', 'ui', 'scenes', 'stage'],
  'pages/published': ['core', 'capture', 'ui'],
  'pages/check': ['core', 'ui'],
  'pages/guest': ['core', 'guest', 'ui'],
  'pages/machine': ['core', 'ui', 'scenes'],
  'pages/report': ['core', 'trace', 'ui'],
  'pages/start': ['core', 'capture', 'ui', 'scenes', 'stage'],
};

/** Folders inside one, in the same manner. @type {Readonly<Record<string, readonly string[]>>} */
export const INSIDE = {
  'core/gen': [],
  'core/asif': ['core', 'core/gen'],
  core: ['core/gen'],
  'capture/local': [],
  'capture/remote': ['capture/local'],
  'capture/sources': ['capture/local', 'capture/remote'],
  capture: ['capture/local', 'capture/remote'],
  'stage/state': [],
  'stage/workers': [],
  'stage/cursor': ['stage/state', 'stage/workers'],
  'stage/control': ['stage/state', 'stage/workers', 'stage/cursor'],
  'stage/tunables': ['stage/state', 'stage/control'],
  'stage/sources': ['stage/state', 'stage/control', 'stage/tunables'],
  'stage/touch': ['stage/state', 'stage/control', 'stage/tunables'],
  'stage/panes': ['stage/state', 'stage/control', 'stage/sources', 'stage/touch'],
  'stage/strip': ['stage/state', 'stage/control'],
  'stage/transport': ['stage/state', 'stage/cursor', 'stage/control', 'stage/strip'],
  'stage/presenter': ['stage/state', 'stage/control'],
  stage: ['stage/state', 'stage/cursor', 'stage/control', 'stage/sources', 'stage/panes', 'stage/transport'],
  'trace/gen': [],
  'trace/store': ['trace/gen'],
  'trace/reader': ['trace/gen', 'trace/store'],
  'trace/parallel': ['trace/gen', 'trace/store', 'trace/reader'],
  'trace/archive': ['trace/reader'],
  'trace/statistics': ['trace/gen', 'trace/store'],
  trace: ['trace/gen', 'trace/store', 'trace/reader', 'trace/parallel', 'trace/archive'],
  'trace/doctor': ['trace', 'trace/gen'],
  'trace/report': ['trace', 'trace/gen', 'trace/store', 'trace/statistics', 'trace/doctor'],
  'app/state': [],
  'app/links': ['app/state'],
  'app/dialogs': [],
  'app/keyboard': ['app/dialogs', 'app/links', 'app/state'],
  'app/files': ['app/links', 'app/state'],
  'app/header': ['app/links', 'app/state'],
  'app/routes': ['app/files', 'app/links', 'app/state'],
};

/** Packages that write to the page: React renders, and these folders run in workers and figures, too. */
const OF_THE_PAGE = /^d3-(selection|brush|zoom|drag|transition|axis)$/;
const OFF_PAGE =
  /^(core|trace|scenes|embed\/figure|timeline\/(model|canvas|control|remote|worker)|stage\/workers)\//;

/** The longest row that a file is under. @param {Readonly<Record<string, unknown>>} rows @param {string} file */
function rowOf(rows, file) {
  let folder = path.posix.dirname(file);
  while (folder !== '.' && !(folder in rows)) folder = path.posix.dirname(folder);
  return folder === '.' ? null : folder;
}

/**
 * Why a file may not import another, or a package, or null. Files as paths below src/.
 * @param {string} from @param {string} to
 * @returns {string | null}
 */
export function refusal(from, to) {
  if (OF_THE_PAGE.test(to)) return OFF_PAGE.test(from) ? 'no page is drawn on here' : null;
  const [outer, target] = [rowOf(MAY_IMPORT, from), rowOf(MAY_IMPORT, to)];
  if (from.includes('/testing/') || /\.test\.tsx?$/.test(from)) return null;
  if (to.startsWith('app/') && !from.startsWith('app/')) return 'nothing imports src/app';
  if (outer !== null && target !== null && outer !== target) {
    const allowed = MAY_IMPORT[outer] ?? [];
    return allowed.includes(target)
      ? null
      : `src/${outer} may import only: ${[...allowed, 'itself'].join(', ')}`;
  }
  const [inner, inside] = [rowOf(INSIDE, from), rowOf(INSIDE, to)];
  if (inner === null || inside === null || inner === inside) return null;
  if (inner.split('/')[0] !== inside.split('/')[0]) return null;
  const allowed = INSIDE[inner] ?? [];
  return allowed.includes(inside)
    ? null
    : `src/${inner} may import of its folder only: ${[...allowed, 'itself'].join(', ')}`;
}

/** @type {import('eslint').Rule.RuleModule} */
export const rule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const root = path.join(context.cwd, 'src');
    const from = path.relative(root, context.filename).replaceAll(path.sep, '/');
    /** Below src/; a folder stands for its index. @param {string} target */
    const fileOf = (target) => {
      const folder = statSync(target, { throwIfNoEntry: false })?.isDirectory();
      return path.relative(root, folder ? path.join(target, 'index') : target).replaceAll(path.sep, '/');
    };
    /** @param {import('estree').Node | null | undefined} source */
    const look = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const target = source.value.startsWith('.')
        ? fileOf(path.resolve(path.dirname(context.filename), source.value))
        : source.value;
      const why = refusal(from, target);
      if (why) context.report({ node: source, message: `${why} (the table in scripts/layers.js).` });
    };
    return {
      ImportDeclaration: ({ source }) => {
        look(source);
      },
      ExportNamedDeclaration: ({ source }) => {
        look(source);
      },
      ExportAllDeclaration: ({ source }) => {
        look(source);
      },
      ImportExpression: ({ source }) => {
        look(source);
      },
    };
  },
};
