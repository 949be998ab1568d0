/** Text broken into lines, without a browser: as wide as `font-metrics` says. Pure. */
import { textWidth } from '../../scenes/font-metrics';

export type Weight = Parameters<typeof textWidth>[2];

/** Lines no wider than `room` px, broken at spaces, and inside a word only where it alone is wider. */
export function linesOf(text: string, room: number, px: number, weight: Weight = 400): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((w) => pieces(w, room, px, weight))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, px, weight) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

/** A word that is wider than a line, cut: behind "&", "/" or "," where that is possible. */
function pieces(word: string, room: number, px: number, weight: Weight): string[] {
  const found: string[] = [];
  let rest = word;
  while (textWidth(rest, px, weight) > room && rest.length > 1) {
    let n = rest.length - 1;
    while (n > 1 && textWidth(rest.slice(0, n), px, weight) > room) n--;
    const at = Math.max(...['&', '/', ','].map((c) => rest.lastIndexOf(c, n - 1))) + 1;
    const cut = at > n / 2 ? at : n;
    found.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...found, rest];
}

/** As much of it as fits, with an ellipsis where something is left out. */
export function cut(text: string, room: number, px: number, weight: Weight = 400): string {
  if (textWidth(text, px, weight) <= room) return text;
  let n = text.length - 1;
  while (n > 0 && textWidth(`${text.slice(0, n)}…`, px, weight) > room) n--;
  return n > 0 ? `${text.slice(0, n).trimEnd()}…` : '';
}
