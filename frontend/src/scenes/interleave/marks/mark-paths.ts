/**
 * Many small marks as few paths: some shapes of a node in one, the texture on them in another. Colour is never
 * the only sign of a node. In px; pure.
 */
import { TONES } from '../../../ui/nodes/colours';
import type { Box } from './layout';

const f = (n: number) => n.toFixed(2);

/** Marks in a path: a step changes few marks, and a path is read anew as a whole. */
const TOGETHER = 16;

/** In groups as large as a path may be, the last one smaller. */
export function clusters<T>(marks: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(marks.length / TOGETHER) }, (_, i) =>
    marks.slice(i * TOGETHER, (i + 1) * TOGETHER),
  );
}

/** Rectangles as one path. */
export function shapes(boxes: readonly Box[]): string {
  return boxes.map((b) => `M${f(b.x)} ${f(b.y)}h${f(b.width)}v${f(b.height)}h${f(-b.width)}z`).join('');
}

type Stroke = (b: Box) => string;

const line = (x1: number, y1: number, x2: number, y2: number) => `M${f(x1)} ${f(y1)}L${f(x2)} ${f(y2)}`;
const dot = (x: number, y: number) => `M${f(x)} ${f(y)}h.01`;
const across = ({ x, y, width, height }: Box, share: number) =>
  line(x, y + height * share, x + width, y + height * share);
const down = ({ x, y, width, height }: Box, share: number) =>
  line(x + width * share, y, x + width * share, y + height);

/** As the textures of ui/nodes/Textures.tsx, drawn once for each mark: plain, ///, dots, lines, \\\, grid, bars, cross. */
const STROKES: readonly (Stroke | null)[] = [
  null,
  ({ x, y, width, height }) => line(x + width * 0.25, y + height, x + width * 0.75, y),
  ({ x, y, width, height }) =>
    dot(x + width * 0.5, y + height * 0.3) + dot(x + width * 0.5, y + height * 0.7),
  (b) => across(b, 0.33) + across(b, 0.67),
  ({ x, y, width, height }) => line(x + width * 0.25, y, x + width * 0.75, y + height),
  (b) => across(b, 0.5) + down(b, 0.5),
  (b) => down(b, 0.5),
  ({ x, y, width, height }) =>
    line(x + width * 0.2, y + height * 0.8, x + width * 0.8, y + height * 0.2) +
    line(x + width * 0.2, y + height * 0.2, x + width * 0.8, y + height * 0.8),
];

/** Marks thinner than this have no room for a texture. */
const LEAST = 3;

/** The texture of a node on these marks; '' for those that have none. */
export function strokes(node: number, boxes: readonly Box[]): string {
  const stroke = node >= 0 && node < TONES ? STROKES[node] : null;
  return stroke
    ? boxes
        .filter((b) => b.width >= LEAST && b.height >= LEAST)
        .map(stroke)
        .join('')
    : '';
}

/** Marks by node, in order of number. */
export function byNode<B extends Box & { node: number }>(boxes: readonly B[]): [number, B[]][] {
  const groups = new Map<number, B[]>();
  for (const b of boxes) {
    const group = groups.get(b.node);
    if (group) group.push(b);
    else groups.set(b.node, [b]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/** From the foot of a page to the head of its frame. */
export function thread(from: Box, to: Box): string {
  const [[x1, y1], [x2, y2]] = ends(from, to);
  const bend = y2 - y1;
  return `M${f(x1)} ${f(y1)}C${f(x1)} ${f(y1 + bend * 0.57)} ${f(x2)} ${f(y2 - bend * 0.55)} ${f(x2)} ${f(y2)}`;
}

const ends = (from: Box, to: Box) =>
  [
    [from.x + from.width / 2, from.y + from.height + 1],
    [to.x + to.width / 2, to.y - 1],
  ] as const;

/** Where a mark as large as `to` stands that has come down so much of the thread. */
export function threadPoint(from: Box, to: Box, share: number): Pick<Box, 'x' | 'y'> {
  const [[x1, y1], [x2, y2]] = ends(from, to);
  const bend = y2 - y1;
  const on = (a: number, b: number, c: number, d: number) =>
    a * (1 - share) ** 3 +
    3 * b * (1 - share) ** 2 * share +
    3 * c * (1 - share) * share ** 2 +
    d * share ** 3;
  const x = on(x1, x1, x2, x2);
  const y = on(y1, y1 + bend * 0.57, y2 - bend * 0.55, y2);
  return { x: x - to.width / 2, y: y + 1 };
}
