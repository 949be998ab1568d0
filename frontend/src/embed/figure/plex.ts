/** IBM Plex Sans for figures: the faces that the page is set in, as base64. */
import regular from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?inline';
import bold from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?inline';
import medium from 'virtual:plex-medium';
import type { Fonts } from './fonts';

const base64 = (url: string) => url.slice(url.indexOf(',') + 1);

export const plexFonts = (): Fonts => ({ 400: base64(regular), 500: medium, 600: base64(bold) });
