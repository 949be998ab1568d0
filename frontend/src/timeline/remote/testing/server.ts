/** A server that answers what a real one answered (backend/tests/test_timeline.py), and can be made to fail. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const vectors = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, 'responses.json.gz'))).toString(),
) as {
  text: string;
  answers: Readonly<Record<string, unknown>>;
};

export const TEXT = vectors.text;
export const URL = 'http://test/api/captures/c';

interface FakeServer {
  /** What was asked, in order. */
  asked: string[];
  /** What was asked and there is no answer to. */
  unknown: Set<string>;
  /** Instead of an answer: a status, or 0 for none at all. */
  fails: number | null;
  /** Answers wait until it is called. */
  held: (() => void)[] | null;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

export function fakeServer(): FakeServer {
  const { answers } = vectors;
  const server: FakeServer = {
    asked: [],
    unknown: new Set(),
    fails: null,
    held: null,
    fetch: async (url, { signal } = {}) => {
      const path = url.slice(URL.length);
      server.asked.push(path);
      if (server.fails === 0) throw new TypeError('refused');
      if (server.fails !== null) return new Response('{}', { status: server.fails });
      const { held } = server;
      if (held) {
        await new Promise<void>((resolve, reject: (reason: Error) => void) => {
          held.push(resolve);
          signal?.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        });
      }
      const answer = answers[path];
      if (answer === undefined || answer === null) {
        server.unknown.add(path);
        return new Response('{}', { status: 404 });
      }
      return typeof answer === 'string'
        ? new Response(Uint8Array.from(atob(answer), (c) => c.charCodeAt(0)))
        : Response.json(answer);
    },
  };
  return server;
}
