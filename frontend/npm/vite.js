/** For Vite: the element's files at `path` of the site, while developing and when built. */
import { createReadStream } from 'node:fs';
import { cp, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('site', import.meta.url));
const TYPES = {
  js: 'text/javascript',
  json: 'application/json',
  html: 'text/html',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
};

export default function mmScope({ path = 'mmscope' } = {}) {
  let out = '';
  return {
    name: 'mm-scope',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir, path);
    },
    configureServer(server) {
      server.middlewares.use(`${server.config.base}${path}`, (request, response, next) => {
        const name = decodeURIComponent((request.url ?? '').replace(/[?#].*/, ''));
        const file = join(SITE, name.endsWith('/') ? `${name}index.html` : name);
        stat(file.startsWith(SITE + sep) ? file : '').then(
          (found) => {
            if (!found.isFile()) return next();
            response.setHeader('content-type', TYPES[file.split('.').pop()] ?? 'application/octet-stream');
            return createReadStream(file).pipe(response);
          },
          () => next(),
        );
      });
    },
    async closeBundle() {
      await cp(SITE, out, { recursive: true });
    },
  };
}
