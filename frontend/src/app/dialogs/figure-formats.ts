/** A figure as PNG and as PDF, by what every browser has: its canvas and its print dialog. */
import type { Figure } from '../../embed/figure/svg';
import './figure-print.css';

/** Pixels of a PNG for each of the figure's, as `mmscope render` makes it. */
const SCALE = 2;
const PRINTED = 'printed-figure';

const instead = (ending: string) => `Save it as SVG, or with mmscope render … -o figure.${ending}.`;

/** The figure as a picture that is ready to be painted. Throws, in words. */
async function imageOf({ svg, width, height, title }: Figure, ending: string): Promise<HTMLImageElement> {
  const image = new Image(width, height);
  image.alt = title;
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(image.src);
    throw new Error(
      `This browser, or the policy of this site, does not paint the figure. ${instead(ending)}`,
    );
  }
  return image;
}

export async function pngOf(figure: Figure): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const [width, height] = [figure.width * SCALE, figure.height * SCALE];
  Object.assign(canvas, { width, height });
  const image = await imageOf(figure, 'png');
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(image.src);
  const made = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png');
  });
  if (!made)
    throw new Error(`This browser makes no picture of ${width} by ${height} pixels. ${instead('png')}`);
  return made;
}

/** Opens the print dialog on a page that holds the figure alone. `name`: what the file is to be called. */
export async function printFigure(figure: Figure, name: string): Promise<void> {
  if (typeof window.print !== 'function') throw new Error(`This browser cannot print. ${instead('pdf')}`);
  const image = await imageOf(figure, 'pdf');
  image.className = PRINTED;
  const page = new CSSStyleSheet();
  page.replaceSync(`@page { size: ${figure.width}px ${figure.height}px; margin: 0 }`);
  const { title } = document;
  const end = () => {
    window.removeEventListener('afterprint', end);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== page);
    document.title = title;
    image.remove();
    URL.revokeObjectURL(image.src);
  };
  window.addEventListener('afterprint', end);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, page];
  document.title = name;
  document.body.append(image);
  window.print();
}
