import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenes } from '.';

const DATASETS = new URL('../../../datasets/', import.meta.url);

test('folders and registered scenes are the same', () => {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter((e) =>
    e.isDirectory(),
  );
  const drawn = folders.filter((f) => existsSync(new URL(`${f.name}/decision.ts`, import.meta.url)));
  expect(scenes.map((s) => s.id).sort()).toEqual(drawn.map((f) => f.name).sort());
});

test.each(
  scenes.flatMap((s) =>
    s.start
      ? [
          [s.title, s.start.a],
          [s.title, s.start.b],
        ]
      : [],
  ),
)('%s opens with %s, which is there', (_, source) => {
  const [, kind, id] = /^(model|capture):([\w.-]+)(?:&|$)/.exec(source) ?? [];
  const path = kind === 'model' ? `scenarios/${id ?? ''}.json` : `captures/${id ?? ''}.mmscope.gz`;
  expect(existsSync(new URL(path, DATASETS)), path).toBe(true);
});

test.each(scenes.map((s) => [s.title, s.short ?? s.title]))('%s begins with %s', (title, short) => {
  expect(title.startsWith(short)).toBe(true);
});
