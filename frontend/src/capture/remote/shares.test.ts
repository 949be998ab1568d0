import { afterEach, describe, expect, it, vi } from 'vitest';
import { readShares, shareWords, type Shares } from './shares';

const ADA: Shares = {
  name: 'ada',
  captures: { most: 1000, left: 988 },
  bytes: { most: 7 * 2 ** 30, left: 6 * 2 ** 30 },
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what is left of a share', () => {
  it('is said of who is signed in, and of the server where nobody is', () => {
    expect(shareWords(ADA)).toBe('As ada, you may keep 988 more captures, 6.0 GiB in all.');
    expect(shareWords({ ...ADA, name: null, captures: { most: 9, left: 1 } })).toBe(
      'The server may keep one more capture, 6.0 GiB in all.',
    );
  });

  it('is said before a file that does not fit is sent', () => {
    expect(shareWords(ADA, 6 * 2 ** 30)).toContain('988 more');
    expect(shareWords(ADA, 6 * 2 ** 30 + 1)).toBe(
      'As ada, you may keep 6.0 GiB more, and this file is longer: remove a capture first.',
    );
    expect(shareWords({ ...ADA, bytes: { most: 1, left: 0 } })).toBe(
      'As ada, you may keep no more bytes: remove a capture first.',
    );
    expect(shareWords({ ...ADA, captures: { most: 1000, left: 0 } }, 1)).toBe(
      'As ada, you may keep no more captures than the 1,000 that are there: remove one first.',
    );
  });

  it('is unknown where no server says it', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
    expect(await readShares('http://x/app/', new AbortController().signal)).toBeNull();
  });

  it('is asked for below the path of the page', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: URL) => {
      asked.push(url.href);
      return Promise.resolve(new Response(JSON.stringify(ADA)));
    });
    expect(await readShares('http://x/app/', new AbortController().signal)).toEqual(ADA);
    expect(asked).toEqual(['http://x/app/api/shares']);
  });
});
