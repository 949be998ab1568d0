/** The worker of one capture: reads it, draws it, answers for it. */
import regular from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?url';
import bold from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?url';
import * as Comlink from 'comlink';
import { poolFor } from '../../trace/parallel/worker-pool';
import { traceModules } from '../../trace/reader/wasm';
import { loadTrace } from '../../trace/loader';
import { CaptureWorker } from './capture-worker';

const crew = poolFor();
const desk = new CaptureWorker(async (input, on, signal, early) =>
  loadTrace(await traceModules(), input, on, signal, early, crew),
);

// A worker has none of the page's fonts. Names are readable in another one until it is there, or if it is not.
const faces = { 400: regular, 600: bold };
for (const [weight, url] of Object.entries(faces)) {
  const face = new FontFace('IBM Plex Sans', `url(${url})`, { weight });
  face.load().then(
    () => {
      (self as unknown as { fonts: FontFaceSet }).fonts.add(face);
      desk.redraw();
    },
    () => undefined,
  );
}

Comlink.expose(desk);
