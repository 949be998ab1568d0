/** How much there is to read on the report's page, over all samples and bundled captures of each kind of event. */
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { captureReport } from '../../trace/report/capture-report';
import { bundled } from '../../trace/testing/captures';
import { load } from '../../trace/testing/loader';
import { samples } from '../../trace/testing/samples';
import { nextRecordingsOf } from './coverage';
import { ReportPage } from './ReportPage';

/** A minute of reading; half of the pages are read in less. */
const MOST = 200;
const MEDIAN = 175;

const nothing = () => undefined;
const actions = {
  ...{ titleOf: () => 'Zones and watermarks', draws: () => true, timeline: '#', said: '' },
  ...{ add: nothing, count: nothing, openIn: nothing },
};

/** Words that one sees: not what is folded, such as longer commands, nor what is only read aloud. */
function wordsIn(markup: string): number {
  // What a script counted is data that one came for, however much it is.
  const apart =
    /<span class="visually-hidden">.*?<\/span>|<title>.*?<\/title>|<div class="report-maps">.*?<\/section>/gs;
  const shown = markup.replace(apart, ' ');
  let [deep, seen] = [0, ''];
  for (const [part] of shown.matchAll(/<[^>]+>|[^<]+/g)) {
    // A summary is seen unless it is folded itself.
    if (/^<details|^<\/summary/.test(part)) deep++;
    else if (/^<\/details|^<summary/.test(part)) deep--;
    seen += part.startsWith('<') || deep > 0 ? ' ' : part;
  }
  return seen.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
}

it('counts what is seen', () => {
  const folded = '<details class="a"><summary><h2>b c</h2></summary><p>d e f</p></details>';
  expect(wordsIn(`<p>a <span class="visually-hidden">x</span></p>${folded}<pre>g\nh</pre>`)).toBe(5);
});

it('tells what was overwritten before the text begins, and what tasks waited for', async () => {
  const { path = '' } = samples.find(({ id }) => id === 'ftrace/numa-reclaim') ?? {};
  const report = captureReport(await load(readFileSync(path)), 'trace.txt');
  const markup = renderToStaticMarkup(createElement(ReportPage, { report, ...actions }));
  expect(markup).toContain('<dt>lost</dt><dd>220,794 overwritten before the first</dd>');
  expect(markup).toMatch(/direct reclaim<\/t[hd]><td[^>]*>all<\/td><td[^>]*>86<.*?>7,775</s);
  expect(markup).toContain('direct reclaim: 4 without a beginning, which got 301 pages.');
  const back = /How is a page read back\?.*?<\/tr>/s.exec(markup)?.[0];
  expect(back).toContain('which reads are of swap devices is unknown: add /proc/swaps and /proc/partitions');
  expect(back).not.toContain('p99');
});

it('lists as events only what it counts as events', async () => {
  const { path = '' } = samples.find(({ id }) => id === 'trace-cmd/debian-6.12-lost') ?? {};
  const report = captureReport(await load(readFileSync(path)), 'trace.txt');
  const markup = renderToStaticMarkup(createElement(ReportPage, { report, ...actions }));
  const table = /Events that are understood<\/caption>.*?<\/table>/s.exec(markup)?.[0] ?? '';
  const counts = [...table.matchAll(/<td[^>]*>([\d,]+)<\/td><\/tr>/g)].map(([, n = '']) =>
    Number(n.replace(',', '')),
  );
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(report.report.understood);
  expect(report.report.lost_lines).toBe(6);
});

/** Of the bundled ones the largest that has a kind of event: what is said depends on the kinds there are. */
const kinds = [...new Set(bundled.flatMap(({ events }) => Object.keys(events)))];
const most = (kind: string) => bundled.toSorted((a, b) => (b.events[kind] ?? 0) - (a.events[kind] ?? 0))[0];
const pages = [...new Set([...samples, ...kinds.map(most)])].map((found) => found?.path ?? '');

it(`a page has at most ${MOST} words and three commands, those in sight counted`, async () => {
  const counts: number[] = [];
  for (const path of pages) {
    const report = captureReport(await load(readFileSync(path)), 'trace.txt');
    const markup = renderToStaticMarkup(createElement(ReportPage, { report, ...actions }));
    const n = wordsIn(markup);
    expect(n, path).toBeGreaterThan(50);
    expect(n, path).toBeLessThanOrEqual(MOST);
    const next = nextRecordingsOf(report);
    expect(next.length, path).toBeLessThanOrEqual(3);
    const [, list = ''] = /<ol>(.*?)<\/ol>/s.exec(markup) ?? [];
    expect(list.match(/<pre/g)?.length ?? 0, path).toBe(next.length);
    counts.push(n);
  }
  counts.sort((a, b) => a - b);
  expect(counts[counts.length >> 1], counts.join(' ')).toBeLessThanOrEqual(MEDIAN);
}, 120_000);
