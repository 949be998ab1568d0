/**
 * A step takes time: what is asked, then what is found, then what is given. A drawing is a function of how much of the
 * step has passed, so that playing, scrubbing and a still all use it. Pure.
 */

/** ms of a step by hand, and of one in play at speed 1. */
export const STEP_MS = 1200;

/** A part of a step, in its ms: it begins when its cause has ended. */
export interface Part {
  from: number;
  to: number;
}

/** What one step comes to: where to stop between its parts, and when each disc is there; in its ms. */
export interface Course {
  /** `>` and `<` go from one to the next; the last is its end. */
  stops: readonly number[];
  discs: ReadonlyMap<number, number>;
}

/** Share of a step at which it is known who asks, in every scene. */
export const FIRST_STOP = 161 / STEP_MS;

/** Of a step that shows all it has at once. */
export const AT_ONCE: Course = { stops: [0], discs: new Map() };

/** Until a scene says its own: as most steps are. */
export const UNTIMED: Course = { stops: [161, 519, 759, 1059, STEP_MS], discs: new Map() };

/** Stops where each of these parts has ended, and nothing of the next is there. */
export function stopsOf(parts: readonly Part[]): number[] {
  const ends = parts.map((part) => {
    const next = parts.some((other) => other !== part && other.from === part.to);
    return next ? part.to - 1 : part.to;
  });
  return [...new Set(ends)].sort((a, b) => a - b);
}

/** What `share` of a step has come to by then: whether a part has begun, and how much of it has passed. */
export const begun = ({ from }: Part, share: number): boolean => share >= 1 || share * STEP_MS >= from;

export function passed({ from, to }: Part, share: number): number {
  if (share >= 1) return 1;
  return Math.min(1, Math.max(0, (share * STEP_MS - from) / (to - from)));
}

/** The same for what moves: soon under way, and long in coming to rest. --ease of ui/style/tokens.css. */
export const eased = (part: Part, share: number): number => ease(passed(part, share));

const bezier = (a: number, b: number, t: number) =>
  3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3;

/** cubic-bezier(0.2, 0, 0, 1) at x. */
export function ease(x: number): number {
  if (x <= 0 || x >= 1) return Math.min(1, Math.max(0, x));
  let [low, high] = [0, 1];
  for (let i = 0; i < 16; i++) {
    const mid = (low + high) / 2;
    if (bezier(0.2, 0, mid) < x) low = mid;
    else high = mid;
  }
  return bezier(0, 1, (low + high) / 2);
}

/** Corners of a path made of M, H and V, as the strokes of drawings are; a jump over words counts as a line. */
function corners(d: string): { x: number; y: number }[] {
  let [x, y] = [0, 0];
  return [...d.matchAll(/([MHV])(-?[\d.]+)(?:[ ,](-?[\d.]+))?/g)].map(([, how, first, second]) => {
    if (how !== 'V') x = Number(first);
    if (how === 'V') y = Number(first);
    if (how === 'M') y = Number(second);
    return { x, y };
  });
}

/** The point of such a path at a share of its length. */
export function along(d: string, share: number): { x: number; y: number } {
  const points = corners(d);
  const lengths = points
    .slice(1)
    .map(({ x, y }, i) => Math.abs(x - (points[i]?.x ?? 0)) + Math.abs(y - (points[i]?.y ?? 0)));
  let left = share * lengths.reduce((a, b) => a + b, 0);
  for (const [i, length] of lengths.entries()) {
    const [a, b] = [points[i], points[i + 1]];
    if (!a || !b) break;
    if (left <= length) {
      const t = length === 0 ? 0 : left / length;
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
    }
    left -= length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}
