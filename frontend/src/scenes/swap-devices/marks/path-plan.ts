/**
 * What the parts of a walk's path put into one plan: strokes, discs and labels. In px; pure.
 */
import type { Entity } from '../../../core/key';
import type { SwapSelect } from '../../../core/types';
import type { Facts } from '../facts/facts';
import type { Grid } from './grid';
import type { Box, ListPlace } from './layout';
import { textWidth } from '../../font-metrics';
import { aboutOf, type StepKind, type Walk } from '../../voices/swap-walk';
import { partOf, PARTS } from './parts';
import { along as pointOf, begun, eased, type Part } from '../../timing';

export interface Stroke {
  part: Part;
  d: string;
  /** `flow`: the path; `thin`: along the list; `dash`: where something goes that is not there yet. */
  kind: 'flow' | 'thin' | 'dash';
  /** Tip of the arrow and where it points; null for none. */
  head: { x: number; y: number; to: 'right' | 'up' } | null;
}
export interface Label {
  part: Part;
  x: number;
  y: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
  px: number;
}
export interface PathPlan {
  strokes: Stroke[];
  discs: { n: number; x: number; y: number; r: number; part: Part; of: Entity | undefined }[];
  labels: Label[];
  /** Where the requeued device will stand: a slot behind the list, or a mark between two chips. */
  ghost: (Box & { type: number; slot: boolean }) | null;
  /** Chips tried, by swap type, whether they gave, and when. */
  tried: Map<number, { verdict: 'took' | 'failed'; part: Part }>;
  /** What is given: so many slots, along a stroke to the tank of a swap type. */
  given: { slots: number; d: string; type: number } | null;
}

export interface Place {
  grid: Grid;
  facts: Facts;
  event: SwapSelect;
  walk: Walk;
  chain: ListPlace;
  /** Where the thread of a device other than the first goes down: no words may stand there. */
  drop: number | null;
}

/** Length of an arrow's head. */
export const HEAD = 9;

export const centre = (box: Box) => box.x + box.width / 2;
export const bottom = (box: Box) => box.y + box.height;

export function disc(plan: PathPlan, p: Place, kind: StepKind, visit: number, x: number, y: number): void {
  const step = p.walk.steps.find((s) => s.kind === kind && s.visit === visit);
  if (step && !p.grid.compact)
    plan.discs.push({
      n: step.n,
      x,
      y,
      r: p.chain.disc,
      part: partOf(p.walk, kind, visit),
      of: aboutOf(p.event, p.walk, step),
    });
}

/** Room of a label, as high as its capitals. */
export function labelBox({ x, y, text, anchor, px }: Label): Box {
  const width = textWidth(text, px, 600);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { x: left, y: y - px * 0.7, width, height: px * 0.72 };
}

/** Is there room for words at this level, between the chips and the row below? */
export function hasRoom({ chain }: Place, y: number): boolean {
  const half = chain.px * 0.36;
  return y - half >= chain.y + chain.height / 2 + 1 && y + half <= chain.floor;
}

/** Where the thread to the tank leaves a chip. */
export const dropOf = (chip: Box) => chip.x + Math.min(14, chip.width * 0.3);

/** Puts words in the drawing, unless others are there already. */
export function label(plan: PathPlan, words: Label): void {
  const a = labelBox(words);
  const free = plan.labels.map(labelBox).every((b) => apart(a, b));
  if (free) plan.labels.push(words);
}

const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || bottom(a) <= b.y || bottom(b) <= a.y;

/** Right end of what stands in the list; 0 if nothing does. */
export function endOf({ chain }: Place): number {
  const boxes = [...chain.chips, ...(chain.rest ? [chain.rest] : [])];
  return Math.max(0, ...boxes.map((box) => box.x + box.width));
}

/**
 * A level stroke from where the pen is to `x`, at height `y`, that leaves room for words centred at
 * `at`: nothing has to hide the line behind them.
 */
export function along(p: Place, x: number, y: number, words: { at: number; text: string } | null): string {
  if (!words) return `H${x}`;
  const half = textWidth(words.text, p.chain.px, 600) / 2 + 6;
  return `H${words.at - half}M${words.at + half} ${y}H${x}`;
}

/** What of a plan is there to see at a share of the step, and how far it has come. */
export interface DrawnPlan {
  strokes: (Stroke & { share: number })[];
  discs: PathPlan['discs'];
  labels: Label[];
  /** `away`: 1 where it comes from, 0 where it will stand. */
  ghost: (NonNullable<PathPlan['ghost']> & { away: number }) | null;
  tried: Map<number, 'took' | 'failed'>;
  /** What is on its way, and where. */
  token: { slots: number; x: number; y: number } | null;
}

export function drawnAt(plan: PathPlan, at: number): DrawnPlan {
  const there = <T extends { part: Part }>(all: readonly T[]) => all.filter(({ part }) => begun(part, at));
  const { ghost, given } = plan;
  const away = 1 - eased(PARTS.requeue, at);
  const stroke = plan.strokes.find(({ d }) => d === given?.d);
  const share = stroke ? eased(stroke.part, at) : 1;
  return {
    strokes: there(plan.strokes).map((s) => ({ ...s, share: eased(s.part, at) })),
    discs: there(plan.discs),
    labels: there(plan.labels),
    ghost: ghost && begun(PARTS.requeue, at) && (ghost.slot || away === 0) ? { ...ghost, away } : null,
    tried: new Map([...plan.tried].flatMap(([type, t]) => (begun(t.part, at) ? [[type, t.verdict]] : []))),
    token:
      given && stroke && begun(stroke.part, at) && share < 1
        ? { slots: given.slots, ...pointOf(given.d, share) }
        : null,
  };
}
