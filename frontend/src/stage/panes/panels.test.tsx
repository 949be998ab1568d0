import { cleanup, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { msg } from '../../core/message';
import type { Narration } from '../../scenes/narration';
import { twinText } from './twin-text';
import { TwinPanel } from './TwinPanel';
import { WhyPanel } from './WhyPanel';

afterEach(cleanup);

const NARRATION: Narration = {
  title: msg`Normal gives.`,
  context: msg`Decision ${3}.`,
  heading: msg`Why Normal?`,
  era: { words: '3.12 to 4.7', from: 3.12, to: 4.07 },
  sentences: [
    { n: 1, words: msg`Free: ${12345}.` },
    { n: null, words: msg`Not asked: <b>node 1</b>.`, off: true },
  ],
  empty: msg`Step forward.`,
  functions: [
    {
      fn: 'mm/a.c:one()',
      verdict: { kind: 'different', detail: msg`another zone, expected ${'DMA'}`, of: 'fair' },
    },
    { fn: 'mm/b.c:two()', verdict: { kind: 'unchecked', detail: null, of: 'swap_ra' } },
    { fn: 'mm/c.c:three()' },
  ],
  terms: ['zonelist', 'watermarks', 'zonelist'],
  table: { title: msg`By mode`, columns: ['mode', 'decisions'], rows: [{ key: 1, cells: ['fair', '7'] }] },
  twin: {
    title: msg`zones`,
    about: msg`Each zone.`,
    columns: ['ZONE', 'WHAT', 'FREE'],
    left: ['WHAT'],
    rows: [
      { key: 1, cells: ['0 Normal', 'took', '12345'], look: 'hot', node: 0 },
      { key: 2, cells: ['0 DMA', 'skipped', '7'] },
    ],
    notes: [msg`One walk in ${8} is recorded.`],
    printed: {
      lines: [msg`at the end`, msg`swapA 3G`],
      title: 'Table',
      citation: 'A mail',
      url: 'https://a.example/',
    },
    folds: [{ title: msg`more`, lines: ['raw 1', 'raw 2'] }],
  },
};

test('why: sentences, places with their verdicts, each term once', async () => {
  const { container } = render(
    <main>
      <h1>Test</h1>
      <WhyPanel pane="A" narration={NARRATION} />
    </main>,
  );
  const items = [...container.querySelectorAll('ol.why li')];
  expect(items.map((li) => [li.getAttribute('data-n'), li.className, li.textContent])).toEqual([
    ['1', '', 'Free: 12,345.'],
    ['+', 'off', 'Not asked: <b>node 1</b>.'],
  ]);
  const places = [...container.querySelectorAll('.place')].map((e) => e.textContent);
  expect(places).toEqual([
    'mm/a.c:one()different: another zone, expected DMA',
    'mm/b.c:two()not checked yet',
    'mm/c.c:three()',
  ]);
  const links = screen.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')]);
  expect(links).toEqual([['different', '#v1/check/fair']]);
  expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['node', 'zonelist', 'watermarks']);
  expect(screen.getByRole('table', { name: 'By mode' })).toBeTruthy();
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual(
    [],
  );
});

test('why: where there is nothing to explain, it says so', () => {
  render(<WhyPanel pane="A" narration={{ ...NARRATION, sentences: [] }} />);
  expect(screen.getByText('Step forward.')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

test('twin: a table that describes the drawing, and all of it as text', async () => {
  const { container } = render(
    <main>
      <h1>Test</h1>
      <TwinPanel id="twin-A" pane="A" twin={NARRATION.twin} />
    </main>,
  );
  const twin = document.getElementById('twin-A');
  if (!twin) throw new Error('no twin');
  expect(within(twin).getByRole('row', { name: '0 Normal took 12345' }).className).toBe('hot');
  expect(within(twin).getByRole('link', { name: 'source: A mail' }).getAttribute('href')).toBe(
    'https://a.example/',
  );
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual(
    [],
  );
  expect(twinText(NARRATION.twin)).toBe(
    `zones
Each zone.
ZONE      WHAT      FREE
0 Normal  took     12345
0 DMA     skipped      7
One walk in 8 is recorded.
published: at the end
published: swapA 3G
(A mail)

raw 1
raw 2
`,
  );
});
