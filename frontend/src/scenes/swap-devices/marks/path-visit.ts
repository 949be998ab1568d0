/** The result of each try: the thread to the tank, or words below the device that gave nothing. */
import type { SwapSelect } from '../../../core/types';
import { count } from '../../phrases';
import { visitPart } from './parts';
import {
  along,
  bottom,
  centre,
  disc,
  dropOf,
  endOf,
  hasRoom,
  HEAD,
  label,
  type PathPlan,
  type Place,
} from './path-plan';
import type { Box, TankPlace } from './layout';
import { textWidth } from '../../font-metrics';
import type { StepKind, Visit } from '../../voices/swap-walk';

/** "takes 64 slots", "takes 12 of 64 slots", "takes 1 slot of 16 pages". */
export function takes(event: SwapSelect): string {
  const of =
    event.ret < event.batch ? `${event.ret} of ${count(event.batch, 'slot')}` : count(event.ret, 'slot');
  return event.order > 0 ? `takes ${of} of ${2 ** event.order} pages` : `takes ${of}`;
}

/** From the device that gives slots to its tank. */
export function thread(
  plan: PathPlan,
  p: Place,
  index: number,
  chip: Box,
  tank: TankPlace | undefined,
): void {
  const { grid, chain, event } = p;
  const { px } = chain;
  const kind: StepKind = index === 0 ? 'outcome' : 'visit';
  const y = chain.lines[1];
  const from = dropOf(chip);
  const channel = grid.tankX - (grid.compact ? 9 : 12);
  const full = takes(event);
  const part = visitPart(p.walk, index);
  const base = y + px * 0.35;
  if (!tank) {
    disc(plan, p, kind, index, from, y);
    label(plan, { x: from + 15, y: base, text: full, anchor: 'start', px, part });
    return;
  }
  const tip = grid.tankX - 1;
  const ty = tank.bar.y + tank.bar.height / 2;
  const head = grid.compact ? 7 : HEAD;
  const run = channel - from;
  const discs = chain.roomy ? 62 : 16;
  const words = [full, count(event.ret, 'slot')];
  const text = hasRoom(p, y) ? words.find((w) => textWidth(w, px, 600) + discs <= run) : undefined;
  const on = text ? { at: from + run / 2 + (chain.roomy ? 10 : 0), text } : null;
  const d = `M${from} ${bottom(chip) + 2}V${y}${along(p, channel, y, on)}V${ty}H${tip - head}`;
  plan.strokes.push({ d, kind: 'flow', head: { x: tip, y: ty, to: 'right' }, part });
  plan.given = { slots: event.ret, d, type: tank.device.type };
  if (on) label(plan, { x: on.at, y: base, text: on.text, anchor: 'middle', px, part });
  if (!chain.roomy) {
    // Not on the tip of the arrow.
    disc(plan, p, kind, index, Math.abs(y - ty) < 20 ? channel - 7 : channel, (y + ty) / 2);
    // Above the line, behind the list, if not upon it.
    const right = endOf(p) + 12;
    const beside = words.find((w) => right + textWidth(w, px, 600) <= channel - 12);
    if (!on && beside && !grid.compact)
      label(plan, { x: right, y: chain.y + px * 0.35, text: beside, anchor: 'start', px, part });
    return;
  }
  disc(plan, p, kind, index, on ? on.at - textWidth(on.text, px, 600) / 2 - 20 : from + run / 2, y);
}

const FAILED = {
  full: ['full'],
  notwritable: ['swapoff', 'off'],
  gone: ['gone'],
  zero: ['gave none', 'none'],
} as const;

/** Words below a device that gave nothing. */
export function failed(plan: PathPlan, p: Place, visit: Visit, index: number, chip: Box): void {
  const { grid, chain, walk, event } = p;
  if (visit.verdict === 'took') return;
  const short: readonly string[] = visit.verdict === null ? ['not known'] : FAILED[visit.verdict];
  const [word = ''] = short;
  const y = chain.lines[1];
  const from = chip.x + (chain.roomy ? 9 : 8);
  disc(plan, p, index === 0 ? 'outcome' : 'visit', index, from, y);
  if (!hasRoom(p, y)) return;
  const last = index === walk.visits.length - 1;
  const long =
    last && event.end === 'order'
      ? `no ${2 ** event.order} slots in a row: no other is tried`
      : last && event.end === 'restart'
        ? `${word}; the next had left the list: start over`
        : last && event.end === 'none'
          ? `${word}; the end of the list`
          : word;
  const x = grid.compact ? chip.x : from + 14;
  const room = last ? grid.tankX - 14 - x : chip.x + grid.chip.width + grid.chip.gap - 1 - x;
  const px = Math.min(13, p.chain.px);
  const text = [long, ...short].find((w) => textWidth(w, px, 600) <= room);
  if (text) label(plan, { x, y: y + px * 0.35, text, anchor: 'start', px, part: visitPart(walk, index) });
}

/** From one device tried to the next: a bow below the list. */
export function hop(plan: PathPlan, p: Place, index: number, from: Box, to: Box): void {
  const [a, b, low] = [centre(from), centre(to), bottom(from) + 2];
  const depth = p.chain.roomy ? 9 : 5;
  plan.strokes.push({
    d: `M${a} ${low}C${a} ${low + depth} ${b} ${low + depth} ${b} ${low}`,
    kind: 'dash',
    head: null,
    part: visitPart(p.walk, index),
  });
}
