/** What came of each try: the thread to the tank, or words below the device that gave nothing. */
import type { SwapSelect } from '../../core/contract';
import { count } from '../text';
import { along, bottom, centre, disc, HEAD, type PathPlan, type Place } from './path-plan';
import type { Box, TankPlace } from './places';
import { textWidth } from '../text-width';
import type { StepKind, Visit } from '../voices/swap-walk';

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
  const kind: StepKind = index === 0 ? 'outcome' : 'visit';
  const roomy = chain.height === 44;
  const y =
    bottom(chip) +
    (chain.row === null && !grid.compact && grid.rows.length > 2 ? 24 : roomy ? 14 : grid.compact ? 10 : 7);
  const from = centre(chip);
  const channel = grid.tankX - (grid.compact ? 9 : 12);
  const full = takes(event);
  if (!tank) {
    plan.labels.push({ x: from, y: y + 5, text: full, anchor: 'middle', px: p.px });
    return;
  }
  const tip = grid.tankX - 1;
  const ty = tank.bar.y + tank.bar.height / 2;
  const head = grid.compact ? 7 : HEAD;
  const run = channel - from;
  const room = grid.compact ? 8 : 62;
  const text = [full, count(event.ret, 'slot')].find((w) => textWidth(w, p.px, 600) + room <= run);
  const on = text ? { at: from + run / 2 + (grid.compact ? 0 : 10), text } : null;
  plan.strokes.push({
    d: `M${from} ${bottom(chip) + 2}V${y}${along(p, channel, y, on)}V${ty}H${tip - head}`,
    kind: 'flow',
    head: { x: tip, y: ty, to: 'right' },
  });
  if (on) {
    disc(plan, p, kind, index, on.at - textWidth(on.text, p.px, 600) / 2 - 20, y);
    plan.labels.push({ x: on.at, y: y + 5, text: on.text, anchor: 'middle', px: p.px });
  } else {
    disc(plan, p, kind, index, from - 32 - textWidth(full, p.px, 600), y);
    plan.labels.push({ x: from - 14, y: y + 5, text: full, anchor: 'end', px: p.px });
  }
}

const FAILED = {
  full: 'full',
  notwritable: 'swapoff',
  gone: 'gone',
  zero: 'gave none',
} as const;

/** Words below a device that gave nothing. */
export function failed(plan: PathPlan, p: Place, visit: Visit, index: number, chip: Box): void {
  const { grid, walk, event } = p;
  if (visit.verdict === 'took') return;
  const word = visit.verdict === null ? 'not known' : FAILED[visit.verdict];
  const y = bottom(chip) + 13;
  disc(plan, p, index === 0 ? 'outcome' : 'visit', index, chip.x + 9, y);
  const last = index === walk.visits.length - 1;
  const long =
    last && event.end === 'order'
      ? `no ${2 ** event.order} slots in a row: no other is tried`
      : last && event.end === 'restart'
        ? `${word}; the next had left the list: start over`
        : last && event.end === 'none'
          ? `${word}; the end of the list`
          : word;
  const x = chip.x + (grid.compact ? 0 : 23);
  const room = last ? grid.tankX - 14 - x : grid.chip.width + grid.chip.gap - (grid.compact ? 2 : 25);
  const text = [long, word].find((w) => textWidth(w, 13, 600) <= room);
  if (text) plan.labels.push({ x, y: y + 4.5, text, anchor: 'start', px: 13 });
}

/** From one device tried to the next. */
export function hop(plan: PathPlan, from: Box, to: Box): void {
  const y = from.y + from.height / 2;
  if (to.x > from.x && to.x - (from.x + from.width) < 16) {
    plan.strokes.push({
      d: `M${from.x + from.width + 1} ${y}H${to.x - 4}`,
      kind: 'thin',
      head: { x: to.x - 1, y, to: 'right' },
    });
    return;
  }
  const [a, b, low] = [centre(from), centre(to), bottom(from) + 2];
  plan.strokes.push({
    d: `M${a} ${low}C${a} ${low + 16} ${b} ${low + 16} ${b} ${low}`,
    kind: 'dash',
    head: null,
  });
}
