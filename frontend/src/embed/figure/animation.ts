/**
 * Steps of a view, one after another, as an SVG that moves by itself: the sheets of `svg.ts`, of which each part is shown
 * in its turn. Where nothing moves (on paper, or where the reader asks for no motion) one of the steps is shown.
 */
import { bodyOf, fileOf, partsOf, type Figure } from './svg';
import type { Fonts } from './fonts';
import type { Theme } from './style';
import { around, outline, type Outline, type PartSizes, type Sheet } from './sheet';
import { overlay, type StepSpan } from './overlay';

/** Seconds for a step. */
export const PACE = 1;
/** Steps for as long as which the last one stays. */
export const REST = 2;

interface Laid {
  bodies: readonly string[];
  outlines: readonly Outline[];
  height: number;
}

/** All of the same size, each part in the same place. */
function laidOut(sheets: readonly Sheet[], theme: Theme): Laid {
  const parts = sheets.map(partsOf);
  const told = sheets.map(around);
  const rooms = told.map((one, i) => outline(one, parts[i]?.heights ?? []).room);
  const least: PartSizes = {
    top: Math.max(...rooms.map(({ top }) => top)),
    panes: (sheets[0]?.panes ?? []).map((_, i) => Math.max(...rooms.map(({ panes }) => panes[i] ?? 0))),
  };
  const laid = told.map((one, i) => {
    const own = parts[i] ?? { drawings: [], heights: [] };
    const made = outline(one, own.heights, least);
    return { made, body: bodyOf(own, made, theme) };
  });
  return {
    bodies: laid.map(({ body }) => body),
    outlines: laid.map(({ made }) => made),
    height: Math.max(...laid.map(({ made }) => made.height)),
  };
}

/** Each step by itself, as a picture of a film: all of one size. */
export function pictures(sheets: readonly Sheet[], theme: Theme): Figure[] {
  const { bodies, outlines, height } = laidOut(sheets, theme);
  return sheets.map(({ scene, width }, i) => {
    const { title = '', described = '' } = outlines[i] ?? {};
    return fileOf(bodies[i] ?? '', scene.id, { width, height, title, described }, theme, null);
  });
}

/** `still`: which of the sheets is shown where nothing moves. */
export function animate(sheets: readonly Sheet[], still: number, theme: Theme, faces: Fonts | null): Figure {
  const { bodies, outlines, height } = laidOut(sheets, theme);
  const { scene, width } = sheets[still] ?? sheets[0] ?? nothing();
  const used = new Map<string, StepSpan>();
  const body = overlay(bodies, (part, turn) => {
    const name = `t${turn.from}-${turn.count}`;
    used.set(name, turn);
    const rests = turn.from <= still && still < turn.from + turn.count;
    return `<g class="turn ${name}${rests ? ' still' : ''}">${part}</g>`;
  });
  const { title = '', described = '' } = outlines[still] ?? {};
  const description = `${described} ${sheets.length} steps, one after another; step ${still + 1} where nothing moves.`;
  const style = motionOf([...used], sheets.length);
  return fileOf(body, scene.id, { width, height, title, described: description, style }, theme, faces);
}

/** Shown by turns, without script: a part begins where its turn does, in a round that all share. */
function motionOf(used: readonly (readonly [string, StepSpan])[], steps: number): string {
  const round = steps + REST;
  const ends = ({ from, count }: StepSpan) => (from + count === steps ? count + REST : count);
  const lengths = [...new Set(used.map(([, turn]) => ends(turn)))].sort((a, b) => a - b);
  const frames = lengths.map((n) => {
    const share = Number(((100 * n) / round).toFixed(4));
    return `@keyframes for-${n}{0%{visibility:visible}${share}%,100%{visibility:hidden}}`;
  });
  const begin = used.map(([name, turn]) => {
    const delay = turn.from === 0 ? 0 : (turn.from - round) * PACE;
    return `.${name}{animation-name:for-${ends(turn)};animation-delay:${delay}s}`;
  });
  const all = `.turn{animation:${round * PACE}s step-end infinite}svg:hover .turn{animation-play-state:paused}`;
  return (
    '.turn{visibility:hidden}.still{visibility:visible}' +
    `${frames.join('')}@media (prefers-reduced-motion:no-preference){${all}${begin.join('')}}`
  );
}

function nothing(): never {
  throw new Error('there are no steps to draw');
}
