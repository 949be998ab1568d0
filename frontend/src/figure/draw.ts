/** A sheet as SVG: the scenes' own drawings and what stands around them, as one file. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Shown } from '../scenes/scene';
import { facesOf, type Faces } from './fonts';
import { List } from './list';
import { plain, styleOf, type Theme } from './plain';
import { outline, paneWidth, type Outline, type Sheet } from './sheet';

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

export function partsOf(sheet: Sheet): Parts {
  const { scene, parts, panes } = sheet;
  const own = paneWidth(sheet);
  const drawings = panes.map((pane, i) => {
    const other: Shown | null = panes[1 - i] ?? null;
    const markup = renderToStaticMarkup(
      createElement(parts.Drawing, {
        ...pane,
        other,
        width: own,
        animate: false,
        label: `${scene.title}, pane ${pane.pane}`,
        elsewhere: null,
        targets: null,
        seek: () => undefined,
      }),
      { identifierPrefix: `mm${pane.pane}` },
    );
    return markup.startsWith('<svg')
      ? markup
      : renderToStaticMarkup(createElement(List, { seen: pane, width: own }));
  });
  const heights = drawings.map((markup) => Number(/^<svg[^>]* height="([\d.]+)"/.exec(markup)?.[1] ?? 0));
  return { drawings, heights };
}

/** The drawings in their places, and all around them. */
export function bodyOf({ drawings }: Parts, { at, Marks }: Outline, theme: Theme): string {
  const nested = drawings.map((markup, i) =>
    markup.replace(/^<svg/, `<svg x="${at[i]?.x ?? 0}" y="${at[i]?.y ?? 0}"`),
  );
  const marks = renderToStaticMarkup(createElement('g', null, createElement(Marks)), {
    identifierPrefix: 'mm',
  });
  return plain([...nested, marks].join(''), theme);
}

interface Around extends Omit<Figure, 'svg'> {
  described: string;
  /** Behind the rules of the drawings. */
  style?: string;
}

/** The whole file. `faces`: embedded, so that text looks the same where IBM Plex is not installed. */
export function fileOf(
  body: string,
  scene: string,
  { width, height, title, described, style = '' }: Around,
  theme: Theme,
  faces: Faces | null,
): Figure {
  const rules = styleOf([scene], theme) + style + (faces ? facesOf(faces, body) : '');
  const paper = plain('var(--paper)', theme);
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

export function drawn(sheet: Sheet, theme: Theme, faces: Faces | null): Figure {
  const parts = partsOf(sheet);
  const laid = outline(sheet, parts.heights);
  const { height, title, described } = laid;
  const around = { width: sheet.width, height, title, described };
  return fileOf(bodyOf(parts, laid, theme), sheet.scene.id, around, theme, faces);
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);
