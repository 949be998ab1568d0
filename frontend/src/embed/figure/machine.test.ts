/** A machine whose numbers stand in a link, as a figure: drawn by the real reader, with nothing of its text. */
import { beforeAll, expect, test } from 'vitest';
import { numbersOf } from '../../pages/machine/link';
import { openedOf, viewOfQuery } from '../../pages/machine/query';
import { read, SWAPS, SYSCTLS, ZONEINFO } from '../../pages/machine/testing/texts';
import { moduleOf } from '../../scenes/testing/source';
import { drawMachine, machineSheet } from './machine';
import { machineIn } from './machine-facts';
import { plexFonts } from './plex';
import { THEMES } from './style';
import { textOfAround } from './text';

let numbers = '';
let module: WebAssembly.Module;

beforeAll(async () => {
  const { answer } = await read(ZONEINFO + SYSCTLS + SWAPS);
  const [moment] = answer.moments;
  numbers = moment ? numbersOf(answer, moment) : '';
  module = await moduleOf('mmpaste')();
});

const sheet = (width = 1040, why = false, more = '') =>
  machineSheet(module, openedOf(`numbers=${numbers}${more}`), { width, why });

test.each(THEMES)('it says what the page says, in %s, the same bytes each time', async (theme) => {
  const { svg, title, width } = drawMachine(await sheet(), theme, plexFonts());
  expect(title).toBe('kswapd wakes after another 760 MiB. 31.9 MiB later, a task must reclaim for itself.');
  expect(width).toBe(1040);
  const xml = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(xml.querySelector('parsererror')).toBeNull();
  const words = xml.documentElement.textContent;
  for (const said of [
    '210,048',
    '12,403',
    'pasted: 2 nodes, 4 zones with pages, 31.2 GiB',
    '4 of 4 zones exact',
  ])
    expect(words).toContain(said);
  expect(words).not.toMatch(/nvme|zram/);
  expect(drawMachine(await sheet(), theme, null).svg).not.toMatch(/var\(|machine-target|NaN/);
  expect(drawMachine(await sheet(), theme, plexFonts()).svg).toBe(svg);
  expect(svg.length).toBeLessThan(120_000);
});

test('with its reasons the walk stands below; on little room it is narrower and higher', async () => {
  const plain = drawMachine(await sheet(), 'light', null);
  const why = drawMachine(await sheet(1040, true), 'light', null);
  expect(why.svg).toContain('is not above low 12,403: skip.');
  expect(why.height).toBeGreaterThan(plain.height);
  const narrow = drawMachine(await sheet(360), 'light', null);
  expect(narrow.width).toBe(360);
  expect(narrow.height).toBeGreaterThan(plain.height);
});

test('as text it has a row for each zone, and the command that makes it again', async () => {
  const text = textOfAround((await sheet()).around);
  expect(text).toMatch(/node 0 DMA32 +15,688 +2,046 +2,788 +3,530 +12,904 +exact/);
  expect(text.trimEnd().split('\n').at(-1)).toBe(`mmscope render 'machine?numbers=${numbers}'`);
});

test('a view is one of a machine by its name; without numbers it says what to do', () => {
  for (const before of ['', 'v1/', 'https://a.example/#v1/'])
    expect(machineIn(`${before}machine?numbers=${numbers}`)?.query).toBe(`numbers=${numbers}`);
  expect(machineIn('zones?a=model:zones-fair')).toBeNull();
  for (const view of ['machine', 'machine?numbers=', 'machine?numbers=4096;x', 'machine?a=1'])
    expect(() => machineIn(view), view).toThrow('no numbers of a machine');
  expect(() => machineIn('machine?numbers=4096;s0,1')).toThrow('no zone');
  expect(() => machineIn(`machine?a=1&numbers=${numbers}`)).toThrow('a word that is not known here');
});

test('with a request and a sysctl it says what the page says with them', async () => {
  const more = '&bind=1&watermark_scale_factor=100';
  const { around, parts } = await sheet(1040, true, more);
  expect(around.title).toMatch(/^kswapd wakes after another 760 MiB/);
  expect(around.context).toBe(
    'As if: kswapd wakes after another 615 MiB. 161 MiB later, a task must reclaim for itself. ' +
      'A request: GFP_HIGHUSER_MOVABLE, one page, from a CPU of node 0, bind 1. As if set: vm.watermark_scale_factor = 100.',
  );
  expect(around.command).toBe(`mmscope render '${viewOfQuery(`numbers=${numbers}${more}`)}'`);
  expect(around.panes[0]?.told.sentences.map(({ words }) => words.text)).toEqual([
    'node 1 Normal: 210,048 free is above low 15,497: take.',
  ]);
  const { svg } = drawMachine({ around, parts }, 'light', null);
  expect(svg).toContain('as if: low 42,134, high 75,168');
  expect(svg).not.toMatch(/var\(/);
  await expect(sheet(700, false, '&gfp=GFP_NOTHING')).rejects.toThrow('names of its flags');
});

test('of many nodes those alike are drawn as one, and each has its row', async () => {
  const node = (n: number, free: number) => `Node ${n}, zone Normal
  pages free ${free}
        min 6000
        low 14000
        high 22000
        present 8000000
        managed 8000000
        protection: (0, 0)
  start_pfn: 1
`;
  const { answer } = await read(Array.from({ length: 16 }, (_, n) => node(n, n < 2 ? 15000 : 9000)).join(''));
  const [moment] = answer.moments;
  const many = moment ? numbersOf(answer, moment) : '';
  const { around, parts } = await machineSheet(module, openedOf(`numbers=${many}`), {
    width: 1040,
    why: false,
  });
  const words = drawMachine({ around, parts }, 'light', null).svg;
  expect(words).toContain('and 3 to 15, alike');
  expect(words).toMatch(/Alike, as pasted/);
  expect(words).not.toMatch(/more nodes/);
  expect(textOfAround(around)).toMatch(/node 15 Normal +9,000/);
});
