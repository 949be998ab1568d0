/**
 * The faces that figures are set in. They come behind the first drawing; until then stand-ins that take the same room,
 * so that nothing moves when they come. Faces belong to the document, not to a shadow tree.
 */
import mono from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2?url';
import sans400 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?url';
import sans500 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2?url';
import sans600 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?url';
import { WEIGHTS, type Weight } from '../../ui/fonts';
import { ownTask } from './task-queue';

const SANS: Readonly<Record<Weight, string>> = { 400: sans400, 500: sans500, 600: sans600 };

/** IBM Plex Sans above and below the line, in em. */
const RISE = 1.025;
const FALL = 0.275;

interface StandIn {
  name: string;
  /** What a machine may have of it. */
  local: readonly string[];
  /** A line of English in IBM Plex Sans, in widths of the same line in this face. */
  size: number;
  weight: '400' | '600';
}

const ARIAL = 'mmscope: Arial as Plex';
const DEJAVU = 'mmscope: DejaVu as Plex';
const ALIKE: readonly StandIn[] = [
  { name: ARIAL, local: ['Arial', 'Liberation Sans', 'Helvetica'], size: 1.004, weight: '400' },
  {
    name: ARIAL,
    local: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'],
    size: 0.969,
    weight: '600',
  },
  { name: DEJAVU, local: ['DejaVu Sans'], size: 0.883, weight: '400' },
  { name: DEJAVU, local: ['DejaVu Sans Bold'], size: 0.807, weight: '600' },
];

/** In the order in which they are tried. */
export const STAND_INS = [ARIAL, DEJAVU];

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

let standing = false;

/** Those that this machine has. The browser stands still while it looks for one, so that it looks for one at a time. */
export function standIn(): void {
  if (standing) return;
  standing = true;
  for (const one of ALIKE)
    void ownTask().then(() => {
      lookFor(one);
    });
}

function lookFor({ name, local, size, weight }: StandIn): void {
  const descriptors = {
    weight,
    sizeAdjust: percent(size),
    ascentOverride: percent(RISE / size),
    descentOverride: percent(FALL / size),
    lineGapOverride: '0%',
  };
  const face = new FontFace(name, local.map((one) => `local("${one}")`).join(', '), descriptors);
  face.load().then(
    () => document.fonts.add(face),
    () => undefined,
  );
}

let faces: Promise<unknown> | null = null;

/** Without them the stand-ins stay. */
export function loadFonts(): Promise<unknown> {
  faces ??= Promise.allSettled(
    [
      ...WEIGHTS.map((weight) => ({ family: 'IBM Plex Sans', url: SANS[weight], weight })),
      { family: 'IBM Plex Mono', url: mono, weight: 400 },
    ].map(async ({ family, url, weight }) => {
      const face = new FontFace(family, `url(${JSON.stringify(new URL(url, import.meta.url).href)})`, {
        weight: String(weight),
      });
      document.fonts.add(await face.load());
    }),
  );
  return faces;
}
