import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A browser's storage; null: forbidden. */
function browser(kept: Map<string, string> | null) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => allowed(kept).get(key) ?? null,
    setItem: (key: string, value: string) => allowed(kept).set(key, value),
    removeItem: (key: string) => allowed(kept).delete(key),
  });
}

function allowed(kept: Map<string, string> | null) {
  if (kept === null) throw new DOMException('forbidden', 'SecurityError');
  return kept;
}

/** The module as a page that has just been loaded has it. */
async function loaded() {
  vi.resetModules();
  return import('./secret');
}

const FORM = /^[A-Za-z0-9_-]{43}$/;

beforeEach(() => {
  browser(new Map());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('who has sent nothing has no secret, and looking makes none', async () => {
  const { senderHeaders } = await loaded();
  expect(senderHeaders()).toEqual({});
  expect(senderHeaders()).toEqual({});
});

test('one secret is made, kept over a reload, and used for everything', async () => {
  const first = await loaded();
  const { 'mmscope-secret': secret } = first.uploadHeaders();
  expect(secret).toMatch(FORM);
  expect(first.uploadHeaders()).toEqual({ 'mmscope-secret': secret });
  const reloaded = await loaded();
  expect(reloaded.senderHeaders()).toEqual({ 'mmscope-secret': secret });
  expect(reloaded.uploadHeaders()).toEqual({ 'mmscope-secret': secret });
});

test('another browser has another secret', async () => {
  const secrets = new Set<string | undefined>();
  for (let n = 0; n < 50; n++) {
    browser(new Map());
    const { uploadHeaders } = await loaded();
    secrets.add(uploadHeaders()['mmscope-secret']);
  }
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(FORM);
});

test('where storage is forbidden, the secret lasts as long as the page', async () => {
  browser(null);
  const { senderHeaders, uploadHeaders, isPersistent } = await loaded();
  const sent = uploadHeaders();
  expect(sent['mmscope-secret']).toMatch(FORM);
  expect(senderHeaders()).toEqual(sent);
  expect(isPersistent()).toBe(false);
  expect((await loaded()).senderHeaders()).toEqual({});
});

test('what is no secret is not sent', async () => {
  browser(new Map([['mmscope.secret', 'nonsense\n']]));
  const { senderHeaders, uploadHeaders, isPersistent } = await loaded();
  expect(senderHeaders()).toEqual({});
  expect(uploadHeaders()['mmscope-secret']).toMatch(FORM);
  expect(isPersistent()).toBe(true);
});
