/** The outline of many reads over the time axis. */
import { place, type Axis } from './axis';
import type { Bin } from './spread';

/** Reads per px, where an axis shows them; lanes of a log axis are about equally wide, those of another are not. */
function density(axis: Axis, bin: Bin): number {
  const width = place(axis, bin.to) - place(axis, bin.from);
  return width > 0 ? bin.n / width : 0;
}

export function peak(axis: Axis, bins: readonly Bin[]): number {
  return Math.max(0, ...bins.map((b) => density(axis, b)));
}

const px = (value: number) => String(Number(value.toFixed(2)));

/** A path of steps that stands on `base`; `height` px for a density of `top`. Empty where there are no reads. */
export function curvePath(
  axis: Axis,
  bins: readonly Bin[],
  base: number,
  height: number,
  top: number,
): string {
  const seen = bins.filter((b) => place(axis, b.from) < axis.edge);
  const [first] = seen;
  if (!first || top <= 0) return '';
  const steps = seen.map((b) => {
    const y = base - (Math.min(density(axis, b), top) / top) * height;
    return `V${px(y)}H${px(place(axis, b.to))}`;
  });
  return `M${px(place(axis, first.from))} ${px(base)}${steps.join('')}V${px(base)}`;
}
