// The service worker of a static copy. It knows every file by its content, so that a page never gets parts of two
// versions: a new one is fetched beside the old one, of which what is the same is kept, and takes over when the last
// page of the old one is closed.

/** Path: SHA-256. `first` is fetched before the copy counts as there, `rest` afterwards. Filled in by `make static`. */
const FILES = self.FILES;
const CACHE = `mmscope ${new URL(self.registration.scope).pathname}`;
const all = { ...FILES.first, ...FILES.rest };

/** A file's name in the cache. */
const nameOf = (path) => new URL(`${path}?sha256=${all[path]}`, self.registration.scope).href;

async function hex(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Fetches and keeps a file. Throws where it is not there, or is of another version by now. */
async function keep(cache, path) {
  const response = await fetch(new URL(path, self.registration.scope), { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const kept = response.clone();
  if ((await hex(await response.arrayBuffer())) !== all[path])
    throw new Error(`${path} is of another version`);
  await cache.put(nameOf(path), kept);
}

async function keepAll(paths, atOnce = 6) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  const missing = paths.filter((path) => !known.has(nameOf(path)));
  const take = async () => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) await keep(cache, path);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}

async function forgetOld() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(all).map(nameOf));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

/** The file that an address of ours stands for; null for any other. */
function pathOf(url) {
  const { origin, pathname } = new URL(url);
  const scope = new URL(self.registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const path = decodeURIComponent(pathname.slice(scope.pathname.length)).replace(/(^|\/)$/, '$1index.html');
  return Object.hasOwn(all, path) ? path : null;
}

async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(nameOf(path));
  if (kept) return kept;
  try {
    await keep(cache, path);
    const fresh = await cache.match(nameOf(path));
    if (fresh) return fresh;
  } catch {
    // The browser says what is wrong.
  }
  return fetch(request);
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll(Object.keys(FILES.first)));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOld(), self.clients.claim()]));
});
self.addEventListener('message', (event) => {
  // What fails is fetched at the next visit, or when it is used.
  if (event.data === 'keep the rest')
    event.waitUntil(keepAll(Object.keys(FILES.rest), 2).catch(() => undefined));
});
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const path = pathOf(event.request.url);
  if (path !== null) event.respondWith(answer(event.request, path));
});
