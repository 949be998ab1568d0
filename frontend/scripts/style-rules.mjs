// Style sheets take type and space from tokens alone, and change the layout at three widths: those of tokens.css.
// `npm run lint` runs it on all of them. The exceptions stand here, each with its reason.
import { readdir, readFile } from 'node:fs/promises';
import postcss from 'postcss';

const SRC = new URL('../src/', import.meta.url);
const TOKENS = 'ui/style/tokens.css';

/** Files that hold lengths of their own, and why. @type {readonly (readonly [file: RegExp, why: string])[]} */
const OWN_LENGTHS = [
  [/^ui\/style\/tokens\.css$/, 'defines them'],
  [/^ui\/style\/drawing\.css$/, 'a drawing is laid out in pixels, by the width of its type'],
  [/^scenes\//, 'likewise'],
  [/^embed\/figure\/print\.css$/, 'tokens of paper'],
  [/^ui\/style\/targets\.css$/, 'room around what is drawn, up to the 44 pixels of a thumb'],
];

const SPACE = /^(font-size|font|(padding|margin)(-.*)?|(row-|column-)?gap)$/;
/** Lengths that do not follow the reader or the token beside them; nothing is nothing in any unit. */
const LITERAL = /(?<![\w.-])-?(?!0+(?:\.0+)?px)\d*\.?\d+(px|rem|pt)\b/;

/**
 * What is wrong with a style sheet, in words. `widths`: those at which a layout may change.
 * @param {string} file @param {string} css @param {ReadonlySet<number>} widths
 */
export function faultsOf(file, css, widths) {
  /** @type {string[]} */
  const faults = [];
  const sheet = postcss.parse(css, { from: file });
  const own = OWN_LENGTHS.some(([path]) => path.test(file));
  sheet.walkDecls((decl) => {
    // A line is as high as it is: only the size of a shorthand counts.
    const value = decl.prop === 'font' ? (decl.value.split('/')[0] ?? '') : decl.value;
    if (!own && SPACE.test(decl.prop) && LITERAL.test(value))
      faults.push(`${file}:${decl.source?.start?.line}: ${decl.prop}: ${decl.value}: no token`);
  });
  sheet.walkAtRules('media', ({ params, source }) => {
    for (const [, side, width] of params.matchAll(/(min|max)-width:\s*([\d.]+)/g))
      if (!widths.has(Number(width) - (side === 'min' ? 1 : 0)))
        faults.push(
          `${file}:${source?.start?.line}: ${side}-width ${width}: none of ${[...widths].join(', ')}`,
        );
  });
  return faults;
}

/** The widths that the tokens name. @param {string} tokens */
export const widthsOf = (tokens) =>
  new Set([...tokens.matchAll(/--w-\w+:\s*(\d+)px/g)].map(([, width]) => Number(width)));

if (import.meta.filename === process.argv[1]) {
  const widths = widthsOf(await readFile(new URL(TOKENS, SRC), 'utf8'));
  const names = (await readdir(SRC, { recursive: true })).filter((name) => name.endsWith('.css')).sort();
  const all = await Promise.all(
    names.map(async (name) => faultsOf(name, await readFile(new URL(name, SRC), 'utf8'), widths)),
  );
  // The same widths where a component asks for them.
  const asked = await readFile(new URL('ui/use-screen.ts', SRC), 'utf8');
  all.push(
    faultsOf(
      'ui/use-screen.ts',
      `@media ${[...asked.matchAll(/'(\(max-width: \d+px\))'/g)].map(([, q]) => q).join(' and ')} {}`,
      widths,
    ),
  );
  for (const fault of all.flat()) console.error(fault);
  process.exitCode = all.flat().length > 0 || names.length === 0 || widths.size !== 3 ? 1 : 0;
}
