import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HOSTS, type Host } from './embed-code';

const GUIDE = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8').replace(
  /^ {4}/gm,
  '',
);
const OF = {
  view: 'swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800',
  sentence: 'Node keeps the pages at home, on swapA.',
};
const codeFor = (id: Host['id'], of = OF) => HOSTS.find((host) => host.id === id)?.code(of) ?? '';

it('is what the guide shows, whose examples are built', () => {
  expect(GUIDE).toContain(`${codeFor('sphinx')}\n`);
  expect(GUIDE).toContain(`${codeFor('markdown').replace(/\n```$/, '')}\n`);
});

it('keeps a sentence of two lines, quotes and angle brackets in their places', () => {
  const of = { ...OF, sentence: 'Round “robin"\n<b> & node' };
  expect(codeFor('sphinx', of).split('\n')).toHaveLength(2);
  expect(codeFor('markdown', of).split('\n')).toHaveLength(4);
  expect(codeFor('slides', of)).toContain('a=model:four-nodes&amp;b=capture');
  expect(codeFor('notebook', { ...of, view: 'zones?a="x' })).toContain('mmscope.View("zones?a=\\"x")');
});
