/** The decision's colour is told from the nodes' by everybody, also who does not see red, green or blue. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const SIGHTS: Readonly<Record<string, readonly Triple[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** sRGB to XYZ under D65, each divided by that of white. */
const XYZ: readonly Triple[] = [
  [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
];

const times = (rows: readonly Triple[], [a, b, c]: Triple) => {
  const [x = 0, y = 0, z = 0] = rows.map(([p, q, r]) => p * a + q * b + r * c);
  return [x, y, z] as const;
};
const clamp = ([a, b, c]: Triple): Triple => {
  const within = (v: number) => Math.max(0, Math.min(1, v));
  return [within(a), within(b), within(c)];
};

function linear(hex: string): Triple {
  const at = (i: number) => {
    const v = parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
}

function lab(rgb: Triple): Triple {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116);
  const [x, y, z] = times(XYZ, rgb);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

/** CIEDE2000 (Sharma, Wu and Dalal 2005). */
function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const rad = (deg: number) => (deg * Math.PI) / 180;
  const seventh = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 1 + (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2)) / 2;
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const hue = (a: number, b: number) => ((Math.atan2(b, a * g) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
  const turn = ((h2 - h1 + 540) % 360) - 180;
  const h = Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(rad(h - 30)) +
    0.24 * Math.cos(rad(2 * h)) +
    0.32 * Math.cos(rad(3 * h + 6)) -
    0.2 * Math.cos(rad(4 * h - 63));
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2))) / (1 + 0.015 * c * t);
  const rotation = -2 * seventh(c) * Math.sin(rad(60 * Math.exp(-(((h - 275) / 25) ** 2))));
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

const css = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const TOKENS = css('tokens.css');

/** A token in one theme; of a sheet that does not have it, as the tokens have it. */
function colour(name: string, theme: number, sheet: string): string {
  const find = (text: string) =>
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\\)`).exec(text)?.[1 + theme];
  return find(sheet) ?? find(TOKENS) ?? '';
}

test('the formula: two pairs of its authors', () => {
  // Table 1 of Sharma, Wu and Dalal: pairs 1 and 25.
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
});

test.each([
  ['tokens.css', 13],
  ['projector.css', 10],
])('%s: the decision is told from each of the first four nodes, in every sight', (file, least) => {
  for (const theme of [0, 1])
    for (const [sight, matrix] of Object.entries(SIGHTS)) {
      const seen = (name: string) => lab(clamp(times(matrix, linear(colour(name, theme, css(file))))));
      for (const node of ['n0', 'n1', 'n2', 'n3'])
        expect(difference(seen('now'), seen(node)), `${sight} ${theme} ${node}`).toBeGreaterThan(least);
    }
});
