import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Catalogue } from '../../capture/sources/catalogue';
import { PARAM_TEXTS, PARAMS } from '../../core/gen/params';
import { parseView } from '../../stage/url-parser';
import { rowsWith, viewLists } from './view-list';

const ROOT = new URL('../../../../datasets/', import.meta.url);

/** Cards of the project's folder, and no other file of it. */
const cards = <T>(folder: string): T[] =>
  readdirSync(new URL(`${folder}/`, ROOT))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8')) as T);

const catalogue: Catalogue = {
  scenarios: cards('scenarios'),
  captures: cards('captures'),
  published: [],
};
const { views, tunables } = viewLists(catalogue);

it('names every scene, scenario and capture as a view that is read whole', () => {
  expect(views.map(({ title }) => title)).toEqual(['Scenes', 'Scenarios', 'Captures']);
  const [scenes, scenarios, captures] = views.map(({ rows }) => rows);
  expect(scenes?.map(({ name }) => name.split('?')[0])).toContain('swap-devices');
  expect(scenarios).toHaveLength(catalogue.scenarios.length);
  expect(captures).toHaveLength(catalogue.captures.length);
  for (const { name } of views.flatMap(({ rows }) => rows)) {
    const { view, complaints } = parseView(name);
    expect(complaints, name).toEqual([]);
    expect(view?.sources.A.kind, name).toMatch(/^(model|capture)$/);
  }
  expect(scenarios?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['swap-devices?a=model:four-nodes', 'zones?a=model:zones-fair']),
  );
  expect(captures?.map(({ name }) => name)).toContain('swap-devices?a=capture:one-each-roundrobin');
});

it('names every tunable with what it may be', () => {
  expect(tunables.rows.map(({ name }) => name)).toEqual([...PARAMS, ...PARAM_TEXTS].map(({ name }) => name));
  const rule = tunables.rows.find(({ name }) => name === 'rule');
  expect(rule?.values).toBe('node, global, roundrobin');
  expect(tunables.rows.find(({ name }) => name === 'dev_pages')?.values).toMatch(
    /^64 to .* pages; up to 16$/,
  );
});

it('is narrowed by words, each of which must be there', () => {
  const all = views.flatMap(({ rows }) => rows);
  expect(rowsWith(all, '')).toEqual(all);
  const found = rowsWith(all, 'Capture: ROUNDROBIN').map(({ name }) => name);
  expect(found).toContain('swap-devices?a=capture:one-each-roundrobin');
  for (const name of found) expect(name).toMatch(/capture:/);
  expect(rowsWith(all, 'capture: nowhere')).toEqual([]);
});
