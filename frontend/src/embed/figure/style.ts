/**
 * Markup of drawings as a file of its own: no variable, no style sheet of a page, no CSS transform, which other
 * programs than browsers do not know. Works on what React wrote, in which every attribute stands in double quotes.
 */
import { DRAWING, SCENES, TOKENS } from './gen/style';

export const THEMES = ['light', 'dark', 'print'] as const;
export type Theme = (typeof THEMES)[number];

/** Variables as the values they have in a theme. Throws where there is none: such a figure would come out black. */
function resolved(text: string, theme: Theme): string {
  return text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const value = TOKENS[theme][name] ?? TOKENS.shared[name];
    if (value === undefined) throw new Error(`the token ${name} has no value of its own`);
    return value;
  });
}

/** What a figure of these scenes' drawings is styled by. */
export const styleOf = (scenes: readonly string[], theme: Theme): string =>
  resolved(DRAWING + scenes.map((scene) => SCENES[scene] ?? '').join(''), theme);

export function standalone(markup: string, theme: Theme): string {
  return resolved(markup, theme).replace(/ style="([^"]*)"/g, (_, text: string) => {
    const pairs = text.split(';').flatMap((pair): [string, string][] => {
      const at = pair.indexOf(':');
      return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
    });
    const of = new Map(pairs);
    const transform = of.get('transform');
    const origin = of.get('transform-origin');
    const attributes = transform ? [` transform="${transformed(transform, origin)}"`] : [];
    for (const name of ['width', 'height']) {
      const value = of.get(name);
      if (value !== undefined) attributes.push(` ${name}="${withoutPx(value)}"`);
    }
    const rest = pairs.filter(([name]) => !OWN.has(name)).map((pair) => pair.join(':'));
    return attributes.join('') + (rest.length > 0 ? ` style="${rest.join(';')}"` : '');
  });
}

/** Set as attributes. */
const OWN = new Set(['transform', 'transform-origin', 'width', 'height']);

const withoutPx = (text: string) => text.replace(/(-?[\d.]+)px/g, '$1');

function transformed(css: string, origin: string | undefined): string {
  const svg = withoutPx(css)
    .replace(/translateX\(([^)]*)\)/g, 'translate($1 0)')
    .replace(/translateY\(([^)]*)\)/g, 'translate(0 $1)')
    .replace(/scaleX\(([^)]*)\)/g, 'scale($1 1)')
    .replace(/scaleY\(([^)]*)\)/g, 'scale(1 $1)');
  if (origin === undefined) return svg;
  const [x = '0', y = '0'] = withoutPx(origin).split(/\s+/);
  return `translate(${x} ${y}) ${svg} translate(${-Number(x)} ${-Number(y)})`;
}
