/** A sheet as SVG: the scenes' own drawings and what stands around them, as one file. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Scene, SceneParts, SourceFrame } from '../../scenes/scene';
import { FILM } from '../../scenes/film';
import { fontRules, type Fonts } from './fonts';
import { DecisionList } from './DecisionList';
import { standalone, styleOf, type Theme } from './style';
import { around, outline, paneWidth, type Around, type Outline, type Sheet } from './sheet';

export interface Figure {
  svg: string;
  width: number;
  height: number;
  title: string;
}

/** What stands on a sheet, before it is laid out. */
export interface Parts {
  drawings: readonly string[];
  heights: readonly number[];
}

type Drawn = Pick<Sheet, 'panes' | 'width'> & {
  scene: Pick<Scene, 'id' | 'title'>;
  parts: Pick<SceneParts, 'Drawing'>;
  /** The part of the drawing that is large. Left out: all, one below the other. */
  large?: string | undefined;
};

export function partsOf(sheet: Drawn): Parts {
  const { scene, parts, panes, large } = sheet;
  const own = paneWidth(sheet);
  const drawings = panes.map((pane, i) => {
    const other: SourceFrame | null = panes[1 - i] ?? null;
    const markup = renderToStaticMarkup(
      createElement(parts.Drawing, {
        ...pane,
        other,
        width: own,
        large,
        animate: false,
        label: `${scene.title}, pane ${pane.pane}`,
        ghost: null,
        targets: null,
        seek: () => undefined,
      }),
      { identifierPrefix: `mm${pane.pane}` },
    );
    return markup.startsWith('<svg')
      ? markup
      : renderToStaticMarkup(createElement(DecisionList, { seen: pane, width: own }));
  });
  return sized(drawings);
}

export const sized = (drawings: readonly string[]): Parts => ({
  drawings,
  heights: drawings.map((markup) => Number(/^<svg[^>]* height="([\d.]+)"/.exec(markup)?.[1] ?? 0)),
});

/** The drawings in their places, and all around them. */
export function bodyOf({ drawings }: Parts, { at, Marks }: Outline, theme: Theme): string {
  const nested = drawings.map((markup, i) =>
    markup.replace(/^<svg/, `<svg x="${at[i]?.x ?? 0}" y="${at[i]?.y ?? 0}"`),
  );
  const marks = renderToStaticMarkup(createElement('g', null, createElement(Marks)), {
    identifierPrefix: 'mm',
  });
  return standalone([...nested, marks].join(''), theme);
}

interface Frame extends Omit<Figure, 'svg'> {
  described: string;
  /** Behind the rules of the drawings. */
  style?: string;
}

/** The whole file. `faces`: embedded, so that text looks the same where IBM Plex is not installed. */
export function fileOf(
  body: string,
  scene: string,
  { width, height, title, described, style = '' }: Frame,
  theme: Theme,
  faces: Fonts | null,
): Figure {
  const rules = styleOf([scene], theme) + style + (faces ? fontRules(faces, body) : '');
  const paper = standalone('var(--paper)', theme);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="mmscope" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="mm-title mm-desc">`,
    `<title id="mm-title">${escaped(title)}</title><desc id="mm-desc">${escaped(described)}</desc>`,
    `<style>${rules}</style>`,
    `<path d="M0 0h${width}v${height}h${-width}z" fill="${paper}"/>`,
    body,
    '</svg>\n',
  ].join('');
  return { svg, width, height, title };
}

export function drawSheet(sheet: Sheet, theme: Theme, faces: Fonts | null): Figure {
  return drawAround(around(sheet), partsOf(sheet), sheet.scene.id, theme, faces);
}

/** `scene`: whose rules the drawings follow. */
export function drawAround(
  given: Around,
  parts: Parts,
  scene: string,
  theme: Theme,
  faces: Fonts | null,
): Figure {
  const laid = outline(given, parts.heights);
  const { height, title, described } = laid;
  const frame = { width: given.width, height, title, described };
  return fileOf(bodyOf(parts, laid, theme), scene, frame, theme, faces);
}

/** The drawing of the first pane and nothing around it. */
export function drawPane(sheet: Drawn, title: string, theme: Theme, faces: Fonts): Figure {
  const {
    drawings: [body = ''],
    heights: [height = 0],
  } = partsOf(sheet);
  const size = { width: paneWidth(sheet), height };
  return fileOf(standalone(body, theme), sheet.scene.id, { ...size, title, described: title }, theme, faces);
}

/** Made small: its lines keep their width. */
const THIN = '.mmscope svg *{vector-effect:non-scaling-stroke}';

/** A line without the gap that it leaves for words: from there it goes on, level. */
const closed = (path: string) =>
  path.replace(/H([\d.]+)M([\d.]+) [\d.]+H/g, (gap, from: string, to: string) =>
    Number(to) > Number(from) ? 'H' : gap,
  );

/** The same as a small picture: without words and the discs that number them, and of its parts the large one alone. */
export function drawMarks(sheet: Drawn, title: string, theme: Theme): Figure {
  const {
    drawings: [markup = ''],
    heights: [full = 0],
  } = partsOf(sheet);
  const body = markup
    .replace(/<g class="film">.*<\/g>(?=<\/svg>$)/s, '')
    .replace(/<g data-n="[^"]*"[^>]*>(?:(?!<\/?g\b).)*<\/g>/gs, '')
    .replace(/<text\b.*?<\/text>/gs, '')
    .replace(/<path\b[^>]*class="(?:flow|axis)\b[^>]*>/g, closed);
  const height = sheet.large === undefined ? full : full - FILM;
  const frame = { width: paneWidth(sheet), height, title, described: title, style: THIN };
  return fileOf(standalone(body, theme), sheet.scene.id, frame, theme, null);
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);
