/**
 * A drawing on the page as a file of its own: what is seen, as shapes with their colours, to SVG or to PNG.
 *
 * Text stays text. Nothing is fetched and no style sheet is needed, so that the file looks the same elsewhere; where IBM
 * Plex is not installed, another sans serif stands in.
 */

interface Path {
  kind: 'path';
  d: string;
  dx: number;
  dy: number;
  fill: string;
  stroke: string;
  width: number;
  dash: string;
  opacity: number;
}

interface Text {
  kind: 'text';
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  size: number;
  weight: string;
  family: string;
  fill: string;
}

type Shape = Path | Text;

interface DrawingFile {
  width: number;
  height: number;
  paper: string;
  shapes: readonly Shape[];
}

const MARGIN = 16;
const LINE = 16;
const SMALL = 11;
/** Of a letter to its size, at most on average. */
const WIDE = 0.58;
/** Pixels of a PNG for each of the page's: print needs more than a screen. */
const SCALE = 2;
const PLAIN = 'none';

/** What `root` shows, but for what carries `data-figure="no"`, and `foot` below it: where the numbers are from. */
export function drawingFileOf(root: HTMLElement, foot: string): DrawingFile {
  const at = root.getBoundingClientRect();
  const colour = colours();
  const origin = { x: at.left - MARGIN, y: at.top - MARGIN };
  const shapes = [...root.querySelectorAll<HTMLElement | SVGElement>('*')]
    .filter((e) => !e.closest('[data-figure="no"]'))
    .flatMap((e) => shapesOf(e, origin, colour));
  const style = getComputedStyle(root);
  const lines = wrapped(foot, Math.floor(at.width / (SMALL * WIDE)));
  const height = at.height + 2 * MARGIN + lines.length * LINE;
  shapes.push(
    ...lines.map((text, i): Text => ({
      kind: 'text',
      text,
      x: MARGIN,
      y: MARGIN + at.height + (i + 1) * LINE,
      anchor: 'start',
      size: SMALL,
      weight: '400',
      family: style.fontFamily,
      fill: colour(style.color),
    })),
  );
  return {
    width: Math.ceil(at.width + 2 * MARGIN),
    height: Math.ceil(height),
    paper: colour(getComputedStyle(document.body).backgroundColor),
    shapes,
  };
}

/** Lines of so many letters, broken at spaces and before "&". */
export function wrapped(text: string, letters: number): string[] {
  const lines = [''];
  for (const part of text.split(/(?<= )|(?=&)/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + part.trimEnd().length > letters) lines.push(part);
    else lines[lines.length - 1] = last + part;
  }
  return lines.map((line) => line.trim());
}

type Origin = Readonly<{ x: number; y: number }>;
type Colour = (css: string) => string;

/** Any colour of CSS as #rrggbb, or none: other programs know no color-mix(). */
function colours(): Colour {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  return (css) => {
    if (!context || css === PLAIN) return PLAIN;
    const found = known.get(css);
    if (found !== undefined) return found;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
    const text = a === 0 ? PLAIN : `#${[r, g, b].map((n) => n.toString(16).padStart(2, '0')).join('')}`;
    known.set(css, text);
    return text;
  };
}

function shapesOf(element: HTMLElement | SVGElement, origin: Origin, colour: Colour): Shape[] {
  const style = getComputedStyle(element);
  if (element instanceof SVGTextElement) return [svgText(element, style, origin, colour)];
  if (element instanceof SVGGeometryElement) {
    const matrix = element.getScreenCTM();
    const path: Path = {
      kind: 'path',
      d: outlineOf(element),
      dx: (matrix?.e ?? 0) - origin.x,
      dy: (matrix?.f ?? 0) - origin.y,
      fill: colour(style.fill),
      stroke: colour(style.stroke),
      width: parseFloat(style.strokeWidth),
      dash: style.strokeDasharray === PLAIN ? '' : style.strokeDasharray.replaceAll('px', ''),
      opacity: Number(style.opacity),
    };
    return path.fill === PLAIN && path.stroke === PLAIN ? [] : [path];
  }
  if (element instanceof SVGElement) return [];
  const box = element.getBoundingClientRect();
  const paint = colour(style.backgroundColor);
  const ground: Shape[] =
    paint === PLAIN || element.closest('td, th') !== element
      ? []
      : [
          {
            kind: 'path',
            d: `M0 0h${round(box.width)}v${round(box.height)}h${round(-box.width)}Z`,
            dx: box.left - origin.x,
            dy: box.top - origin.y,
            fill: paint,
            stroke: PLAIN,
            width: 0,
            dash: '',
            opacity: 1,
          },
        ];
  return [...ground, ...linesOf(element, style, origin, colour)];
}

