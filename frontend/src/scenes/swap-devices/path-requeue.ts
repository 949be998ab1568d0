/** The requeue that comes before a try (lib/plist.c:plist_requeue()), as the drawing shows it. */
import { along, centre, disc, type PathPlan, type Place } from './path-plan';
import { slotBehind, type ChipPlace } from './places';
import { textWidth } from '../text-width';
import type { Visit } from '../voices/swap-walk';

/** The requeue of the first device tried: an arc to where it will stand, or a hook back to itself. */
export function requeue(plan: PathPlan, p: Place, visit: Visit, chip: ChipPlace, at: number): void {
  const { grid, chain } = p;
  if (visit.behind === null) return;
  const roomy = chain.height === 44;
  if (visit.behind === 0) {
    const x = chip.x + chip.width * 0.38;
    const span = chip.width < 34 ? 11 : 17;
    const rise = roomy ? 13 : 8;
    const y = chip.y - 3;
    plan.strokes.push({
      d: `M${x} ${y}c${-span / 6} ${-rise} ${span * 1.12} ${-rise} ${span} -2`,
      kind: 'thin',
      head: { x: x + span, y: chip.y + 1, to: 'down' },
    });
    if (grid.compact) return;
    const right = Math.max(chip.x + chip.width, x + span + 12);
    disc(plan, p, 'requeue', 0, right, chip.y - 9);
    const room = grid.tankX - 10 - right - 15;
    const words = ['no equal behind it: stays first', 'no equal: stays first', 'stays first'];
    const text = words.find((w) => textWidth(w, p.px, 600) <= room);
    if (text) plan.labels.push({ x: right + 15, y: chip.y - 4, text, anchor: 'start', px: p.px });
    return;
  }
  const last = at + visit.behind;
  const target = chain.chips[last];
  const slot = last >= chain.chips.length - 1 && !grid.compact;
  const behind = slotBehind(grid, chain);
  const edge = target ? target.x + target.width : behind.x - grid.chip.gap;
  const mark = Math.max(6, Math.min(8, grid.chip.gap));
  plan.ghost = slot
    ? { ...behind, type: visit.type, slot }
    : {
        x: edge + (grid.chip.gap - mark) / 2,
        y: chip.y,
        width: mark,
        height: chip.height,
        type: visit.type,
        slot,
      };
  const from = centre(chip);
  const to = centre(plan.ghost);
  const above = chain.row === null && !grid.compact && grid.rows.length > 2 ? 32 : roomy ? 12 : 9;
  const y = chip.y - above;
  const words = slot
    ? ['to the tail, before it is tried', 'to the tail']
    : ['behind its equals, before it is tried', 'behind its equals'];
  const fit = grid.compact ? undefined : words.find((w) => textWidth(w, p.px, 600) <= to - from - 62);
  const on = fit ? { at: from + 22 + (to - from - 22) / 2, text: fit } : null;
  plan.strokes.push({
    d: `M${from} ${chip.y - 3}V${y}${along(p, to, y, on)}V${chip.y - 10}`,
    kind: 'dash',
    head: { x: to, y: chip.y - 2, to: 'down' },
  });
  if (grid.compact) return;
  disc(plan, p, 'requeue', 0, from + (to - from > 150 ? 22 : 0), y);
  const beside = words.find((w) => to + 12 + textWidth(w, p.px, 600) <= grid.tankX - 16);
  if (on) plan.labels.push({ x: on.at, y: y + 5, text: on.text, anchor: 'middle', px: p.px });
  else if (beside) plan.labels.push({ x: to + 12, y: y + 5, text: beside, anchor: 'start', px: p.px });
}
