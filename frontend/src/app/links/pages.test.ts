import { expect, it } from 'vitest';
import type { Catalogue } from '../../capture/sources/catalogue';
import { linksOf, timelineLinks } from './scene-links';
import {
  compareHref,
  lessonsHref,
  machineHref,
  pageHref,
  parsePage,
  reportHref,
  teachHref,
  timelineHref,
} from './pages';
import { checkHref } from '../../stage/state/view';
import { parseView } from '../../stage/url-parser';

it('a page is the same without the version of its link', () => {
  for (const href of [
    pageHref('parallelio-vmstat'),
    timelineHref('?a=file:x'),
    machineHref(),
    lessonsHref('x'),
  ])
    expect(parsePage(href.replace('#v1/', '#'))).toEqual(parsePage(href));
});

it('a page is not taken for a view of the stage', () => {
  expect(parsePage(pageHref())).toEqual({ kind: 'published', table: null });
  expect(parsePage(pageHref('parallelio-vmstat'))).toEqual({ kind: 'published', table: 'parallelio-vmstat' });
  expect(parsePage(timelineHref('?a=file:x&t=5'))).toEqual({ kind: 'timeline', view: '?a=file:x&t=5' });
  expect(parsePage(timelineHref())).toEqual({ kind: 'timeline', view: '' });
  expect(parsePage(reportHref('B'))).toEqual({ kind: 'report', slot: 'B' });
  expect(parsePage('#v1/report')).toEqual({ kind: 'report', slot: 'A' });
  expect(parsePage(checkHref('zone_fairness'))).toEqual({ kind: 'check', of: 'zone_fairness' });
  expect(parsePage(checkHref())).toEqual({ kind: 'check', of: '' });
  expect(parsePage(compareHref())).toEqual({ kind: 'compare', question: '' });
  expect(parsePage(compareHref('of=model:x&x=rule:node'))).toEqual({
    kind: 'compare',
    question: 'of=model:x&x=rule:node',
  });
  for (const query of ['', 'numbers=4096;0:2,9g&order=3', 'text=x'])
    expect(parsePage(machineHref(query))).toEqual({ kind: 'machine', query });
  const lesson = { kind: 'lessons', exercises: false, homework: false, query: '' };
  expect(parsePage(lessonsHref())).toEqual({ ...lesson, id: null });
  expect(parsePage(lessonsHref('in-turn', '?step=3'))).toEqual({ ...lesson, id: 'in-turn', query: 'step=3' });
  expect(parsePage(lessonsHref('in-turn', '/exercises?seed=7'))).toEqual({
    ...{ ...lesson, id: 'in-turn' },
    exercises: true,
    homework: false,
    query: 'seed=7',
  });
  expect(parsePage('#v1/check')).toEqual({ kind: 'check', of: null });
  for (const teach of ['in-turn', 'from?src=lessons/mine.md'])
    expect(parsePage(teachHref(teach))).toEqual({ kind: 'room', link: '', teach });
  expect(parsePage('')).toEqual({ kind: 'start' });
  for (const hash of [
    '#v1/checks',
    '#v1/check/a/b',
    '#v1/report/C',
    '#v1/timelines',
    '#v1/lesson',
    '#v1/lessons/In%20turn',
    '#v1/swap-devices',
    '#v1/machines',
    '#v1/published-more',
    '#v1/published/a/b',
    '#v7/published',
  ]) {
    expect(parsePage(hash), hash).toBeNull();
  }
});

it('links open a model’s two runs side by side, and a capture, in scenes that exist', () => {
  const scenario = { id: 'four-nodes', title: '', summary: '', documents: ['000'], params: {} };
  const catalogue = { scenarios: [scenario], captures: [], published: [] } satisfies Catalogue;
  const links = linksOf(catalogue);
  const open = (a: string | null, b: string | null) => parseView(links.open(a, b)).view;
  expect(open('four-nodes', 'four-nodes?rule=global')).toMatchObject({
    scene: 'swap-devices',
    sources: {
      A: { kind: 'model', id: 'four-nodes', overrides: {} },
      B: { kind: 'model', id: 'four-nodes', overrides: { rule: 'global' } },
    },
  });
  expect(open(null, 'four-nodes')?.sources).toMatchObject({ A: { id: 'four-nodes' }, B: { kind: 'none' } });
  expect(parseView(links.capture('mine')).view).toMatchObject({
    scene: 'decisions',
    sources: { A: { kind: 'capture', id: 'mine' } },
  });
});

it('an event of one of our captures leads into the scene of its decision, at its time', () => {
  const capture = { kind: 'capture', id: 'mine' } as const;
  expect(parseView(timelineLinks.scene(capture, 'swap_select', 12.4) ?? '').view).toMatchObject({
    scene: 'swap-devices',
    sources: { A: capture },
    position: { align: 'time', t: 12 },
  });
  expect(timelineLinks.scene(capture, 'mm_page_alloc', 1)).toBeNull();
  expect(timelineLinks.scene({ kind: 'file', name: 'x', blob: null }, 'swap_select', 1)).toBeNull();
});
