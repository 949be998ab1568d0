import { afterEach, describe, expect, it, vi } from 'vitest';
import { listCaptures } from './server';
import { mayPass } from './upload';

const BASE = 'http://x/app/';

/** Answers pages of a list, two captures each; notes what was asked. */
function serve(ids: readonly string[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: URL) => {
    asked.push(url.pathname + url.search);
    const at = Number(url.searchParams.get('after') ?? 0);
    const rows = ids
      .slice(at, at + 2)
      .map((id) => ({ id, title: `The ${id}`, origin: 'upload', state: 'ready' }));
    const more = at + 2 < ids.length;
    const headers = {
      'content-type': 'application/json',
      ...(more ? { link: `</app/api/captures?after=${at + 2}>; rel="next"` } : {}),
    };
    return Promise.resolve(new Response(JSON.stringify(rows), { headers }));
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the list of captures on the server', () => {
  it('is whole though it comes in pages, and tells what came so far', async () => {
    const asked = serve(['a', 'b', 'c', 'd', 'e']);
    const heard: number[] = [];
    const found = await listCaptures(BASE, (soFar) => heard.push(soFar.length));
    expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(heard).toEqual([2, 4]);
    expect(asked).toEqual([
      '/app/api/captures?origin=upload&limit=500',
      '/app/api/captures?after=2',
      '/app/api/captures?after=4',
    ]);
  });

  it('ends where there is nothing', async () => {
    serve([]);
    expect(await listCaptures(BASE)).toEqual([]);
  });

  it('is said to be missing where no server answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
    await expect(listCaptures(BASE)).rejects.toThrow('No server answers here');
  });
});

describe('a request of an upload is tried again', () => {
  it.each([0, 408, 409, 423, 500, 503])('after %d, which may pass', (status) => {
    expect(mayPass(status)).toBe(true);
  });
  it.each([400, 404, 413, 415, 507])('not after %d', (status) => {
    expect(mayPass(status)).toBe(false);
  });
});
