/** Figures of real views: scenarios and bundled captures, through the real core. */
import { beforeAll, describe, expect, test } from 'vitest';
import { textWidth } from '../../scenes/font-metrics';
import { characters } from 'virtual:plex-medium';
import { drawSheet } from './svg';
import { linesOf } from './lines';
import { sheetOf, type Host } from './loader';
import { standalone, THEMES } from './style';
import { plexFonts } from './plex';
import type { Sheet } from './sheet';
import { hostOf } from './testing/host';
import { textOfSheet } from './text';
import { viewOf, viewText } from './view';

const texts = new Map<string, Uint8Array>();
let host: Host;

beforeAll(async () => {
  host = await hostOf(
    ['one-each-roundrobin', 'zones-fair', 'interleave-1', 'swap-in-hybrid', 'two-nodes-node'],
    texts,
  );
});

const VIEWS = {
  'swap devices': 'swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800',
  'swap devices as if': 'swap-devices?a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global&k=900',
  zones: 'zones?a=model:zones-fair&b=capture:zones-fair&k=16000',
  'zones, before a page is reclaimed': 'zones?a=model:zones-fair&k=400',
  interleave: 'interleave?a=model:interleave-1&b=capture:interleave-1&k=300',
  'swap-in': 'swap-in?a=model:swap-in-hybrid&b=capture:swap-in-hybrid&k=300',
  decisions: 'decisions?a=model:four-nodes&b=capture:one-each-roundrobin&k=40',
  'one pane, at its beginning': 'swap-devices?a=model:two-nodes&k=0',
};
/** Bytes of an SVG without its fonts, and with them. */
const SMALL = 40_000;
const WITH_FONTS = 120_000;

const sheet = (view: string, more: { width?: number; why?: boolean } = {}) =>
  sheetOf(host, { view, width: 1040, why: false, ...more });

/** Parsed as XML, which is less forgiving than HTML. Throws where it is none. */
function parsed(svg: string): Document {
  const xml = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(xml.querySelector('parsererror')?.textContent ?? '').toBe('');
  return xml;
}

/** Text that is outlined by what it stands in, or otherwise than by a halo, which lies behind the letters. */
function outlined(xml: Document): string[] {
  const css = xml.querySelector('style')?.textContent ?? '';
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector,
    body,
  }));
  /** Each place that says how this element itself is stroked. */
  const own = (e: Element) =>
    [
      ...rules.filter(({ selector }) => e.matches(selector)).map(({ body }) => body),
      e.getAttribute('style') ?? '',
      `stroke:${e.getAttribute('stroke') ?? ''}`,
    ].filter((body) => /(^|;)stroke:[^;]/.test(body));
  const drawn = (body: string) => !/(^|;)stroke:none/.test(body);
  const wrong = (e: Element | null, text: Element): boolean => {
    if (!e) return false;
    const said = own(e);
    if (said.length === 0) return wrong(e.parentElement, text);
    return said.some((body) => drawn(body) && !(e === text && body.includes('paint-order:stroke')));
  };
  return [...xml.querySelectorAll('text')].filter((e) => wrong(e, e)).map((e) => e.outerHTML);
}

describe.each(Object.entries(VIEWS))('%s', (_, view) => {
  let one: Sheet;
  let two: Sheet;
  beforeAll(async () => {
    [one, two] = [await sheet(view), await sheet(view)];
  });

  test.each(THEMES)('%s: stands alone, is small, and the same every time', (theme) => {
    const { svg, width, height } = drawSheet(one, theme, null);
    expect(drawSheet(two, theme, null).svg).toBe(svg);
    expect(svg.length).toBeLessThan(SMALL);
    expect(drawSheet(one, theme, plexFonts()).svg.length).toBeLessThan(WITH_FONTS);
    expect(svg).not.toMatch(/var\(|light-dark|NaN|undefined|translateX|\dpx,/);
    const xml = parsed(svg);
    const ids = [...xml.querySelectorAll('[id]')].map((e) => e.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id = ''] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    for (const nested of xml.documentElement.querySelectorAll('svg > svg')) {
      const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) => Number(nested.getAttribute(name)));
      expect((x ?? 0) + (w ?? 0)).toBeLessThanOrEqual(width);
      expect((y ?? 0) + (h ?? 0)).toBeLessThanOrEqual(height);
    }
  });

  test('letters have no outline but a halo of their own', () => {
    expect(outlined(parsed(drawSheet(one, 'light', null).svg))).toEqual([]);
  });

  test('carries every face that it is set in, with the letters that it says', () => {
    const { svg } = drawSheet(one, 'light', plexFonts());
    const xml = parsed(svg);
    const weights = [...svg.matchAll(/@font-face\{[^}]*font-weight:(\d+)/g)].map(([, weight]) =>
      Number(weight),
    );
    const medium = [...xml.querySelectorAll('.w5')];
    expect(weights).toEqual(medium.length > 0 ? [400, 500, 600] : [400, 600]);
    for (const { textContent } of medium) for (const one of textContent) expect(characters).toContain(one);
  });

  test('says where its numbers are from, and how to make it again', async () => {
    const made = await sheet(view, { why: true });
    const { svg } = drawSheet(made, 'light', null);
    const words = parsed(svg).documentElement.textContent.replace(/\s+/g, '');
    for (const line of [...made.provenance, made.command]) expect(words).toContain(line.replace(/\s+/g, ''));
    expect(made.command).toBe(`mmscope render '${viewText(viewOf(view))}'`);
    const again = await sheet(viewText(viewOf(view)), { why: true });
    expect(drawSheet(again, 'light', null).svg).toBe(svg);
    const text = textOfSheet(made);
    for (const line of made.provenance) expect(text.replace(/\s+/g, ' ')).toContain(line);
    expect(text).not.toMatch(/undefined|NaN/);
  });
});

