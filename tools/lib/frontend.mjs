// SPDX-License-Identifier: Apache-2.0
// Lets Node run modules of frontend/src as they are: it strips the types, this finds `./x` as `./x.ts` or `./x/index.ts`.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  // A bundler needs no word that a file is JSON; Node does.
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  resolve(name, context, next) {
    if (name.startsWith('.') && context.parentURL?.includes('/frontend/src/')) {
      for (const ending of ['.ts', '/index.ts']) {
        const file = new URL(name + ending, context.parentURL);
        if (existsSync(fileURLToPath(file))) return next(name + ending, context);
      }
    }
    return next(name, context);
  },
});

/** A module of frontend/src, by its path there. */
export const frontend = (path) => import(new URL(`../../frontend/src/${path}`, import.meta.url).href);
