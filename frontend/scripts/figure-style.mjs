// The style of figures, from the style sheets of the page: rules of what is drawn, without motion, and what each token is
// in each theme. A figure stands on its own: nothing in it may ask a style sheet, a variable or light-dark() for its colour.
import { readdir, readFile } from 'node:fs/promises';
import postcss from 'postcss';

const SRC = new URL('../src/', import.meta.url);
const TOKENS = 'ui/style/tokens.css';
const THEMES = /** @type {const} */ (['light', 'dark', 'print']);
/** What a still picture has no use for. */
const MOTION = /^(transition|animation|cursor|pointer-events|will-change)/;
const STATE = /\.(animate|back)\b|:|\[/;

/** @param {string} name */
const sheet = async (name) => postcss.parse(await readFile(new URL(name, SRC), 'utf8'), { from: name });

/** The two sides of light-dark(), which may hold commas in brackets. @param {string} value @param {number} side */
function sideOf(value, side) {
  return value.replace(/light-dark\(((?:[^(),]|\([^()]*\))*),((?:[^(),]|\([^()]*\))*)\)/g, (_, light, dark) =>
    String(side === 0 ? light : dark).trim(),
  );
}

/** Tokens of a theme, as far as they are values that stand alone. @param {'light' | 'dark' | 'print'} theme */
async function tokensOf(theme) {
  /** @type {Record<string, string>} */
  const raw = {};
  for (const name of theme === 'print' ? [TOKENS, 'embed/figure/print.css'] : [TOKENS]) {
    (await sheet(name)).walkRules(':root', (rule) => {
      if (rule.parent?.type !== 'root') return;
      rule.walkDecls(/^--/, ({ prop, value }) => {
        raw[prop] = sideOf(value, theme === 'dark' ? 1 : 0);
      });
    });
  }
  /** @type {Record<string, string>} */
  const found = {};
  for (const [name, value] of Object.entries(raw)) {
    const text = value.replace(/var\((--[\w-]+)\)/g, (_, of) => raw[of] ?? '');
    if (/^(#[0-9a-f]{3,8}|[\d.]+(px)?|'.*)$/i.test(text)) found[name] = text;
  }
  return found;
}

/** Rules of a style sheet that say how something at rest looks; below `.mmscope`, so that they change nothing else. @param {string} name */
async function rulesOf(name) {
  /** @type {string[]} */
  const rules = [];
  (await sheet(name)).walkRules((rule) => {
    if (rule.parent?.type !== 'root') return;
    const selectors = rule.selectors
      .filter((s) => !STATE.test(s))
      .map((s) => `.mmscope ${s.replace(/^svg /, '')}`);
    const body = rule.nodes
      .flatMap((n) => (n.type === 'decl' && !MOTION.test(n.prop) ? [`${n.prop}:${n.value}`] : []))
      .join(';');
    if (selectors.length > 0 && body !== '') rules.push(`${selectors.join(',')}{${body}}`);
  });
  return rules.join('');
}

export async function figureStyle() {
  const folders = (await readdir(new URL('scenes/', SRC), { withFileTypes: true })).filter((f) =>
    f.isDirectory(),
  );
  /** @type {Record<string, string>} */
  const scenes = {};
  for (const { name } of folders) {
    const rules = await rulesOf(`scenes/${name}/${name}.css`).catch(() => '');
    if (rules !== '') scenes[name] = rules;
  }
  const [light, dark, print] = await Promise.all(THEMES.map(tokensOf));
  const isShared = (/** @type {string} */ name) =>
    dark?.[name] === light?.[name] && print?.[name] === light?.[name];
  const part = (/** @type {Record<string, string> | undefined} */ theme, /** @type {boolean} */ shared) =>
    Object.fromEntries(Object.entries(theme ?? {}).filter(([name]) => isShared(name) === shared));
  const tokens = {
    shared: part(light, true),
    light: part(light, false),
    dark: part(dark, false),
    print: part(print, false),
  };
  const text = (/** @type {unknown} */ value) => JSON.stringify(value, null, 2);
  return [
    '// Generated from the style sheets by `npm run gen`; do not edit.',
    '/* prettier-ignore */',
    `export const TOKENS: Readonly<Record<'shared' | 'light' | 'dark' | 'print', Readonly<Record<string, string>>>> = ${text(tokens)};`,
    '/* prettier-ignore */',
    `export const DRAWING = ${text(await rulesOf('ui/style/drawing.css'))};`,
    '/* prettier-ignore */',
    `export const SCENES: Readonly<Record<string, string>> = ${text(scenes)};`,
    '',
  ].join('\n');
}