test('an as if tells the least and the most of what is assumed, as the page does', async () => {
  const view = 'interleave?a=capture:interleave-1&a.granularity=8&k=700';
  const { svg } = drawSheet(await sheet(view), 'light', null);
  expect(parsed(svg).documentElement.textContent).toContain('8 to 12');
  const chosen = drawSheet(await sheet(view.replace('=8', '=8&a.frames_next=record')), 'light', null);
  expect(parsed(chosen.svg).documentElement.textContent).not.toContain('8 to 12');
});

test('narrow figures have their panes below each other', async () => {
  const { svg } = drawSheet(await sheet(VIEWS['swap devices'], { width: 400 }), 'light', null);
  const places = [...parsed(svg).documentElement.querySelectorAll(':scope > svg')];
  const [a = 0, b = 0] = places.map((e) => Number(e.getAttribute('y')));
  expect(places).toHaveLength(2);
  expect(b - a).toBeGreaterThan(100);
  expect(places.map((e) => e.getAttribute('x'))).toEqual(['16', '16']);
});

test('what a capture calls its devices stays text', async () => {
  const name = '"><b>x';
  const text = new TextDecoder().decode(texts.get('two-nodes-node')).replaceAll(/comm=\S+/g, `comm=${name}`);
  texts.set('evil', new TextEncoder().encode(text));
  const made = await sheet('decisions?a=file:evil&k=3', { why: true });
  const xml = parsed(drawSheet(made, 'light', null).svg);
  expect(xml.querySelectorAll('b')).toHaveLength(0);
});

test('a view that cannot be drawn says what is wrong', async () => {
  const wrong = {
    'swop?a=model:four-nodes': 'There is no scene “swop”.',
    'swap-devices?a=model:four-nodes&k=9601': 'There is no decision 9,601: the last one is 9,600.',
    'zones?a=model:zones-fair&t=1000000000000&align=time': 'There is nothing at 1,000 s: the end is at',
    'swap-devices?a=model:four-nodes&zzz=1': 'There is no parameter “zzz”.',
    'swap-devices?a=model:none-such': 'There is no scenario “none-such”.',
    'swap-devices?a=file:gone.gz': 'read on your machine only',
    'swap-devices': 'The view shows nothing.',
    'swap-devices?a=model:four-nodes&k=-1': '“k=-1” is not a number.',
    'zones?a=model:four-nodes': 'can show nothing of',
    'https://example.org/': 'This link is not one',
    'v2/swap-devices?a=model:four-nodes': 'This link was made by another version of mmscope (v2).',
    'swap-devices?a=model:four-nodes&k=1&k=2': '“k” is there twice.',
    'swap-devices?a=model:four-nodes&b.rule=node': '“b.rule” is of no source: the link has no “b”.',
    'swap-devices?a=model:four-nodes&large=free': '“large=free” is none of this scene: it has no such part.',
  };
  for (const [view, words] of Object.entries(wrong)) await expect(sheet(view)).rejects.toThrow(words);
});

test('what to do about it: the nearest name, or all there are', async () => {
  const wrong = {
    'swap-device?a=model:four-nodes': 'Did you mean “swap-devices”?',
    'nonsense?a=model:four-nodes': 'Scenes are swap-devices, ',
    'swap-devices?a=model:four-node': 'Did you mean “four-nodes”?',
    'swap-devices?a=model:one-each-roundrobin': 'It is a bundled capture: “capture:one-each-roundrobin”.',
    'swap-devices?a=capture:four-nodes': 'It is a scenario: “model:four-nodes”.',
    'swap-devices?a=capture:one-each-roundrobbin': 'Did you mean “one-each-roundrobin”?',
    'swap-devices?a=model:four-nodes&predcit=a7': 'Did you mean “predict”?',
    'swap-devices?a=model:four-nodes&zzz=1':
      'Parameters are a, b, k, t, align, large, others, predict, speed.',
    'swap-devices?a=model:four-nodes&a.rul=node': 'Did you mean “rule”?',
    'swap-devices?a=model:four-nodes&k=-1': 'A view is what stands behind #',
    'zones?a=model:four-nodes': 'The scene swap-devices can.',
  };
  for (const [view, advice] of Object.entries(wrong))
    await expect(sheet(view)).rejects.toMatchObject({ advice: expect.stringContaining(advice) as string });
});

test('a whole link is as good as its view', async () => {
  const link = `https://class.example/mm/#v1/${VIEWS.zones}`;
  expect((await sheet(link)).command).toBe((await sheet(VIEWS.zones)).command);
});

test('styles of a page become attributes that any program reads', () => {
  expect(standalone('<g style="transform:translate(3px, 4px);fill:var(--ink)">', 'light')).toBe(
    '<g transform="translate(3, 4)" style="fill:#1a1d21">',
  );
  expect(standalone('<rect style="transform:scaleX(0.5);transform-origin:20px 0"/>', 'dark')).toBe(
    '<rect transform="translate(20 0) scale(0.5 1) translate(-20 0)"/>',
  );
  expect(() => standalone('<g fill="var(--no-such)">', 'light')).toThrow('--no-such');
});

test('lines are no wider than their room, and lose nothing', () => {
  const text =
    "mmscope render 'swap-devices?a=model:four-nodes&a.dev_pages=65535,65535,16384&k=1800' and some words";
  for (const room of [60, 90, 200, 900]) {
    const lines = linesOf(text, room, 11);
    for (const line of lines) expect(textWidth(line, 11)).toBeLessThanOrEqual(room);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  }
});
