/** Steps of real views as figures that move, through the real core. */
import { beforeAll, describe, expect, test } from 'vitest';
import { some } from '../../core/testing/trials';
import { hostOf } from './testing/host';
import { drawSheet } from './svg';
import { sheetOf, sheetsOf, STEPS_MAX, type Host, type Steps } from './loader';
import { animate, PACE, pictures, REST } from './animation';
import { plexFonts } from './plex';

let host: Host;
beforeAll(async () => {
  host = await hostOf(['one-each-roundrobin', 'zones-fair', 'interleave-1', 'swap-in-hybrid']);
});

const asked = (view: string) => ({ view, width: 1040, why: false });
const made = (view: string, steps: Steps) => sheetsOf(host, asked(view), steps);

const VIEWS: Record<string, [view: string, steps: Steps]> = {
  'swap devices': ['swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1802', [1800, 1805]],
  zones: ['zones?a=model:zones-fair&b=capture:zones-fair&k=16000', [16000, 16005]],
  interleave: ['interleave?a=model:interleave-1&b=capture:interleave-1&k=300', [300, 305]],
  'swap-in': ['swap-in?a=model:swap-in-hybrid&b=capture:swap-in-hybrid&k=300', [300, 305]],
  decisions: ['decisions?a=model:four-nodes&k=40', [38, 43]],
  'from the beginning': ['swap-devices?a=model:two-nodes', [0, 3]],
};
/** Bytes of a step more, without fonts. */
const STEP = 20_000;

const parsed = (svg: string): Document => {
  const xml = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(xml.querySelector('parsererror')?.textContent ?? '').toBe('');
  return xml;
};

/** What of an SVG that moves is shown at a moment of its round, by its own rules. */
function shownAt(svg: string, second: number, steps: number): Document {
  const xml = parsed(svg);
  const round = (steps + REST) * PACE;
  for (const part of xml.querySelectorAll('.turn')) {
    const name = /\bt\d+-\d+\b/.exec(part.getAttribute('class') ?? '')?.[0] ?? '';
    const [, frames = '', delay = ''] =
      new RegExp(`\\.${name}\\{animation-name:([^;]+);animation-delay:(-?\\d+)s\\}`).exec(svg) ?? [];
    const [, share = ''] =
      new RegExp(`@keyframes ${frames}\\{0%\\{visibility:visible\\}([\\d.]+)%`).exec(svg) ?? [];
    const phase = (((second - Number(delay)) % round) + round) % round;
    if (phase < (Number(share) / 100) * round) part.replaceWith(...part.childNodes);
    else part.remove();
  }
  return xml;
}

/** Drawing and words, without the rules, ids and head of the file. */
const bodyOf = (xml: Document): string => {
  for (const e of xml.querySelectorAll('svg > style, svg > title, svg > desc')) e.remove();
  return xml.documentElement.innerHTML.replaceAll(/(id="|url\(#)([^".)]+)\.\d+/g, '$1$2');
};

describe.each(some(Object.entries(VIEWS)))('%s', (_, [view, steps]) => {
  test('each moment of the round is the drawing of its step', async () => {
    const { sheets, still } = await made(view, steps);
    const { svg } = animate(sheets, still, 'light', null);
    expect(animate((await made(view, steps)).sheets, still, 'light', null).svg).toBe(svg);
    const all = pictures(sheets, 'light');
    for (let second = 0; second < sheets.length + REST; second++) {
      const step = Math.min(second, sheets.length - 1);
      const alone = bodyOf(parsed(all[step]?.svg ?? ''));
      for (const moment of [second + 0.01, second + 0.99])
        expect(bodyOf(shownAt(svg, moment, sheets.length))).toBe(alone);
    }
    expect(all.every(({ height }) => height === all[0]?.height)).toBe(true);
  });

  test('it is small, sound, and says how to make it again', async () => {
    const { sheets, still } = await made(view, steps);
    const { svg } = animate(sheets, still, 'dark', plexFonts());
    const xml = parsed(svg);
    const ids = [...xml.querySelectorAll('[id]')].map((e) => e.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id = ''] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    const one = drawSheet(await sheetOf(host, asked(view)), 'dark', null).svg.length;
    expect(animate(sheets, still, 'dark', null).svg.length).toBeLessThan(one + STEP * (sheets.length - 1));
    expect(xml.documentElement.textContent.replace(/\s+/g, '')).toContain(`--steps${steps[0]}..${steps[1]}`);
  });

  test('without motion the step of the view is shown, or the first', async () => {
    const { sheets, still } = await made(view, steps);
    const xml = parsed(animate(sheets, still, 'light', null).svg);
    for (const part of xml.querySelectorAll('.turn:not(.still)')) part.remove();
    for (const part of xml.querySelectorAll('.still')) part.replaceWith(...part.childNodes);
    expect(bodyOf(xml)).toBe(bodyOf(parsed(pictures(sheets, 'light')[still]?.svg ?? '')));
    const k = Number(/k=(\d+)/.exec(view)?.[1] ?? 0);
    expect(still).toBe(k - steps[0]);
  });
});

test('motion is for those alone who have nothing against it', async () => {
  const { sheets, still } = await made(...(VIEWS['swap devices'] ?? ['', [0, 0]]));
  const [, ...motion] = animate(sheets, still, 'light', null).svg.split(
    'prefers-reduced-motion:no-preference',
  );
  expect(motion).toHaveLength(1);
  const [before = ''] = animate(sheets, still, 'light', null).svg.split('@media');
  expect(before).not.toMatch(/animation[:-]/);
});

test('steps that there are none of say so, and what would do', async () => {
  const view = 'swap-devices?a=model:two-nodes&k=3';
  for (const [steps, words] of [
    [[9, 3], 'Steps 9..3 go backwards.'],
    [[0, STEPS_MAX], `are ${STEPS_MAX + 1}: at most ${STEPS_MAX} are drawn`],
    [[999_990, 999_999], 'There is no step 999,999.'],
  ] as const)
    await expect(made(view, steps)).rejects.toThrow(words);
  expect((await made(view, [3, 3])).sheets).toHaveLength(1);
  expect((await made(view, [10, 12])).still).toBe(0);
});
