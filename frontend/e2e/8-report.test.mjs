// What the page's report says of the largest samples is what `mmscope report` prints, number by number.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { drop, file, openPage, testBrowser } from './browser.mjs';
import { TIER } from './tiers.mjs';
import { unfold } from './timeline.mjs';

const run = promisify(execFile);
const root = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

// Those with most events.
const SAMPLES = [
  'ftrace/numa-reclaim.txt.zst',
  'perf-script/debian-6.1-default.txt.gz',
  'trace-cmd/debian-6.1-lost.txt.gz',
  'trace-cmd/debian-6.12-lost.txt.gz',
  'ftrace/debian-6.12-default.txt.gz',
];
const ASKED = { short: SAMPLES.slice(1, 2), rest: SAMPLES.filter((_, i) => i !== 1) }[TIER ?? ''] ?? SAMPLES;
const VIEW = '#v1/swap-devices?a=model:two-nodes&b=none&k=5';
const TABLES_LEAST = 3; // each of these has as many, beside the answers

const browser = await testBrowser();

/** Words with one blank between them. @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ').trim();

/** The lines that the command line prints: each table's under its caption. @param {string} path */
async function printed(path) {
  const { stdout } = await run(root('backend/.venv/bin/mmscope'), ['report', root(path)], {
    env: { ...process.env, PYTHONPATH: root('backend/src') },
    maxBuffer: 64 << 20,
  });
  const [says, ...blocks] = stdout.trimEnd().split('\n\n');
  return {
    says: plain(says ?? ''),
    blocks: new Map(
      blocks.map((block) => {
        const [caption, ...lines] = block.split('\n');
        return [plain(caption ?? ''), lines.map(plain)];
      }),
    ),
  };
}

/** The tables that a page has derived from the trace, as lines of the same form. @param {import('playwright-core').Page} page */
const derived = (page) =>
  page.locator('details.report-more', { hasText: 'Derived from it' }).evaluate((part) =>
    [...part.querySelectorAll(':scope .report-table table')].map((table) => ({
      caption: table.querySelector('caption')?.textContent ?? '',
      rows: [...table.querySelectorAll('tr')].map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '').join(' '),
      ),
    })),
  );

/** The answers: question and what is said. @param {import('playwright-core').Page} page */
const answers = (page) =>
  page.locator('.report-answers tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      asks: row.querySelector('th')?.lastChild?.textContent ?? '',
      says: row.querySelectorAll('td')[1]?.textContent ?? '',
    })),
  );

for (const sample of ASKED)
  test(`page and command line say the same of ${sample}`, async () => {
    const path = `datasets/foreign/${sample}`;
    const said = await printed(path);
    const { page, problems } = await openPage(browser, VIEW);
    await drop(page, '[data-pane=A]', [file(sample.split('/').at(-1) ?? '', await readFile(root(path)))]);
    // It is there, and empty, while the trace is read.
    const sentence = page.getByRole('status', { name: /^What .* says/ }).filter({ hasText: /./ });
    await sentence.waitFor();
    assert.equal(plain(await sentence.innerText()), said.says);
    await page.getByRole('link', { name: 'Report' }).first().click();
    await page.getByRole('heading', { name: 'Derived from it' }).waitFor();
    await unfold(page);

    const tables = await derived(page);
    assert.ok(tables.length >= TABLES_LEAST, `${tables.length} tables`);
    for (const { caption, rows } of tables)
      assert.deepEqual(rows.map(plain), said.blocks.get(plain(caption)), caption);

    const asked = said.blocks.get('What it says')?.slice(1) ?? [];
    const shown = await answers(page);
    assert.equal(shown.length, asked.length);
    for (const { asks, says } of shown) {
      const line = asked.find((each) => each.startsWith(plain(asks)));
      assert.ok(line, asks);
      const answer = line.slice(plain(asks).length).trim();
      if (/^(in full|in part|not at all)$/.test(answer))
        assert.match(says, /^(nothing|its events are on the timeline)$/);
      else assert.equal(plain(says), answer);
    }
    assert.deepEqual(problems, []);
  });
