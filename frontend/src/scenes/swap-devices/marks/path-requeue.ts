/** The requeue that comes before a try (lib/plist.c:plist_requeue()), as the drawing shows it. */
import { textWidth } from '../../font-metrics';
import type { Visit } from '../../voices/swap-walk';
import { PARTS } from './parts';
import { along, bottom, centre, disc, label, type PathPlan, type Place } from './path-plan';
import { slotBehind, type ChipPlace } from './layout';

/** The requeue of the first device tried: a line below the list to where it will stand, or a hook back to itself. */
export function requeue(plan: PathPlan, p: Place, visit: Visit, chip: ChipPlace, at: number): void {
  if (visit.behind === null) return;
  if (visit.behind === 0) stays(plan, p, chip);
  else moves(plan, p, chip, visit.type, at + visit.behind);
  // In a low row nothing else is where the path comes in.
  if (!p.chain.roomy) disc(plan, p, 'requeue', 0, chip.x - 4, bottom(chip) + 1);
}

function stays(plan: PathPlan, p: Place, chip: ChipPlace): void {
  const { grid, chain } = p;
  if (!chain.roomy) return;
  const [level] = chain.lines;
  const x = chip.x + chip.width * 0.55;
  const span = chip.width < 34 ? 9 : 15;
  const low = bottom(chip);
  plan.strokes.push({
    d: `M${x} ${low + 3}V${level}H${x + span}V${low + 9}`,
    kind: 'thin',
    part: PARTS.requeue,
    head: { x: x + span, y: low + 2, to: 'up' },
  });
  const right = x + span + 16;
  disc(plan, p, 'requeue', 0, right, level);
  const words = ['no equal behind it: stays first', 'no equal: stays first', 'stays first'];
  const end = p.drop === null ? grid.tankX - 18 : p.drop - 6;
  const text = words.find((w) => right + 15 + textWidth(w, p.chain.px, 600) <= end);
  if (text)
    label(plan, {
      x: right + 15,
      y: level + p.chain.px * 0.35,
      text,
      anchor: 'start',
      px: p.chain.px,
      part: PARTS.requeue,
    });
}

function moves(plan: PathPlan, p: Place, chip: ChipPlace, type: number, last: number): void {
  const { grid, chain } = p;
  const target = chain.chips[last];
  const slot = last >= chain.chips.length - 1 && !grid.compact;
  const behind = slotBehind(grid, chain);
  const edge = target ? target.x + target.width : behind.x - grid.chip.gap;
  const mark = Math.max(2, Math.min(6, grid.chip.gap - 1));
  plan.ghost = slot
    ? { ...behind, type, slot }
    : { x: edge + (grid.chip.gap - mark) / 2, y: chip.y, width: mark, height: chip.height, type, slot };
  const [level] = chain.lines;
  const from = chip.x + chip.width * 0.6;
  const to = centre(plan.ghost);
  const low = bottom(chip);
  const words = slot
    ? ['to the tail, before it is tried', 'to the tail']
    : ['behind its equals, before it is tried', 'behind its equals'];
  const fit = chain.roomy ? words.find((w) => textWidth(w, p.chain.px, 600) <= to - from - 62) : undefined;
  const at = from + 22 + (to - from - 22) / 2;
  const on = fit && !crossed(p, at, fit) ? { at, text: fit } : null;
  plan.strokes.push({
    d: `M${from} ${low + 3}V${level}${along(p, to, level, on)}${chain.roomy ? `V${low + 10}` : `V${low}`}`,
    kind: 'dash',
    part: PARTS.requeue,
    head: chain.roomy ? { x: to, y: low + 2, to: 'up' } : null,
  });
  if (!chain.roomy) return;
  const after = to + 14;
  const end = p.drop === null || p.drop < after ? grid.tankX - 18 : p.drop - 6;
  const beside = words.find((w) => after + 14 + textWidth(w, p.chain.px, 600) <= end);
  const y = level + p.chain.px * 0.35;
  disc(plan, p, 'requeue', 0, on ? from + 22 : beside ? after : (from + to) / 2, level);
  if (on) label(plan, { x: on.at, y, text: on.text, anchor: 'middle', px: p.chain.px, part: PARTS.requeue });
  else if (beside)
    label(plan, { x: after + 14, y, text: beside, anchor: 'start', px: p.chain.px, part: PARTS.requeue });
}

/** Would words centred at `at` stand in the way of the thread? */
function crossed({ chain, drop }: Place, at: number, text: string): boolean {
  return drop !== null && Math.abs(at - drop) < textWidth(text, chain.px, 600) / 2 + 8;
}
