/**
 * What the parts of a walk's path put into one plan: strokes, discs and labels. In px; pure.
 */
import type { SwapSelect } from '../../core/contract';
import type { Facts } from './facts';
import type { Grid } from './grid';
import type { Box, ChainPlace } from './places';
import { textWidth } from '../text-width';
import type { StepKind, Walk } from '../voices/swap-walk';

export interface Stroke {
  d: string;
  /** `flow`: the path; `thin`: along the list; `dash`: where something goes that is not there yet. */
  kind: 'flow' | 'thin' | 'dash';
  /** Tip of the arrow and where it points; null for none. */
  head: { x: number; y: number; to: 'right' | 'down' } | null;
}
export interface Label {
  x: number;
  y: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
  px: number;
}
export interface PathPlan {
  strokes: Stroke[];
  discs: { n: number; x: number; y: number }[];
  labels: Label[];
  /** Where the requeued device will stand: a slot behind the list, or a mark between two chips. */
  ghost: (Box & { type: number; slot: boolean }) | null;
  /** Chips tried, by swap type, and whether they gave. */
  tried: Map<number, 'took' | 'failed'>;
}

export interface Place {
  grid: Grid;
  facts: Facts;
  event: SwapSelect;
  walk: Walk;
  chain: ChainPlace;
  /** px of the words on the path. */
  px: number;
}

/** Length of an arrow's head. */
export const HEAD = 9;

export const centre = (box: Box) => box.x + box.width / 2;
export const bottom = (box: Box) => box.y + box.height;

export function disc(plan: PathPlan, p: Place, kind: StepKind, visit: number, x: number, y: number): void {
  const step = p.walk.steps.find((s) => s.kind === kind && s.visit === visit);
  if (step && !p.grid.compact) plan.discs.push({ n: step.n, x, y });
}

/**
 * A level stroke from where the pen is to `x`, at height `y`, that leaves room for words centred at
 * `at`: nothing has to hide the line behind them.
 */
export function along(p: Place, x: number, y: number, words: { at: number; text: string } | null): string {
  if (!words) return `H${x}`;
  const half = textWidth(words.text, p.px, 600) / 2 + 6;
  return `H${words.at - half}M${words.at + half} ${y}H${x}`;
}
