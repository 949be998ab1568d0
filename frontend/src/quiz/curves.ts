/** Curves to begin with, by name. Pure. */
import type { CurveQuestion } from '../scenes/question';

export function shapesOf({
  before,
  solution,
  marks,
  max,
}: CurveQuestion): readonly (readonly [name: string, values: number[]])[] {
  const now = before.at(-1)?.value ?? 0;
  const mark = (name: string) => marks.find((m) => m.name === name)?.value;
  const [min, low, high] = [mark('min') ?? 0, mark('low') ?? max / 3, mark('high') ?? (2 * max) / 3];
  const along = (f: (x: number) => number) =>
    solution.map((_, i) => Math.max(0, Math.min(max, f((i + 1) / solution.length))));
  const middle = (low + high) / 2;
  return [
    ['it stays as it is', along(() => now)],
    [marks.length > 0 ? 'it runs down to min' : 'it falls', along((x) => now + (min - now) * x)],
    [
      marks.length > 0 ? 'it settles between low and high' : 'it falls, then stays',
      along((x) => now + (middle - now) * Math.min(1, x * 2)),
    ],
    ['it goes up and down', along((x) => middle + ((high - low) / 2) * Math.sin(x * 4 * Math.PI))],
  ];
}
