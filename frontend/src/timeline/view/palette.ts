/** Colours of tokens.css as the browser resolves them, for canvases, which know no custom properties. */
import { COLOURS, type Palette } from '../canvas/state';

/** Of a range of values behind its mean: lighter than a mark, so that the mean stands out. */
const RANGE = 'color-mix(in srgb, var(--control) 45%, var(--paper))';

function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolved = (expression: string) => {
    probe.style.color = expression;
    return getComputedStyle(probe).color;
  };
  const palette: Record<string, string> = { range: resolved(RANGE) };
  for (const name of COLOURS) palette[name] = resolved(`var(--${name})`);
  probe.remove();
  return palette;
}

/** Calls back now, and whenever theme or contrast change. */
export function watchPalette(told: (palette: Palette) => void): () => void {
  const tell = () => {
    told(readPalette());
  };
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-mode'] });
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((q) => matchMedia(q));
  for (const query of queries) query.addEventListener('change', tell);
  tell();
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', tell);
  };
}
