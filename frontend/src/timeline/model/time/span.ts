/** What a view shows of time, and how it moves. Times in ns since the capture's first event. */

export interface Span {
  t0: number;
  t1: number;
}

/** The narrowest view. */
export const NARROWEST = 20;
/** How much beyond the capture a view may show, of the view's own width: a share of it always stays. */
const BEYOND = 0.9;

/** So near to the end of a view, by a share of it, an event is not seen well. */
const EDGE = 0.005;

export const widthOf = ({ t0, t1 }: Span): number => t1 - t0;

/** The whole capture with a little air. An empty one or one event still has a width. */
export function whole(span: number): Span {
  const air = Math.max(span * 0.01, NARROWEST);
  return { t0: -air, t1: span + air };
}

/** `by` below 1 comes nearer; the time `at` stays where it is. */
export function zoomed(view: Span, at: number, by: number, span: number): Span {
  const most = widthOf(whole(span)) * 1.2;
  const width = Math.min(most, Math.max(NARROWEST, widthOf(view) * by));
  const share = (at - view.t0) / widthOf(view);
  return kept({ t0: at - share * width, t1: at + (1 - share) * width }, span);
}

export function panned(view: Span, by: number, span: number): Span {
  return kept({ t0: view.t0 + by, t1: view.t1 + by }, span);
}

/** With some air around what is to be fitted. */
export function fitted(from: number, to: number, span: number): Span {
  const air = Math.max((to - from) * 0.05, NARROWEST / 2);
  const middle = (from + to) / 2;
  const half = Math.max(NARROWEST / 2, (to - from) / 2 + air);
  return kept({ t0: middle - half, t1: middle + half }, span);
}

/** Moved, but not zoomed, so that `t` is in view; as it was when it is already. */
export function holding(view: Span, t: number, span: number): Span {
  const width = widthOf(view);
  if (t >= view.t0 + width * EDGE && t <= view.t1 - width * EDGE) return view;
  return kept({ t0: t - width / 2, t1: t + width / 2 }, span);
}

/** A view never loses the capture altogether. */
function kept(view: Span, span: number): Span {
  const width = widthOf(view);
  const t0 = Math.min(span - width * (1 - BEYOND), Math.max(-width * BEYOND, view.t0));
  return { t0, t1: t0 + width };
}