function outlineOf(element: SVGGeometryElement): string {
  const value = (name: string) => Number(element.getAttribute(name) ?? 0);
  if (element instanceof SVGCircleElement) {
    const r = value('r');
    return `M${value('cx') - r} ${value('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  if (element instanceof SVGRectElement) {
    const [width, height] = [value('width'), value('height')];
    return `M${value('x')} ${value('y')}h${width}v${height}h${-width}Z`;
  }
  return element.getAttribute('d') ?? '';
}

function svgText(element: SVGTextElement, style: CSSStyleDeclaration, origin: Origin, colour: Colour): Text {
  const matrix = element.getScreenCTM();
  const anchor = style.textAnchor;
  return {
    kind: 'text',
    text: element.textContent,
    x: Number(element.getAttribute('x') ?? 0) + (matrix?.e ?? 0) - origin.x,
    y: Number(element.getAttribute('y') ?? 0) + (matrix?.f ?? 0) - origin.y,
    anchor: anchor === 'middle' || anchor === 'end' ? anchor : 'start',
    ...fontOf(style),
    fill: colour(style.fill),
  };
}

const fontOf = (style: CSSStyleDeclaration) => ({
  size: parseFloat(style.fontSize),
  weight: style.fontWeight,
  family: style.fontFamily,
});

/** Its own words, line by line as the page breaks them. */
function linesOf(element: HTMLElement, style: CSSStyleDeclaration, origin: Origin, colour: Colour): Text[] {
  const lines: Text[] = [];
  for (const node of element.childNodes) {
    if (!(node instanceof globalThis.Text)) continue;
    let top = NaN;
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      const last = lines.at(-1);
      if (last && box.top === top) {
        last.text += ` ${word}`;
        continue;
      }
      top = box.top;
      lines.push({
        kind: 'text',
        text: word,
        x: box.left - origin.x,
        // A font's baseline is about a quarter of its height above the end of its box.
        y: box.top - origin.y + 0.76 * box.height,
        anchor: 'start',
        ...fontOf(style),
        fill: colour(style.color),
      });
    }
  }
  return lines;
}

const round = (value: number) => Math.round(value * 10) / 10;
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** As a file. `title`: for readers. */
export function svgOf({ width, height, paper, shapes }: DrawingFile, title: string): string {
  const body = shapes.map((shape) =>
    shape.kind === 'text'
      ? `<text x="${round(shape.x)}" y="${round(shape.y)}" text-anchor="${shape.anchor}" font-size="${round(shape.size)}" font-weight="${shape.weight}" font-family="${escaped(shape.family)}" fill="${shape.fill}">${escaped(shape.text)}</text>`
      : `<path d="${shape.d}" transform="translate(${round(shape.dx)} ${round(shape.dy)})" fill="${shape.fill}" stroke="${shape.stroke}"` +
        (shape.stroke === PLAIN ? '' : ` stroke-width="${shape.width}"`) +
        (shape.dash === '' ? '' : ` stroke-dasharray="${shape.dash}"`) +
        (shape.opacity === 1 ? '' : ` opacity="${shape.opacity}"`) +
        '/>',
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<path d="M0 0h${width}v${height}h${-width}Z" fill="${paper}"/>`,
    ...body,
    '</svg>\n',
  ].join('\n');
}

/** As a picture, two pixels for each of the page's. */
export async function pngOf({ width, height, paper, shapes }: DrawingFile): Promise<Blob> {
  const canvas = new OffscreenCanvas(width * SCALE, height * SCALE);
  const c = canvas.getContext('2d');
  if (!c) throw new Error('this browser draws no pictures');
  c.scale(SCALE, SCALE);
  c.fillStyle = paper;
  c.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    c.save();
    if (shape.kind === 'text') {
      c.font = `${shape.weight} ${shape.size}px ${shape.family}`;
      c.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
      c.fillStyle = shape.fill;
      c.fillText(shape.text, shape.x, shape.y);
    } else {
      const path = new Path2D(shape.d);
      c.translate(shape.dx, shape.dy);
      c.globalAlpha = shape.opacity;
      c.lineWidth = shape.width;
      c.setLineDash(
        shape.dash
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(Number),
      );
      c.fillStyle = shape.fill;
      c.strokeStyle = shape.stroke;
      if (shape.fill !== PLAIN) c.fill(path);
      if (shape.stroke !== PLAIN) c.stroke(path);
    }
    c.restore();
  }
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Gives it to the reader as a file. */
export function saveFile(what: Blob | string, name: string): void {
  const link = document.createElement('a');
  const type = name.endsWith('.svg') ? 'image/svg+xml' : name.endsWith('.csv') ? 'text/csv' : 'text/plain';
  link.href = URL.createObjectURL(typeof what === 'string' ? new Blob([what], { type }) : what);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
