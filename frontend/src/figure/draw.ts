/** A sheet as SVG: the scenes' own drawings and what stands around them, as one file. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Shown } from '../scenes/scene';
import { facesOf, type Faces } from './fonts';
import { List } from './list';
import { plain, styleOf, type Theme } from './plain';
import { outline, paneWidth, type Sheet } from './sheet';

export interface Figure {
  svg: string;
  width: number;
  height: number;
  title: string;
}

/** `faces`: embedded where they are given, so that text looks the same where IBM Plex is not installed. */
export function drawn(sheet: Sheet, theme: Theme, faces: Faces | null): Figure {
  const { scene, parts, panes, width } = sheet;
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
  const { Marks, at, height, title, described } = outline(sheet, heights);
  const nested = drawings.map((markup, i) =>
    markup.replace(/^<svg/, `<svg x="${at[i]?.x ?? 0}" y="${at[i]?.y ?? 0}"`),
  );
  const marks = renderToStaticMarkup(createElement('g', null, createElement(Marks)), {
    identifierPrefix: 'mm',
  });
  const body = plain([...nested, marks].join(''), theme);
  const style = styleOf([scene.id], theme) + (faces ? facesOf(faces, body) : '');
  const paper = plain('var(--paper)', theme);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="mmscope" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="mm-title mm-desc">`,
    `<title id="mm-title">${escaped(title)}</title><desc id="mm-desc">${escaped(described)}</desc>`,
    `<style>${style}</style>`,
    `<path d="M0 0h${width}v${height}h${-width}z" fill="${paper}"/>`,
    body,
    '</svg>\n',
  ].join('');
  return { svg, width, height, title };
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);
