import { afterEach, expect, it, vi } from 'vitest';
import { joined, loadParts, type Catalogue } from './catalogue';
import { NONE } from './spec';

const scenario = (id: string) => ({ id, title: id, summary: '', documents: [], params: {} });
const table = (id: string) => ({ id, source: '004', title: id, columns: [], rows: [] });
const part = (id: string, tables: readonly string[]): Catalogue =>
  ({
    scenarios: [scenario(id)],
    captures: [],
    published: [{ id: 'swap', title: 'swap', sources: {}, tables: tables.map(table) }],
  }) as unknown as Catalogue;

const whole: Catalogue = { scenarios: [scenario('all')], captures: [], published: [] };

function served(files: Readonly<Record<string, Catalogue>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: URL) => {
    asked.push(url.pathname);
    const found = files[url.pathname];
    return Promise.resolve(new Response(JSON.stringify(found ?? {}), { status: found ? 200 : 404 }));
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('what several parts have is there once', () => {
  const both = joined([part('one', ['x', 'y']), part('two', ['y', 'z']), part('one', ['x'])]);
  expect(both.scenarios.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(both.published).toHaveLength(1);
  expect(both.published[0]?.tables.map(({ id }) => id)).toEqual(['x', 'y', 'z']);
});

it('what was left out of a package is named by its part', () => {
  const leftOut = [{ id: 'large', title: 'A large one', bytes: 2_600_000 }];
  const left: Catalogue = { scenarios: [], captures: [], published: [], leftOut };
  expect(joined([part('one', ['x']), left, left]).leftOut).toEqual(leftOut);
  expect(joined([part('one', ['x'])])).not.toHaveProperty('leftOut');
});

it('only what is named is asked for; the whole list where a part is not there', async () => {
  const one = { kind: 'model', id: 'one', overrides: {} } as const;
  const asked = served({ '/datasets/scenarios/one.json': part('one', []), '/datasets/index.json': whole });
  const found = await loadParts('http://here/', [one, NONE]);
  expect(found.scenarios.map(({ id }) => id)).toEqual(['one']);
  expect(asked).toEqual(['/datasets/scenarios/one.json']);
  const none = { kind: 'capture', id: 'none such' } as const;
  expect(await loadParts('http://here/', [one, none])).toEqual(whole);
  expect(asked).toContain('/datasets/captures/none%20such.json');
});
